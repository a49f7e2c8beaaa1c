/**
 * Documents that have attachments already.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { makePdf, ONE_PAGE, plain, streamText } from '../pdf/make-pdf.js'
import { hasTool } from '../support/tools.js'
import { detach, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdfdetach', 'openssl'].every(hasTool)

/** A document with the attachment `a.txt`, from its catalog's entries and further objects from 6 on. */
function withFile(catalog: string, objects: Record<number, string> = {}): Uint8Array {
  return makePdf({
    ...ONE_PAGE,
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    4: '<</Type /Filespec /F (a.txt) /UF (a.txt) /EF <</F 5 0 R>>>>',
    5: streamText('/Type /EmbeddedFile', 'attached text'),
    ...objects,
  })
}

describe.skipIf(!TOOLS)('signDocument on documents with attachments', () => {
  it.each([
    ['a direct tree', withFile('/Names <</EmbeddedFiles <</Names [(a.txt) 4 0 R]>>>>')],
    ['an indirect tree', withFile('/Names <</EmbeddedFiles 6 0 R>>', { 6: '<</Names [(a.txt) 4 0 R]>>' })],
    [
      'all indirect',
      withFile('/Names 7 0 R', {
        6: '<</Names 8 0 R>>',
        7: '<</EmbeddedFiles 6 0 R /Dests 9 0 R>>',
        8: '[(a.txt) 4 0 R]',
        9: '<</Names []>>',
      }),
    ],
    [
      'a tree with kids',
      withFile('/Names <</EmbeddedFiles <</Kids [6 0 R]>>>>', {
        6: '<</Limits [(a.txt) (a.txt)] /Names [(a.txt) 4 0 R]>>',
      }),
    ],
  ])('keeps what is in %s', async (_, input) => {
    const bytes = await sign(input, {}, WITH_PAGE)
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    const attachments = await detach(bytes)
    expect([...attachments.keys()].sort()).toEqual(['a.txt', 'audit-trail.json'])
    expect(attachments.get('a.txt')).toBe('attached text')
  })

  it.each([
    ['an array', '/AF [4 0 R]', {}, ['4 0 R']],
    ['an indirect array', '/AF 6 0 R', { 6: '[4 0 R]' }, ['4 0 R']],
    ['a file specification instead of an array', '/AF 4 0 R', {}, ['4 0 R']],
    ['nothing', '', {}, []],
    ['what is missing', '/AF 99 0 R', {}, []],
  ])('keeps associated files in %s', async (_, entry, objects, kept) => {
    const bytes = await sign(withFile(entry, objects))
    const document = PdfDocument.open(bytes)
    const files = plain(document.lookup(document.catalog, 'AF')) as string[]
    expect([files.slice(0, -1), files.length]).toEqual([kept, kept.length + 1])
    expect(plain(document.resolve(document.lookupArray(document.catalog, 'AF')?.at(-1)))).toMatchObject({
      Type: '/Filespec',
      UF: 'audit-trail.json',
      AFRelationship: '/Supplement',
    })
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
  })

  it('finds another name when the name is taken', async () => {
    const taken = withFile('/Names <</EmbeddedFiles <</Names [(audit-trail.json) 4 0 R (\\376\\377\\000b) 4 0 R]>>>>')
    const bytes = await sign(taken, {}, WITH_PAGE)
    const document = PdfDocument.open(bytes)
    const names = document.lookupDict(document.catalog, 'Names')
    const tree = names && document.lookupDict(names, 'EmbeddedFiles')
    const keys = (plain(tree?.get('Names')) as unknown[]).filter((_, i) => i % 2 === 0)
    expect(keys).toEqual(['audit-trail-2.json', 'audit-trail.json', '\xfe\xff\0b'])
  })
})

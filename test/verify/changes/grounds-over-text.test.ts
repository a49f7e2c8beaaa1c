/**
 * Fields that stand on text of the page: filling them in without a drawing takes nothing away, as readers paint no ground that
 * nobody asked for, and a ground that was not there when the document was signed does.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { change, codesOf, createDocument, dict, form, judgeFirst, name, REFS, sign } from './changed-documents.js'

/** Over the sentence of the page, which names the price. */
const Rect = [15, 245, 230, 265]
const text = '/Tx BMC q BT 0 g /Helv 12 Tf 2 5 Td (900) Tj ET Q EMC'
const look = (content: string) => form(content, 215, 20)
const frame = { MK: dict({ BC: [0] }) }
const combo = { FT: name('Ch'), Ff: 1 << 17 }
const list = { FT: name('Ch'), DA: textString('/Helv 5 Tf 0 g'), Opt: [textString('900')], AP: undefined }

type Entries = Record<string, PdfObject | undefined>

/** The field Total on the sentence, as it is signed, with an empty drawing unless told otherwise. */
const signedWith = (entries: Entries) =>
  sign(
    change(createDocument(), ({ increment, update }) =>
      update(REFS.total, { Rect, V: undefined, AP: dict({ N: increment.add(look('')) }), ...entries }),
    ),
  )

/** Fills it in, with a drawing or without. */
async function fill(entries: Entries, content: string | undefined, more: Entries = {}) {
  return judgeFirst(
    change(await signedWith(entries), ({ increment, update }) => {
      const AP = content === undefined ? undefined : dict({ N: increment.add(look(content)) })
      update(REFS.total, { V: textString('900'), AP, ...more })
    }),
  )
}

describe('a field that stands on text', () => {
  it.each<[string, Entries]>([
    ['', {}],
    ['without a drawing', { AP: undefined }],
    ['with a frame', frame],
    ['with a frame and without a drawing', { ...frame, AP: undefined }],
    ['that is a drop-down list', combo],
    ['with a ground', { MK: dict({ BG: [1] }) }],
  ])('may be filled in and left to readers to draw: one %s', async (_, entries) => {
    expect(await fill(entries, undefined)).toMatchObject({ status: 'valid' })
    expect(await fill(entries, text)).toMatchObject({ status: 'valid' })
  })

  it.each<[string, Entries]>([
    ['', {}],
    ['without a drawing', { AP: undefined }],
    ['with a frame', frame],
    ['with a frame and without a drawing', { ...frame, AP: undefined }],
    ['that is a drop-down list', combo],
    ['without the drawing for its state', { AP: dict({ N: dict({}) }) }],
    ['that is a list without a drawing', list],
  ])('may not be given a ground: one %s', async (_, entries) => {
    expect(codesOf(await fill(entries, `1 g 0 0 215 20 re f ${text}`))).toContain('content_covered')
    expect(codesOf(await fill(entries, undefined, { MK: dict({ BG: [1] }) }))).toContain('content_covered')
  })

  it('may not be given a border that is as thick as the field', async () => {
    const give = (BS: PdfObject) => fill({ BS }, undefined, frame)
    expect(codesOf(await give(dict({ W: 10 })))).toContain('content_covered')
    expect(codesOf(await give(dict({ W: 6, S: name('B') })))).toContain('content_covered')
    expect(codesOf(await give(dict({ W: 1, S: name('B') })))).not.toContain('content_covered')
  })
})

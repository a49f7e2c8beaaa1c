/**
 * Which parts the hunt for growing costs repeats.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfRef } from '../../src/pdf/objects.js'
import { latin1Bytes } from '../../src/pdf/syntax/syntax.js'
import { makePdf, ONE_PAGE, plain } from '../pdf/make-pdf.js'
import { growthCases } from './growth-cases.js'

function textsOf(extension: string, text: string): Record<string, string> {
  const cases = [...growthCases(extension, latin1Bytes(text))]
  return Object.fromEntries(cases.map(({ name, build }) => [name, new TextDecoder().decode(build(2))]))
}

describe('the parts of documents', () => {
  it('are elements, open tags, rules, declarations and values in HTML', () => {
    expect(textsOf('html', '<style>p{a:b c;}</style><div><p>x<br></p></div>')).toMatchObject({
      '<div> <p>""': '<style>p{a:b c;}</style><div><p>x<br></p><p>x<br></p></div>',
      'open <div> <p>""': '<style>p{a:b c;}</style><div><p><p>x<br></p></div>',
      '<p> <br>""': '<style>p{a:b c;}</style><div><p>x<br><br></p></div>',
      'a{a:a a;}""': '<style>p{a:b c;}p{a:b c;}</style><div><p>x<br></p></div>',
      'a a" "': '<style>p{a:b c b c ;}</style><div><p>x<br></p></div>',
    })
  })

  it('are blocks, lines and words with marks in Markdown', () => {
    const texts = Object.values(textsOf('md', '# a *b*\n\nc\n'))
    expect(texts).toContain('# a *b*\n\n# a *b*\n\nc\n')
    expect(texts).toContain('# a *b*\n# a *b*\n\n\nc\n')
    expect(texts).toContain('# a *b* *b* \n\nc\n')
  })

  it('are arrays, dictionaries and the objects of arrays in PDF, in one more revision', () => {
    const file = makePdf(ONE_PAGE)
    const places = new Map([...growthCases('pdf', file)].map((test) => [test.name, test]))
    const read = (name: string, num: number) =>
      plain(PdfDocument.open(places.get(name)?.build(2) ?? new Uint8Array()).get(new PdfRef(num, 0)))
    expect(read('/Page  /MediaBox[...]', 3)).toMatchObject({ MediaBox: [0, 0, 595, 842, 0, 0, 595, 842] })
    expect(read('/Pages  /Kids[copies]', 2)).toMatchObject({ Kids: ['4 0 R', '5 0 R'] })
    expect(read('/Catalog  <<...>>', 1)).toMatchObject({ More0: '2 0 R', More1: '2 0 R' })
  })
})

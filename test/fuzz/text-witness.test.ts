/**
 * The witness of lost letters misses what is missing, and nothing that the format hides.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../src/convert/docx-to-pdf.js'
import { makeDocx, paragraphXml as p } from '../support/make-docx.js'
import { hasTool } from '../support/tools.js'
import { TextWitness } from './text-witness.js'

const table = (trPr: string, tcPr: string) =>
  `<w:tbl><w:tr><w:trPr>${trPr}</w:trPr><w:tc><w:tcPr>${tcPr}</w:tcPr>${p('kitten')}</w:tc></w:tr></w:tbl>`
const run = (text: string, rPr = '') => `<w:r><w:rPr>${rPr}</w:rPr><w:t>${text}</w:t></w:r>`
const fldChar = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`

describe.runIf(hasTool('python3') && hasTool('pdftotext') && hasTool('mutool'))('the witness of lost letters', () => {
  let witness: TextWitness
  beforeAll(() => {
    witness = new TextWitness()
  })
  afterAll(() => witness.close())

  /** What it says of a document whose PDF shows only its first paragraph. */
  async function lostOf(body: string, warnings: readonly string[] = []): Promise<readonly string[] | undefined> {
    const { bytes } = await convertDocxToPdf(makeDocx(p('Hugo')), {})
    return (await witness.ask(makeDocx(p('Hugo') + body), bytes, warnings)).lost
  }

  it.each([
    ['a paragraph', p('kitten')],
    ['a row with a hidden mark', table('<w:hidden/>', '')],
    ['a merged cell', table('', '<w:vMerge/>')],
    ['an unknown element', `<w:odd>${p('kitten')}</w:odd>`],
    ['the code of a field, as text', `<w:p>${fldChar('begin')}${run('kitten')}${fldChar('end')}</w:p>`],
  ])('misses %s', async (_, body) => {
    expect(await lostOf(body)).not.toEqual([])
    expect(await lostOf(body, ['6 characters in w:tc elements are left out: "kitten"'])).toEqual([])
  })

  it.each([
    ['a deletion', `<w:p><w:del w:id="1">${run('kitten')}</w:del></w:p>`],
    ['a deleted row', table('<w:del w:id="1"/>', '')],
    ['hidden text', `<w:p>${run('kitten', '<w:vanish/>')}</w:p>`],
    [
      'a branch that is not taken',
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><mc:Choice Requires="wps"/><mc:Fallback>${p('kitten')}</mc:Fallback></mc:AlternateContent>`,
    ],
    ['the stored number of a page', `<w:p><w:fldSimple w:instr="PAGE">${run('77')}</w:fldSimple></w:p>`],
  ])('does not miss %s', async (_, body) => {
    expect(await lostOf(body)).toEqual([])
  })

  it('says so where it cannot read', async () => {
    const { bytes } = await convertDocxToPdf(makeDocx(p('Hugo')), {})
    expect(await witness.ask(new Uint8Array([1, 2, 3]), bytes, [])).toHaveProperty('unread')
  })
})

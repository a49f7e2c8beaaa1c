/**
 * Forms that another program fills in and signs.
 *
 * @module
 */

import { P12Signer, PDF } from '@libpdf/core'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { makeTestKey } from '../../support/keys.js'
import { hasTool } from '../../support/tools.js'
import { judge, sign } from './changed-documents.js'

/** A form with a text field, a check box, radio buttons and a list, made by another library. */
async function createForm(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([300, 200])
  page.drawText('An offer', { x: 40, y: 150, size: 20, font })
  const fields = document.getForm()
  const party = fields.createTextField('party.name')
  party.setText('Bob')
  party.addToPage(page, { x: 40, y: 60, width: 120, height: 20 })
  fields.createCheckBox('party.agree').addToPage(page, { x: 40, y: 20, width: 15, height: 15 })
  const choice = fields.createRadioGroup('choice')
  choice.addOptionToPage('one', page, { x: 100, y: 20, width: 15, height: 15 })
  choice.addOptionToPage('two', page, { x: 130, y: 20, width: 15, height: 15 })
  const colour = fields.createDropdown('colour')
  colour.addOptions(['red', 'light green'])
  colour.select('red')
  colour.addToPage(page, { x: 40, y: 100, width: 90, height: 20 })
  return document.save({ useObjectStreams })
}

describe.skipIf(!hasTool('openssl')).each([
  ['a cross-reference table', false],
  ['cross-reference and object streams', true],
])('a form with %s', (_, useObjectStreams) => {
  it('may be filled in and signed again by another program', async () => {
    const signed = await sign(await createForm(useObjectStreams))
    const pdf = await PDF.load(signed)
    const form = pdf.getForm()
    form?.fill({ 'party.name': 'Ada Lovelace', 'party.agree': true, choice: '1', colour: 'light green' })
    const filled = await pdf.save({ incremental: true })
    const [report] = judge(filled)
    expect(report).toMatchObject({ status: 'valid', level: 'form-filling' })
    expect(report?.changes.map(({ description }) => description)).toEqual([
      'Field "party.name" changed from "Bob" to "Ada Lovelace"',
      'Field "party.agree" changed from nothing to Yes',
      'Field "choice" changed from nothing to "1 (exported as two)"',
      'Field "colour" changed from "red" to "light green"',
    ])

    const { pkcs12, passphrase } = makeTestKey('rsa', 'Second signer')
    const signer = await P12Signer.create(pkcs12, passphrase)
    const { bytes } = await (await PDF.load(filled)).sign({ signer })
    expect(judge(bytes).map(({ status }) => status)).toEqual(['valid', 'valid'])
  })
})

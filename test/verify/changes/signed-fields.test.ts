/**
 * Fields that show something other than their value when a document is signed: a warning for whoever signs and for whoever
 * verifies.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../src/pdf/document.js'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import type { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { developmentIdentity } from '../../../src/sign/identity/development-identity.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import { SignedFields } from '../../../src/verify/changes/signed-fields.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { change, createDocument, dict, fieldText, form, name, REFS, sign } from './changed-documents.js'

const warningsOf = (bytes: Uint8Array) =>
  new SignedFields().warningsOf({ document: PdfDocument.open(bytes), index: 0 }).map(({ message }) => message)

/** The usual document with another look of the field Total, whose value is 100. */
const withLook = (content: string, entries: Record<string, PdfObject> = {}) =>
  change(createDocument(), ({ increment, update }) => {
    increment.put(REFS.totalAppearance, form(content))
    update(REFS.total, entries)
  })

const OTHER = 'BT 0 g /Helv 12 Tf 2 5 Td (900) Tj ET'

describe('a field that shows something other than its value', () => {
  it('is a warning for whoever verifies, by its own code', async () => {
    const { valid, signers } = await verifyDocument(await sign(withLook(OTHER)))
    expect(valid).toBe(true)
    expect(signers[0]?.warnings).toContainEqual({
      code: 'field_shows_other_text',
      message: 'Field "Total" shows "900", and its value is "100".',
    })
  })

  it('is a warning for whoever signs', async () => {
    const request = {
      signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
      auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit' }],
      certificate: { enabled: false },
    }
    const options = { identity: await developmentIdentity() }
    expect((await signDocument(withLook(OTHER), request, options)).warnings).toEqual([
      'Field "Total" shows "900", and its value is "100". Have the form drawn from its values before you sign, or correct the values.',
    ])
    expect((await signDocument(createDocument(), request, options)).warnings).toEqual([])
  })

  it.each([
    ['in white', '1 g BT /Helv 12 Tf 2 5 Td (100) Tj ET', 'shows nothing'],
    ['clipped', '0 0 1 1 re W n BT /Helv 12 Tf 2 5 Td (100) Tj ET', 'shows nothing'],
    ['not at all', '', 'shows nothing'],
    ['in part', 'BT /Helv 12 Tf 2 5 Td (10) Tj ET', 'shows "10"'],
  ])('may show it %s', (_, content, message) => {
    expect(warningsOf(withLook(content))).toEqual([`Field "Total" ${message}, and its value is "100".`])
  })

  it('may be a check box', () => {
    const ticked = change(createDocument(), ({ increment, update }) => {
      increment.put(REFS.agreeYes, form('2 w 4 10 m 8 4 l 16 16 l S', 20, 20))
      update(REFS.agree, { AS: name('Yes') })
    })
    expect(warningsOf(ticked)).toEqual(['Field "Agree" is shown as on where its value says that it is off.'])
  })

  it('is none that readers were told to draw, nor one that is hidden', () => {
    expect(warningsOf(withLook('', { F: 2 }))).toEqual([])
    const asked = change(withLook(''), ({ update }) => update(REFS.form, { NeedAppearances: true }))
    expect(warningsOf(asked)).toEqual([])
  })
})

describe('a script that a document with a form runs by itself', () => {
  const script = (text: string, entries: Record<string, PdfObject> = {}) =>
    dict({ S: name('JavaScript'), JS: textString(text), ...entries })
  const SETS = "if (this.getField('Agree').value != 'Off') this.getField('Total').value = '900'"
  const FORMATS = "event.value = new Date().getYear() > 126 ? '900' : '100'"
  const link = (next: PdfObject) => dict({ S: name('URI'), URI: textString('https://example.com'), Next: next })
  const on = (key: 'catalog' | 'page' | 'total', entries: Record<string, PdfObject>) =>
    change(createDocument(), ({ update }) => update(REFS[key], entries))
  const codes = (bytes: Uint8Array) =>
    new SignedFields().warningsOf({ document: PdfDocument.open(bytes), index: 0 }).map(({ code }) => code)

  it.each([
    ['when it is opened', on('catalog', { OpenAction: script(SETS) })],
    ['after another action', on('catalog', { OpenAction: link([script(SETS)]) })],
    ['by name', on('catalog', { Names: dict({ JavaScript: dict({ Names: [textString('a'), script(SETS)] }) }) })],
    ['when it is printed', on('catalog', { AA: dict({ WP: script(SETS) }) })],
    ['when a page is opened', on('page', { AA: dict({ O: script(SETS) }) })],
    ['when a field is formatted', on('total', { AA: dict({ F: script(FORMATS) }) })],
    ['when a field appears', on('total', { AA: dict({ PV: script(SETS) }) })],
    ['behind a plain call', on('total', { AA: dict({ F: script(`AFNumber_Format(2, 0, 0, 0, "", true); ${SETS}`) }) })],
  ])('is named: %s', async (_, bytes) => {
    expect(codes(bytes)).toEqual(['document_runs_scripts'])
    const { valid, signers } = await verifyDocument(await sign(bytes))
    expect(valid).toBe(true)
    expect(signers[0]?.warnings.map(({ code }) => code)).toContain('document_runs_scripts')
  })

  it.each([
    ['a link', on('catalog', { OpenAction: link(null) })],
    [
      'a plain call that formats a number',
      on('total', { AA: dict({ F: script('AFNumber_Format(2, 0, 0, 0, "", true);') }) }),
    ],
    ['a script that a key starts', on('total', { AA: dict({ K: script(SETS) }) })],
  ])('is none that is %s', (_, bytes) => {
    expect(codes(bytes)).toEqual([])
  })
})

describe('a form with many fields', () => {
  const COUNT = 20_000
  const many = (file: PdfFileWriter) => {
    const widget = {
      Type: name('Annot'),
      Subtype: name('Widget'),
      F: 4,
      P: REFS.page,
      FT: name('Tx'),
      Rect: [20, 100, 120, 120],
    }
    const fields = Array.from({ length: COUNT }, (_, i) => {
      const AP = dict({ N: file.add(fieldText('900')) })
      return file.add(dict({ ...widget, T: textString(`Field ${i}`), V: textString('100'), AP }))
    })
    file.put(REFS.form, dict({ Fields: fields, DA: textString('/Helv 12 Tf') }))
    file.put(REFS.page, dict({ Type: name('Page'), Parent: REFS.pages, MediaBox: [0, 0, 300, 300], Annots: fields }))
  }

  it('gives some warnings, and takes no more than a part of a second', () => {
    const bytes = createDocument({ extend: many })
    const start = process.cpuUsage()
    const messages = warningsOf(bytes)
    const { user, system } = process.cpuUsage(start)
    expect(messages).toHaveLength(21)
    expect(messages.at(-1)).toMatch(/^At least \d+ more fields show something other than their value\.$/)
    expect((user + system) / 1e6).toBeLessThan(5)
  })

  it('is looked for in 500 fields, and it is said when there are more', () => {
    const withFields = (count: number) =>
      change(createDocument(), ({ increment, update }) => {
        const field = (_: unknown, i: number) =>
          increment.add(
            dict({
              Type: name('Annot'),
              Subtype: name('Widget'),
              FT: name('Tx'),
              T: textString(`More ${i}`),
              V: textString('1'),
              Rect: [10, 10, 40, 30],
              AP: dict({ N: increment.add(form('BT 0 g /Helv 12 Tf 2 5 Td (1) Tj ET')) }),
            }),
          )
        update(REFS.form, { Fields: Array.from({ length: count }, field) })
      })
    expect(warningsOf(withFields(500))).toEqual([])
    expect(warningsOf(withFields(501))).toEqual([expect.stringMatching(/more than 500 fields: not all were compared/)])
  })
})

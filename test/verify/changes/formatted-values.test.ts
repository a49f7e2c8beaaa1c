/**
 * Fields that a signed script formats, and values that pass for formatted ones.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { signed } from '../support/cases.js'
import { textLook } from '../support/contract.js'
import { dict, stream } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { verdictOf } from '../support/verdict.js'

/** How the script is written. */
interface Writing {
  readonly inStream?: boolean
  /** Further entries of the action. */
  readonly more?: Record<string, PdfObject>
}

/** A contract with a script that formats the amount. */
function withFormat(script: string, { inStream = false, more = {} }: Writing) {
  return signed(
    {
      changes: () => ({ fieldAmount: { MaxLen: 30 } }),
      prepare: (file, { fieldAmount }) => {
        const field = file.get(fieldAmount)
        if (!(field instanceof PdfDict)) throw new Error('The field is missing.')
        const JS = inStream ? file.add(stream(dict`<<>>`, script)) : textString(script)
        const action = dict`<</S /JavaScript /JS ${JS}>>`.with(more)
        file.put(fieldAmount, field.with({ AA: new PdfDict({ F: action }) }))
      },
    },
    { certify: 2 },
  )()
}

/** Whether a document is valid in which a field with this format got a value and an appearance. */
async function isValid(script: string, value: string, shown: string, writing: Writing = {}): Promise<boolean> {
  return (await verdictOf(await filledWith(script, value, shown, writing))).valid
}

async function filledWith(script: string, value: string, shown: string, writing: Writing = {}): Promise<Uint8Array> {
  const { bytes, refs } = await withFormat(script, writing)
  return revise(bytes, ({ set, add }) =>
    set(refs.fieldAmount, {
      V: textString(value),
      AP: dict`<</N ${add(textLook(refs.helv, shown.replace(/[()\\]/g, '\\$&')))}>>`,
    }),
  )
}

const NUMBER = 'AFNumber_Format(2, 0, 0, 0, "", true);'
const EURO = 'AFNumber_Format(2, 2, 0, 0, " EUR", false)'

describe('a number that a signed script formats', () => {
  it.each([
    [NUMBER, '1000', '1,000.00'],
    [NUMBER, '1234567.891', '1,234,567.89'],
    [NUMBER, '-1000', '-1,000.00'],
    [NUMBER, '0.5', '0.50'],
    [NUMBER, ',5', '0.50'],
    [NUMBER, '999.999', '1,000.00'],
    [NUMBER, '12345678901234567890.1', '12,345,678,901,234,567,890.10'],
    [EURO, '1000', '1.000,00 EUR'],
    [EURO, '1000.5', '1.000,50 EUR'],
    ['AFNumber_Format(0, 1, 0, 0, "$", true)', '1000', '$1000'],
    ['AFNumber_Format(2, 3, 0, 0, "", true)', '1000', '1000,00'],
    ['AFNumber_Format(2, 4, 0, 0, "", true)', '1000', "1'000.00"],
    ['AFNumber_Format(2, 0, 2, 0, "$", true)', '-1000', '($1,000.00)'],
    ['AFNumber_Format(2, 0, 0, 0, "$", true)', '-1000', '-$1,000.00'],
    ['AFNumber_Format(0, 0, 0, 0, "kr. ", true)', '1000', 'kr. 1,000'],
    [NUMBER, '12.256', '12.26'],
    ['AFPercent_Format(1, 0)', '0.125', '12.5%'],
    ['AFPercent_Format(0, 0);', '12', '1,200%'],
    ['AFSpecial_Format(2);', '2025550123', '(202) 555-0123'],
    ['AFSpecial_Format(3);', '123456789', '123-45-6789'],
  ])('is shown as it says: %s %s %s', async (script, value, shown) => {
    expect(await isValid(script, value, shown)).toBe(true)
  })

  it('is named in the report as it is shown', async () => {
    const describe = async (script: string, value: string, shown: string) => {
      const { signers } = await verifyDocument(await filledWith(script, value, shown))
      return signers[0]?.changes.changes.map(({ description }) => description)
    }
    expect(await describe('AFNumber_Format(0, 0, 0, 0, " million EUR", false)', '5', '5 million EUR')).toEqual([
      'Field "amount" changed from "100" to "5" (formatted as "5 million EUR")',
    ])
    expect(await describe('AFNumber_Format(0, 1, 0, 0, "", true)', '5', '5')).toEqual([
      'Field "amount" changed from "100" to "5"',
    ])
  })

  it.each([
    ['O', false],
    ['OOO', false],
    ['kr. l', false],
    [' Il', false],
    ['OMR', true],
    [' kr.', true],
  ])('may have a currency that is no digit: %s', async (currency, expected) => {
    const script = `AFNumber_Format(0, 1, 0, 0, "${currency}", false)`
    expect(await isValid(script, '10', `10${currency}`)).toBe(expected)
  })

  it('may be formatted by a script in a stream', async () => {
    expect(await isValid(NUMBER, '1000', '1,000.00', { inStream: true })).toBe(true)
  })

  it('may be shown as it is', async () => expect(await isValid(NUMBER, '1000', '1000')).toBe(true))

  it.each([
    ['another number', NUMBER, '1000', '10,000.00'],
    ['without its sign', NUMBER, '-1000', '1,000.00'],
    ['in red, without its sign', 'AFNumber_Format(2, 0, 1, 0, "", true)', '-1000', '1,000.00'],
    ['with other separators', NUMBER, '1000', '1.000,00'],
    ['with another currency', EURO, '1000', '1.000,00 USD'],
    ['with a currency of digits', 'AFNumber_Format(0, 0, 0, 0, "9", true)', '100', '9100'],
    ['with a currency that begins with a point', 'AFNumber_Format(0, 0, 0, 0, ".5", false)', '100', '100.5'],
    ['a thousandth of what many read', NUMBER, '1,500', '1.50'],
    ['rounded away', NUMBER, '1000.49', '1,000.50'],
    ['with more behind it', NUMBER, '1000', '1,000.00 and 900'],
    ['of a value that is no number', NUMBER, '1000 and 900', '1,000.00'],
    ['of a value with two points', NUMBER, '1.000.000', '1.00'],
    ['by a script that does more', `${NUMBER} event.value = "900"`, '1000', '1,000.00'],
    ['by a script of its own', 'event.value = "1,000.00"', '1000', '1,000.00'],
    ['by a function of another name', 'AFNumber_Formats(2, 0, 0, 0, "", true)', '1000', '1,000.00'],
    ['by computed arguments', 'AFNumber_Format(1 + 1, 0, 0, 0, "", true)', '1000', '1,000.00'],
  ])('is not shown %s', async (_, script, value, shown) => {
    expect(await isValid(script, value, shown)).toBe(false)
  })

  it('is not understood where another action follows', async () => {
    const Next = dict`<</S /JavaScript /JS (event.value = "900")>>`
    expect(await isValid(NUMBER, '1000', '1,000.00', { more: { Next } })).toBe(false)
  })

  it('is another text when the script came later', async () => {
    const { bytes, refs } = await signed({}, { certify: 2 })()
    const filled = revise(bytes, ({ set, add }) =>
      set(refs.fieldAmount, {
        V: textString('1000'),
        AA: dict`<</F <</S /JavaScript /JS (${NUMBER})>>>>`,
        AP: dict`<</N ${add(textLook(refs.helv, '1,000.00'))}>>`,
      }),
    )
    expect((await verdictOf(filled)).valid).toBe(false)
  })
})

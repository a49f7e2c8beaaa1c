/**
 * Numbers and dates in the format codes of spreadsheets.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { formatByCode } from '../../../src/typeset/model/number-code.js'

describe('formatByCode', () => {
  it.each([
    ['General', 1234.5, '1234.5'],
    ['General', 0.1 + 0.2, '0.3'],
    ['', 7, '7'],
    ['0%', 0.25, '25%'],
    ['0.00%', 0.5, '50.00%'],
    ['#,##0.00', 1234.5, '1,234.50'],
    ['#,##0', 999, '999'],
    ['#,##0', 1_000_000, '1,000,000'],
    ['0,000', 5, '0,005'],
    ['00', 5, '05'],
    ['#.##', 0.25, '.25'],
    ['0.0##', 0.1, '0.1'],
    ['0.0##', 0.1234, '0.123'],
    ['#', 0, ''],
    ['0.0,,"M"', 1_234_567, '1.2M'],
    ['0.00E+00', 12_345, '1.23E+04'],
    ['000-0000-000', 1_234_567_890, '123-4567-890'],
    ['# ?/?', 2.5, '2.5'],
  ])('writes %s', (code, value, text) => expect(formatByCode(value, code)).toBe(text))

  it.each([
    ['"$"#,##0', 14_000, '$14,000'],
    ['[$€-407]\\ #,##0.00', 2.75, '€ 2.75'],
    ['0" kg"', 12, '12 kg'],
    ['0.0\\x', 12, '12.0x'],
    ['_($* #,##0_)', 12, ' $12 '],
  ])('keeps the texts of %s', (code, value, text) => expect(formatByCode(value, code)).toBe(text))

  it('chooses a section by the sign, or by a condition', () => {
    const texts = (code: string) => [5, -5, 0].map((value) => formatByCode(value, code))
    expect(texts('0')).toEqual(['5', '-5', '0'])
    expect(texts('0;(0)')).toEqual(['5', '(5)', '0'])
    expect(texts('0;[Red]-0;"none; at all"')).toEqual(['5', '-5', 'none; at all'])
    expect(texts(';;;')).toEqual(['', '', ''])
    expect(texts('[<0]"under";[>=5]"over";0')).toEqual(['over', 'under', '0'])
    expect(formatByCode(-0.004, '0.00')).toBe('0.00')
  })

  it.each([
    ['m/d/yyyy', 37_261, '1/5/2002'],
    ['d-mmm-yy', 37_261, '5-Jan-02'],
    ['dddd, mmmm dd, yyyy', 37_261.5, 'Saturday, January 05, 2002'],
    ['mmmmm', 37_261, 'J'],
    ['h:mm', 0.75, '18:00'],
    ['h:mm AM/PM', 0.5, '12:00 PM'],
    ['h:mm a/p', 0, '12:00 A'],
    ['mm:ss', 0.5 / 24, '30:00'],
    ['[h]:mm', 1.5, '36:00'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 59, '1900-02-28'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd', 2_958_465, '9999-12-31'],
    ['yyyy-mm-dd', 2_958_466, '2958466'],
    ['yyyy-mm-dd', -1, '-1'],
  ])('writes dates as %s', (code, value, text) => expect(formatByCode(value, code)).toBe(text))

  it('counts from 1904 where a file says so', () => {
    expect(formatByCode(0, 'd/m/yyyy', true)).toBe('1/1/1904')
  })

  it('ends soon for any code', () => {
    expect(formatByCode(5, '0'.repeat(2000))).toBe('5')
    expect(formatByCode(5, `0.${'0'.repeat(500)}`)).toBe(`5.${'0'.repeat(500)}`)
    expect(formatByCode(1e300, '#,##0')).toBe('1e+300')
    expect(formatByCode(Number.NaN, '0')).toBe('NaN')
  })
})

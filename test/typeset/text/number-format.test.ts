/**
 * Numbers in the formats that Word has.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { formatNumber } from '../../../src/typeset/model/number-format.js'

it.each([
  ['decimal', 12, '12'],
  ['decimalZero', 7, '07'],
  ['001, 002, 003, ...', 12, '012'],
  ['upperRoman', 1994, 'MCMXCIV'],
  ['lowerRoman', 4, 'iv'],
  ['lowerLetter', 26, 'z'],
  ['lowerLetter', 28, 'bb'],
  ['upperLetter', 53, 'AAA'],
  ['ordinal', 11, '11th'],
  ['ordinal', 22, '22nd'],
  ['cardinalText', 1342, 'One thousand three hundred forty-two'],
  ['ordinalText', 21, 'Twenty-first'],
  ['ordinalText', 40, 'Fortieth'],
  ['hex', 255, 'FF'],
  ['chicago', 5, '**'],
  ['numberInDash', 3, '- 3 -'],
  ['decimalEnclosedCircle', 3, '③'],
  ['decimalEnclosedCircle', 30, '30'],
  ['chineseCountingThousand', 12, '十二'],
  ['chineseCountingThousand', 105, '一百零五'],
  ['chineseCountingThousand', 10010, '一万零一十'],
  ['japaneseCounting', 1111, '千百十一'],
  ['koreanCounting', 21, '이십일'],
  ['hebrew1', 15, 'טו'],
  ['hebrew1', 116, 'קטז'],
  ['russianLower', 31, 'бб'],
  ['thaiNumbers', 12, '๑๒'],
  ['none', 5, ''],
  ['unknown', 5, '5'],
  ['lowerRoman', 0, '0'],
  ['lowerLetter', 1e9, '1000000000'],
])('%s of %d', (format, value, text) => {
  expect(formatNumber(value, format)).toBe(text)
})

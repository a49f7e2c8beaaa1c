/**
 * Dates that are written as nearly all are, held against the way in which all others are read.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { toIsoDate } from '../../src/verify/document-facts.js'
import { createRandom } from '../support/mutate.js'

it('reads a usual date as it reads one with something behind it, whatever its digits', () => {
  const random = createRandom(11)
  const two = (most: number) => String(random(most + 3)).padStart(2, '0')
  let usual = 0
  for (let i = 0; i < 5000; i++) {
    const year = String(random(10_000)).padStart(4, '0')
    const digits = `D:${year}${two(12)}${two(31)}${two(23)}${two(59)}${two(59)}`
    const zone = ['', 'Z', "+00'00'", "-00'00", '+0000', "Z00'00'", "+01'30'"][random(7)] ?? ''
    const date = toIsoDate(`${digits}${zone}`)
    if (date !== null) usual++
    expect({ digits, zone, date }).toEqual({ digits, zone, date: toIsoDate(`${digits}${zone} -`) })
  }
  expect(usual).toBeGreaterThan(2000)
})

/**
 * CMaps of fonts, hostile ones included.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { parseCMap } from '../../../src/ink/fonts/cmap.js'
import { latin1Bytes } from '../../../src/pdf/syntax.js'

const parse = (text: string) => parseCMap(latin1Bytes(text))

describe('a CMap', () => {
  it('may set every code of two bytes, and some of them again', () => {
    const { characters, cids } = parse(
      '<0000> <ffff> <0041> endbfrange <0000> <0001> <0061> endbfrange <0000> <ffff> 0 endcidrange',
    )
    expect([characters.size, cids.size]).toEqual([0x10000, 0x10000])
    expect(cids.get(0xffff)).toBe(0xffff)
  })

  it.each([
    ['characters', '<0000> <fffe> <0041> endbfrange '],
    ['CIDs', '<0000> <fffe> 7 endcidrange '],
  ])('that sets its codes over and over says nothing of any, and soon: %s', (_, range) => {
    const before = process.cpuUsage()
    const { characters, cids, isCut } = parse(range.repeat(20_000))
    const { user } = process.cpuUsage(before)
    expect([characters.size, cids.size, isCut]).toEqual([0, 0, true])
    expect(user / 1e6).toBeLessThan(3)
  })
})

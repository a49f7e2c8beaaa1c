/**
 * CMaps of fonts, hostile ones included.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { parseCMap } from '../../../src/ink/fonts/cmap.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'

const parse = (text: string) => parseCMap(latin1Bytes(text))

describe('a CMap', () => {
  it('may set every code of two bytes, and some of them again', () => {
    const { characters, cids } = parse(
      '<0000> <ffff> <0041> endbfrange <0000> <0001> <0061> endbfrange <0000> <ffff> 0 endcidrange',
    )
    expect([characters.size, cids.size]).toEqual([0x10000, 0x10000])
    expect(cids.get(0xffff)).toBe(0xffff)
  })

  it('takes the last entry of a code, also where all codes have one', () => {
    const { characters, cids } = parse(
      '<0000> <ffff> <0000> endbfrange <0031> <0039> endbfchar <0000> <ffff> 0 endcidrange <0031> 26 endcidchar <0032> <0033> 27 endcidrange',
    )
    expect([characters.get(0x31), cids.get(0x31), cids.get(0x32), cids.get(0x33)]).toEqual(['9', 26, 27, 28])
  })

  it.each([
    '<0000> <ffff> <0000> endbfrange <10000> <0039> endbfchar',
    '<0000> <ffff> 0 endcidrange <010000> 26 endcidchar',
    '<0000> <ffff> 0 endcidrange <010000> <010001> 26 endcidrange',
    `<0031> 26 ${'<0031> 26 '.repeat(50_001)} endcidchar`,
  ])('with an entry that finds no room says nothing of any code: %.60s', (text) => {
    const { characters, cids, isCut } = parse(text)
    expect([characters.size, cids.size, isCut]).toEqual([0, 0, true])
  })

  it('with more code spaces than codes have first bytes says nothing of any code', () => {
    const space = '<00> <ff> '
    expect(parse(`${space.repeat(256)} endcodespacerange`).isCut).not.toBe(true)
    expect(parse(`${space.repeat(256)} <0000> <ffff> endcodespacerange`).isCut).toBe(true)
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

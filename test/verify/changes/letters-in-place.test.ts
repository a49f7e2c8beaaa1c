/**
 * Letters that stand where the form around them gives them another meaning.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { PdfDict } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { type Attack, signed } from '../support/cases.js'
import { textLook } from '../support/contract.js'
import { dict, stream } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { verdictOf } from '../support/verdict.js'

/** Fills the amount in, in a comb of ten cells of 20 points. */
async function isAccepted(from: Attack['from'], value: string, cells: readonly number[]): Promise<boolean> {
  const { bytes, refs } = await from()
  const letters = Array.from(value.replaceAll(' ', ''))
    .map((letter, i) => `BT /Helv 10 Tf ${20 * (cells[i] ?? 0) + 7} 6 Td (${letter}) Tj ET\n`)
    .join('')
  const changed = revise(bytes, (revision) => {
    const look = textLook(refs.helv, '')
    const N = revision.add(stream(look.dict as PdfDict, `/Tx BMC\nq 0 g ${letters}Q\nEMC\n`))
    revision.set(refs.fieldAmount, { V: textString(value), AP: dict`<</N ${N}>>` })
  })
  return (await verdictOf(changed)).valid
}

const comb = (entries: Record<string, number> = {}) =>
  signed({ changes: () => ({ fieldAmount: { Ff: 1 << 24, MaxLen: 10, V: null, AP: null, ...entries } }) })

describe('letters of a comb', () => {
  it.each<[string, string, readonly number[], Record<string, number>]>([
    ['from the first cell on', '12345', [0, 1, 2, 3, 4], {}],
    ['with a free cell for a blank', '12 45', [0, 1, 3, 4], {}],
    ['to the right, as the field is aligned', '12345', [5, 6, 7, 8, 9], { Q: 2 }],
    ['in the middle, as the field is aligned', '1234', [3, 4, 5, 6], { Q: 1 }],
    ['from the first cell on, however the field is aligned', '12345', [0, 1, 2, 3, 4], { Q: 2 }],
  ])('may stand %s', async (_, value, cells, entries) => {
    expect(await isAccepted(comb(entries), value, cells)).toBe(true)
  })

  it.each<[string, string, readonly number[], Record<string, number>]>([
    ['one cell further', '12345', [1, 2, 3, 4, 5], {}],
    ['to the right of a field that begins at the left', '12345', [5, 6, 7, 8, 9], {}],
    ['with a gap', '12345', [0, 1, 2, 5, 6], {}],
    ['without the cell of a blank', '12 45', [0, 1, 2, 3], {}],
    ['one cell off the right end', '12345', [4, 5, 6, 7, 8], { Q: 2 }],
  ])('may not stand %s', async (_, value, cells, entries) => {
    expect(await isAccepted(comb(entries), value, cells)).toBe(false)
  })
})

describe('a field on a page that is turned', () => {
  it.each([
    ['stays where it is', 4, true],
    ['may not be drawn upright', 4 + 16, false],
    ['may not keep its size', 4 + 8, false],
  ])('%s', async (_, flags, isValid) => {
    const { bytes, refs } = await signed({ changes: () => ({ page1: { Rotate: 90 } }) })()
    const changed = revise(bytes, (revision) => {
      const N = revision.add(textLook(refs.helv, '200'))
      revision.set(refs.fieldAmount, { V: textString('200'), F: flags, AP: dict`<</N ${N}>>` })
    })
    expect(await verdictOf(changed)).toMatchObject({ valid: isValid })
  })
})

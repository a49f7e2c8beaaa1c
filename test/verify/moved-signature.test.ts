/**
 * What is said of a signed file that others sent on, stored or rewrote: the reason must be the one that people can act on.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { hasTool } from '../support/tools.js'
import { once } from './support/cases.js'
import { makeContract } from './support/contract.js'
import { type HonestRange, sign, signByHand } from './support/sign.js'
import { rewriteWithQpdf } from './support/structures.js'

const signed = once(() => sign(makeContract().bytes))

async function faultsOf(bytes: Uint8Array): Promise<{ valid: boolean; codes: string[]; reason: string }> {
  const { valid, reason, signers } = await verifyDocument(bytes)
  return { valid, reason, codes: signers.flatMap(({ reasons }) => reasons.map(({ code }) => code)) }
}

/** A signature whose range is moved on by some bytes. */
const movedBy = (shift: number) =>
  signByHand(makeContract().bytes, {
    ranges: ([, start, end, tail]: HonestRange) => [0, start + shift, end + shift, Math.max(1, tail - shift)],
  })

describe('bytes before the beginning of a signed file', () => {
  it.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf], 'begins at byte 3 of'],
    ['a blank line', [0x0a], 'begins at byte 1 of'],
    [
      'a line of a mail',
      [...new TextEncoder().encode('Content-Type: application/pdf\r\n\r\n')],
      'begins at byte 33 of',
    ],
  ])('are the reason: %s', async (_, before, words) => {
    const { valid, codes, reason } = await faultsOf(new Uint8Array([...before, ...(await signed())]))
    expect({ valid, code: codes[0] }).toEqual({ valid: false, code: 'bytes_before_document' })
    expect(reason).toContain(words)
    expect(reason).toContain('Remove what is before it, and verify again')
  })

  it('are no reason where the file does not begin behind them', async () => {
    expect((await faultsOf(await movedBy(-9))).codes).not.toContain('bytes_before_document')
  })
})

it.each([
  ['a footer of a mail', '\r\n-- \r\nScanned by a gateway.\r\n', '30 bytes stand after the last revision'],
  ['an end of a text file', '\x1a', 'One byte stands after the last revision'],
])('names what was appended: %s', async (_, after, words) => {
  const { valid, reason } = await faultsOf(new Uint8Array([...(await signed()), ...new TextEncoder().encode(after)]))
  expect(valid).toBe(false)
  expect(reason).toContain(words)
  expect(reason).toContain(', and verify again')
})

describe('a signature that stands elsewhere than it was made for', () => {
  it.runIf(hasTool('qpdf')).each([
    ['shorter', '--object-streams=disable'],
    ['longer', '--qdf'],
  ])('is in a file that was rewritten, %s than before', async (_, option) => {
    const { valid, codes, reason } = await faultsOf(await rewriteWithQpdf(await signed(), option))
    expect({ valid, code: codes[0] }).toEqual({ valid: false, code: 'file_rewritten' })
    expect(reason).toContain('was rewritten after it was signed')
    expect(reason).not.toContain('end of the file')
  })

  it.each([-9, 9, 100_000])('is in a file that was rewritten: moved by %i bytes', async (shift) => {
    expect((await faultsOf(await movedBy(shift))).codes).toContain('file_rewritten')
  })

  it('is no such file where the gap holds the signature and more, or only a part of it', async () => {
    for (const [before, after] of [
      [2, 0],
      [0, 2],
      [-2, -2],
    ] as const) {
      const bytes = await signByHand(makeContract().bytes, {
        ranges: ([, start, end, tail]) => [0, start - before, end + after, tail - after],
      })
      expect((await faultsOf(bytes)).codes).toContain('gap_not_contents')
    }
  })
})

it('says that the end is missing only where the signature stands in its place', async () => {
  const whole = await signed()
  for (const cut of [1, 2, 3]) {
    const { valid, codes, reason } = await faultsOf(whole.subarray(0, -cut))
    expect({ valid, code: codes[0] }).toEqual({ valid: false, code: 'end_missing' })
    expect(reason).toContain(`and the file has ${whole.length - cut}`)
  }
})

it('names both reasons where the signature has no place of its own', async () => {
  const bytes = await signByHand(makeContract().bytes, {
    dictionary: (text) => text.replace(/>>$/, '/M (D:20200101000000Z)>>'),
    ranges: ([, start, end, tail]) => [0, start, end, tail + 100],
  })
  const { codes, reason } = await faultsOf(bytes)
  expect(codes).toContain('byte_range_wrong')
  expect(reason).toContain('The end of the file is missing, or it was rewritten')
})

/**
 * Facsimile pictures, coded by ImageMagick and compared with what went into them.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeFax as decode, type FaxParams } from '../../../src/ink/pictures/decode-fax.js'
import { hasTool } from '../../support/tools.js'

function decodeFax(bytes: Uint8Array, params: FaxParams, rows: number): Uint8Array | undefined {
  return decode(bytes, params, rows)?.samples
}

const [WIDTH, HEIGHT] = [203, 120]

/** Black shapes of all lengths: lines, blocks, single dots and rows without any. */
function picture(): Uint8Array {
  const samples = new Uint8Array(Math.ceil(WIDTH / 8) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isBlack = y % 31 > 3 && (((x * (y % 13)) % 29) + (x >> 4) < 7 || (x > 60 && x < 150 && y > 80) || x === y)
      const at = y * Math.ceil(WIDTH / 8) + (x >> 3)
      if (isBlack) samples[at] = (samples[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return samples
}

/** The picture as ImageMagick codes it. */
function code(format: 'group4' | 'fax'): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'fax-'))
  try {
    writeFileSync(join(folder, 'in.pbm'), Buffer.concat([Buffer.from(`P4\n${WIDTH} ${HEIGHT}\n`), picture()]))
    execFileSync('convert', [join(folder, 'in.pbm'), `${format}:${join(folder, 'out')}`])
    return new Uint8Array(readFileSync(join(folder, 'out')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const params = { k: -1, columns: WIDTH, isByteAligned: false, blackIs1: true }

describe.skipIf(!hasTool('convert'))('decodeFax', () => {
  it('reads rows by those above (T.6)', () => {
    expect(decodeFax(code('group4'), params, HEIGHT)).toEqual(picture())
  })

  it('reads rows by themselves, with marks between them (T.4)', () => {
    // ImageMagick fills rows up with white to those of a machine.
    const [columns, perRow] = [1728, Math.ceil(WIDTH / 8)]
    const rows = decodeFax(code('fax'), { ...params, k: 0, columns }, HEIGHT) ?? new Uint8Array()
    const left = rows.filter((_, i) => i % (columns / 8) < perRow)
    expect(left).toEqual(picture())
  })

  it('gives white as ones unless told', () => {
    const [first] = decodeFax(code('group4'), { ...params, blackIs1: false }, 1) ?? []
    expect(first).toBe(0xff)
  })

  it('does not read what is damaged, and neither throws nor hangs', () => {
    const coded = code('group4')
    expect(decodeFax(coded.subarray(0, 40), params, HEIGHT)).toBeUndefined()
    expect(decodeFax(new Uint8Array(), params, HEIGHT)).toBeUndefined()
    expect(decodeFax(coded, { ...params, columns: 0 }, HEIGHT)).toBeUndefined()
    for (let i = 0; i < coded.length; i++) {
      const mutant = coded.slice()
      mutant[i] = (mutant[i] ?? 0) ^ (1 << (i % 8))
      expect(() => decodeFax(mutant, params, HEIGHT)).not.toThrow()
    }
  })
})

describe('runs without pixels', () => {
  /** Of eight columns: the places where the colour changes, told by their codes. */
  const [HORIZONTAL, VERTICAL] = ['001', '1']
  const WHITE = { 0: '00110101', 2: '0111', 4: '1011' }
  const BLACK = { 0: '0000110111', 2: '11' }

  it('leave no change for the row below', () => {
    // Two white, no black, four white and two black; then as above: one change, not the one that shows nothing.
    const first = `${HORIZONTAL}${WHITE[2]}${BLACK[0]}${HORIZONTAL}${WHITE[4]}${BLACK[2]}`
    const bits = `${first}${VERTICAL}${VERTICAL}`.padEnd(48, '0')
    const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
    const rows = decodeFax(bytes, { k: -1, columns: 8, isByteAligned: false, blackIs1: true }, 2)
    expect(rows).toEqual(Uint8Array.of(0b00000011, 0b00000011))
  })
})

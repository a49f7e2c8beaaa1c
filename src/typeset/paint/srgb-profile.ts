/**
 * The colour space sRGB as an ICC profile (ICC.1:2004-10, the version that PDF 1.7 supports).
 *
 * @module
 */

import { deflateSync } from '../../platform/deflation.js'

/** Colorants adapted to D50, and the white point (IEC 61966-2-1; ICC.1, 6.3.4.3). */
const COLORANTS = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
  wtpt: [0.9642, 1, 0.82491],
} as const

/** Chromatic adaptation from D65, the white point of sRGB, to D50 (Bradford). */
const ADAPTATION = [1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168] as const

/** Parameters of the curve: ((R + 0.055) / 1.055) ^ 2.4 above 0.04045, R / 12.92 below. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const

const HEADER_LENGTH = 128
const TAG_ENTRY_LENGTH = 12

let profile: Uint8Array | undefined
let deflated: Uint8Array | undefined

/** The profile's bytes, which are always the same. */
function srgbProfile(): Uint8Array {
  profile ??= build()
  return profile
}

/** The profile compressed for a stream with /FlateDecode. */
export function deflatedSrgbProfile(): Uint8Array {
  deflated ??= deflateSync(srgbProfile())
  return deflated
}

function build(): Uint8Array {
  const curve = parametricCurve()
  const tags: [name: string, data: Uint8Array][] = [
    ['desc', text('sRGB')],
    ['cprt', text('No copyright, use freely')],
    ...Object.entries(COLORANTS).map(([name, xyz]): [string, Uint8Array] => [name, numbers('XYZ ', xyz)]),
    ['chad', numbers('sf32', ADAPTATION)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const offsets = new Map<Uint8Array, number>()
  let length = HEADER_LENGTH + 4 + tags.length * TAG_ENTRY_LENGTH
  for (const [, data] of tags) {
    if (offsets.has(data)) continue
    offsets.set(data, length)
    length += data.length
  }
  const bytes = Buffer.alloc(length)
  writeHeader(bytes)
  bytes.writeUInt32BE(tags.length, HEADER_LENGTH)
  tags.forEach(([name, data], index) => {
    const at = HEADER_LENGTH + 4 + index * TAG_ENTRY_LENGTH
    const offset = offsets.get(data) ?? 0
    bytes.write(name, at, 'latin1')
    bytes.writeUInt32BE(offset, at + 4)
    bytes.writeUInt32BE(data.length, at + 8)
    bytes.set(data, offset)
  })
  return bytes
}

/** The profile header (ICC.1:2004-10, 7.2). */
function writeHeader(bytes: Buffer): void {
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(0x04200000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  // 1 January 2000: a profile needs a date, and a fixed one keeps it the same.
  for (const [index, part] of [2000, 1, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  // The illuminant of the profile connection space.
  for (const [index, value] of COLORANTS.wtpt.entries()) bytes.writeInt32BE(fixed(value), 68 + 4 * index)
}

function text(content: string): Uint8Array {
  const bytes = Buffer.alloc(align(28 + 2 * content.length))
  bytes.write('mluc', 0, 'latin1')
  bytes.writeUInt32BE(1, 8)
  bytes.writeUInt32BE(12, 12)
  bytes.write('enUS', 16, 'latin1')
  bytes.writeUInt32BE(2 * content.length, 20)
  bytes.writeUInt32BE(28, 24)
  for (let index = 0; index < content.length; index++) bytes.writeUInt16BE(content.charCodeAt(index), 28 + 2 * index)
  return bytes
}

function numbers(type: string, values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(8 + 4 * values.length)
  bytes.write(type, 0, 'latin1')
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 8 + 4 * index)
  return bytes
}

function parametricCurve(): Uint8Array {
  const bytes = Buffer.alloc(12 + 4 * CURVE.length)
  bytes.write('para', 0, 'latin1')
  bytes.writeUInt16BE(3, 8)
  for (const [index, value] of CURVE.entries()) bytes.writeInt32BE(fixed(value), 12 + 4 * index)
  return bytes
}

/** A number as s15Fixed16Number. */
function fixed(value: number): number {
  return Math.round(value * 65_536)
}

function align(length: number): number {
  return Math.ceil(length / 4) * 4
}

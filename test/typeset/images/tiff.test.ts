/**
 * TIFF, sound and damaged.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { SealwrightError } from '../../../src/errors.js'
import { readTiff } from '../../../src/typeset/images/tiff.js'

const LONG = 4
const SHORT = 3

type Field = readonly [tag: number, type: number, values: readonly number[], count?: number]

/** A TIFF file with one directory behind its data. `count` may lie about how many values a field has. */
function makeTiff(data: Uint8Array, fields: readonly Field[], littleEndian = true): Uint8Array {
  const bytes = Buffer.alloc(8 + data.length + 2 + fields.length * 12 + 4 + 64)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  bytes.write(littleEndian ? 'II' : 'MM', 'latin1')
  view.setUint16(2, 42, littleEndian)
  view.setUint32(4, 8 + data.length, littleEndian)
  bytes.set(data, 8)
  let at = 8 + data.length
  let free = at + 2 + fields.length * 12 + 4
  view.setUint16(at, fields.length, littleEndian)
  at += 2
  for (const [tag, type, values, count = values.length] of fields) {
    view.setUint16(at, tag, littleEndian)
    view.setUint16(at + 2, type, littleEndian)
    view.setUint32(at + 4, count, littleEndian)
    const size = type === LONG ? 4 : 2
    const isInside = values.length * size <= 4
    if (!isInside) view.setUint32(at + 8, free, littleEndian)
    for (const [i, value] of values.entries()) {
      const to = (isInside ? at + 8 : free) + i * size
      if (type === LONG) view.setUint32(to, value, littleEndian)
      else view.setUint16(to, value, littleEndian)
    }
    if (!isInside) free += values.length * size
    at += 12
  }
  return bytes
}

/** The fields of an image of 8-bit grey with all of its data in one strip. */
function grey(width: number, height: number, compression: number, length: number): Field[] {
  return [
    [256, SHORT, [width]],
    [257, SHORT, [height]],
    [258, SHORT, [8]],
    [259, SHORT, [compression]],
    [262, SHORT, [1]],
    [273, LONG, [8]],
    [277, SHORT, [1]],
    [278, SHORT, [height]],
    [279, LONG, [length]],
  ]
}

const pixels = Uint8Array.from({ length: 32 * 32 }, (_, i) => (i * 7) & 255)
const rgb = Array.from(pixels).flatMap((value) => [value, value, value])
const codeOf = (bytes: Uint8Array) => {
  try {
    readTiff(bytes)
    return 'read'
  } catch (error) {
    return (error as SealwrightError).code
  }
}

describe('readTiff', () => {
  it.each([
    ['plain', 1, pixels],
    ['PackBits', 32773, Uint8Array.from([...pixels].flatMap((value) => [0, value]))],
    ['deflated', 8, deflateSync(pixels)],
    ['deflated, as Adobe has it', 32946, deflateSync(pixels)],
  ])('reads a %s image in both byte orders', (_, compression, data) => {
    for (const littleEndian of [true, false]) {
      const image = readTiff(makeTiff(data, grey(32, 32, compression, data.length), littleEndian))
      expect([image.width, image.height, [...image.data]]).toEqual([32, 32, rgb])
    }
  })

  it('puts tiles into their places, those at the edges cut off', () => {
    const tiles = [0, 1, 2, 3].map((tile) => {
      const [left, top] = [(tile % 2) * 16, Math.floor(tile / 2) * 16]
      return Uint8Array.from({ length: 256 }, (_, i) => pixels[(top + (i >> 4)) * 32 + left + (i & 15)] ?? 0)
    })
    const fields: Field[] = [
      ...grey(30, 30, 1, 0).filter(([tag]) => tag !== 273 && tag !== 278 && tag !== 279),
      [322, SHORT, [16]],
      [323, SHORT, [16]],
      [324, LONG, [8, 264, 520, 776]],
      [325, LONG, [256, 256, 256, 256]],
    ]
    const image = readTiff(makeTiff(Buffer.concat(tiles), fields))
    const expected = Array.from({ length: 900 }, (_, i) => pixels[Math.floor(i / 30) * 32 + (i % 30)])
    expect([...image.data].filter((_, i) => i % 3 === 0)).toEqual(expected)
  })

  it('undoes the predictor', () => {
    const differences = Uint8Array.from(pixels, (value, i) => (i % 32 === 0 ? value : value - (pixels[i - 1] ?? 0)))
    const image = readTiff(makeTiff(differences, [...grey(32, 32, 1, 1024), [317, SHORT, [2]]]))
    expect([...image.data]).toEqual(rgb)
  })

  it.each<[string, Uint8Array, string]>([
    ['no header', Buffer.from('II'), 'invalid_document'],
    [
      'a count of values that no file could hold',
      makeTiff(pixels, [...grey(32, 32, 1, 1024), [320, SHORT, [1, 2, 3], 0x7fffffff]]),
      'invalid_document',
    ],
    [
      'a count of strips that no file could hold',
      makeTiff(pixels, [...grey(32, 32, 1, 1024), [273, LONG, [8, 8], 0x7fffffff]]),
      'invalid_document',
    ],
    ['a directory that is longer than the file', Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'), 'invalid_document'],
    ['sides beyond all measure', makeTiff(pixels, grey(60_000, 60_000, 1, 1024)), 'document_too_complex'],
    [
      'deflated zeros beyond the size of the image',
      makeTiff(deflateSync(Buffer.alloc(5_000_000)), grey(32, 32, 8, 5000)),
      'invalid_document',
    ],
    ['planes', makeTiff(pixels, [...grey(8, 8, 1, 64), [277, SHORT, [3]], [284, SHORT, [2]]]), 'unsupported_document'],
    ['a compression of cameras', makeTiff(pixels, grey(32, 32, 34713, 1024)), 'unsupported_document'],
    [
      'a JPEG frame that is larger than its strip',
      makeTiff(
        Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0]),
        grey(32, 32, 7, 15),
      ),
      'document_too_complex',
    ],
  ])('refuses %s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code)
  })

  it('looks at no more than the first directory, wherever the next one is said to be', () => {
    const bytes = Buffer.from(makeTiff(pixels, grey(32, 32, 1, 1024)))
    const directory = bytes.readUInt32LE(4)
    bytes.writeUInt32LE(directory, directory + 2 + 9 * 12)
    expect([...readTiff(bytes).data]).toEqual(rgb)
  })
})

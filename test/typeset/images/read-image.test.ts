/**
 * PNG, JPEG, BMP and GIF, sound and damaged.
 *
 * @module
 */

import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../../src/errors.js'
import type { RasterImage } from '../../../src/typeset/images/image.js'
import { readImage } from '../../../src/typeset/images/read-image.js'

interface PngParts {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colorType: number
  readonly interlaced?: boolean
  readonly rows: readonly (readonly number[])[]
  readonly chunks?: readonly (readonly [type: string, data: readonly number[]])[]
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose rows start with their filter type. */
function png({ width, height, bits, colorType, interlaced = false, rows, chunks = [] }: PngParts): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colorType, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, Uint8Array.from(data))),
    chunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    chunk('IEND', new Uint8Array()),
  ])
}

function raster(bytes: Uint8Array): RasterImage {
  const image = readImage(bytes)
  if (image.kind !== 'raster') throw new Error(`It is a ${image.kind}.`)
  return image
}

function codeOf(bytes: Uint8Array): string {
  try {
    readImage(bytes)
    return 'none'
  } catch (error) {
    return error instanceof SealwrightError ? error.code : String(error)
  }
}

describe('PNG', () => {
  it('is passed on compressed where PDF can take it', () => {
    const file = png({ width: 2, height: 1, bits: 8, colorType: 2, rows: [[0, 1, 2, 3, 4, 5, 6]] })
    expect(raster(file)).toMatchObject({ width: 2, height: 1, colors: 'rgb', bits: 8, encoding: 'png' })
  })

  it('is split into colours and opacity', () => {
    const rows = [
      [1, 10, 20, 30, 128, 1, 1, 1, 1],
      [2, 5, 5, 5, 0, 0, 0, 0, 0],
    ]
    const image = raster(png({ width: 2, height: 2, bits: 8, colorType: 6, rows }))
    expect([...image.data]).toEqual([10, 20, 30, 11, 21, 31, 15, 25, 35, 11, 21, 31])
    expect([...(image.alpha ?? [])]).toEqual([128, 129, 128, 129])
  })

  it('takes the opacity of palette entries and of one key colour', () => {
    const indexed = png({
      width: 4,
      height: 1,
      bits: 2,
      colorType: 3,
      rows: [[0, 0b00011011]],
      chunks: [
        ['PLTE', [1, 1, 1, 2, 2, 2, 3, 3, 3]],
        ['tRNS', [0, 128]],
      ],
    })
    expect([...raster(indexed).data]).toEqual([0, 1, 2, 3])
    expect([...(raster(indexed).alpha ?? [])]).toEqual([0, 128, 255, 255])
    const keyed = png({ width: 2, height: 1, bits: 8, colorType: 0, rows: [[0, 7, 9]], chunks: [['tRNS', [0, 9]]] })
    expect([...(raster(keyed).alpha ?? [])]).toEqual([255, 0])
  })

  it('puts the passes of an interlaced image together', () => {
    // Two by two grey pixels: pass 1 has the first, pass 6 the second, pass 7 the lower row.
    const rows = [
      [0, 1],
      [0, 2],
      [0, 3, 4],
    ]
    const image = raster(png({ width: 2, height: 2, bits: 8, colorType: 0, interlaced: true, rows }))
    expect([...image.data]).toEqual([1, 2, 3, 4])
  })

  it('is refused when it is cut short or claims to be huge', () => {
    expect(codeOf(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1]))).toBe('invalid_document')
    const huge = png({ width: 60_000, height: 60_000, bits: 8, colorType: 6, rows: [[0]] })
    expect(codeOf(huge)).toBe('document_too_complex')
  })
})

describe('JPEG', () => {
  const frame = (marker: number, components: number) =>
    Uint8Array.from([
      ...[0xff, 0xd8, 0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0],
      ...[0xff, marker, 0, 8 + 3 * components, 8, 0, 50, 0, 100, components, 1, 0x11, 0, 0xff, 0xd9],
    ])

  it('is passed on with the size of its frame; CMYK of Adobe is inverted', () => {
    expect(readImage(frame(0xc2, 3))).toMatchObject({
      kind: 'jpeg',
      width: 100,
      height: 50,
      components: 3,
      inverted: false,
    })
    expect(readImage(frame(0xc0, 4))).toMatchObject({ components: 4, inverted: true })
  })

  it('is refused without a frame that PDF knows', () => {
    expect(codeOf(frame(0xc3, 3))).toBe('unsupported_document')
    expect(codeOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]))).toBe('invalid_document')
  })
})

describe('BMP', () => {
  /** Two by two pixels of 24 bits, the lowest row first. */
  function bmp(height: number): Uint8Array {
    const file = Buffer.alloc(54 + 16)
    file.write('BM')
    file.writeUInt32LE(54, 10)
    file.writeUInt32LE(40, 14)
    file.writeInt32LE(2, 18)
    file.writeInt32LE(height, 22)
    file.writeUInt16LE(24, 28)
    file.set([1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0], 54)
    return file
  }

  it('is read from below, or from above when its height is negative', () => {
    expect([...raster(bmp(2)).data]).toEqual([9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4])
    expect([...raster(bmp(-2)).data]).toEqual([3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10])
  })
})

describe('GIF', () => {
  it('shows its first frame, transparent where it says so', () => {
    // One by two pixels, palette of black and red, colour 0 transparent; codes: clear, 1, 0, end.
    const file = Uint8Array.from([
      ...Buffer.from('GIF89a', 'latin1'),
      ...[1, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 0, 0],
      ...[0x21, 0xf9, 4, 1, 0, 0, 0, 0],
      ...[0x2c, 0, 0, 0, 0, 1, 0, 2, 0, 0, 2, 2, 0b00001100, 0b00001010, 0, 0x3b],
    ])
    const image = raster(file)
    expect([...image.data.subarray(0, 3)]).toEqual([255, 0, 0])
    expect([...(image.alpha ?? [])]).toEqual([255, 0])
  })
})

describe('anything else', () => {
  it('is named in the error', () => {
    const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')
    expect(codeOf(webp)).toBe('unsupported_document')
    expect(() => readImage(webp)).toThrow('WebP')
    expect(codeOf(new Uint8Array())).toBe('unsupported_document')
  })
})

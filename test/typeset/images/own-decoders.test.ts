/**
 * Pictures whose decoders are our own: icons, JPEG 2000, TIFF in printing inks.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../../src/errors.js'
import type { RasterImage } from '../../../src/typeset/images/image.js'
import { readImage } from '../../../src/typeset/images/read-image.js'
import { MIDDLES, pictureFile, QUARTERS } from './picture-file.js'

function codeOf(bytes: Uint8Array): string {
  try {
    readImage(bytes)
    return 'read'
  } catch (error) {
    return error instanceof SealwrightError ? error.code : String(error)
  }
}

function raster(bytes: Uint8Array): RasterImage {
  const image = readImage(bytes)
  if (image.kind !== 'raster') throw new Error(`It is a ${image.kind}.`)
  return image
}

function quarters({ data, width, height, colors }: RasterImage): number[][] {
  return MIDDLES.map(([x, y]) => {
    const pixel = Math.floor(y * height) * width + Math.floor(x * width)
    if (typeof colors === 'string') return [...data.subarray(3 * pixel, 3 * pixel + 3)]
    const index = data[pixel] ?? 0
    return [...colors.palette.subarray(3 * index, 3 * index + 3)]
  })
}

/** An icon of one bitmap of 2 by 2 pixels with 24 or 32 bits, and its mask; the lowest row comes first. */
function icon(bits: 24 | 32, pixels: readonly number[], mask: readonly number[], cursor = false): Uint8Array {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(2, 4)
  header.writeInt32LE(4, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  const entry = Buffer.alloc(16)
  entry.writeUInt32LE(40 + pixels.length + mask.length, 8)
  entry.writeUInt32LE(22, 12)
  const start = Buffer.from([0, 0, cursor ? 2 : 1, 0, 1, 0])
  return Uint8Array.from(Buffer.concat([start, entry, header, Buffer.from(pixels), Buffer.from(mask)]))
}

describe('icons', () => {
  it('show the largest of their sizes', () => {
    const image = raster(pictureFile('two-sizes.ico'))
    expect(image).toMatchObject({ width: 32, height: 24 })
    expect(quarters(image)).toEqual(QUARTERS)
    expect(quarters(raster(pictureFile('palette.ico')))).toEqual(QUARTERS)
  })

  it('keep the opacity of 32 bits, or take that of their mask', () => {
    const clear = raster(pictureFile('one-clear.ico'))
    expect([clear.alpha?.[2 * 32 + 2], clear.alpha?.[2 * 32 + 30]]).toEqual([255, 0])
    const pixel = [1, 2, 3, 0]
    const masked = raster(icon(32, [...pixel, ...pixel, ...pixel, ...pixel], [0x80, 0, 0, 0, 0x40, 0, 0, 0]))
    expect([...(masked.alpha ?? [])]).toEqual([255, 0, 0, 255])
    const rows = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0]
    const cursor = raster(icon(24, rows, [0, 0, 0, 0, 0, 0, 0, 0], true))
    expect([...cursor.data]).toEqual([9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4])
    expect(cursor.alpha).toBeUndefined()
  })

  it('are damaged when their pixels are cut off, and refused when they are huge', () => {
    const bytes = icon(32, Array(16).fill(9), [])
    expect(codeOf(bytes)).toBe('read')
    expect(codeOf(bytes.slice(0, -1))).toBe('invalid_document')
    expect(codeOf(bytes.slice(0, 30))).toBe('invalid_document')
    new DataView(bytes.buffer).setInt32(26, 60_000, true)
    new DataView(bytes.buffer).setInt32(30, 120_000, true)
    expect(codeOf(bytes)).toBe('document_too_complex')
  })
})

describe('JPEG 2000', () => {
  it('is passed on with what its image dictionary needs', () => {
    expect(readImage(pictureFile('four-colours.jp2'))).toMatchObject({
      kind: 'jpeg2000',
      width: 32,
      height: 24,
      colors: 'rgb',
    })
  })

  it('gets the boxes of a file where it is a code stream alone, and no others than PDF/A permits', () => {
    for (const name of ['four-colours.j2k', 'four-colours.jp2']) {
      const image = readImage(pictureFile(name))
      if (image.kind !== 'jpeg2000') throw new Error(image.kind)
      const text = Buffer.from(image.bytes).toString('latin1')
      expect(text.match(/ftyp|jp2h|ihdr|colr|jp2c|uuid|xml /g)?.slice(0, 5)).toEqual([
        'ftyp',
        'jp2h',
        'ihdr',
        'colr',
        'jp2c',
      ])
    }
  })

  it('is damaged when a tile is cut off or a box is broken', () => {
    const bytes = pictureFile('four-colours.jp2')
    for (const length of [12, 60, 200, bytes.length - 20])
      expect(codeOf(bytes.slice(0, length))).toBe('invalid_document')
    const stream = pictureFile('four-colours.j2k')
    for (const length of [4, 40, 80, stream.length - 20]) {
      expect(codeOf(stream.slice(0, length))).toBe('invalid_document')
    }
  })

  it('is refused when it is huge, or has colours that PDF does not name', () => {
    const stream = pictureFile('four-colours.j2k')
    new DataView(stream.buffer).setUint32(8, 60_000)
    new DataView(stream.buffer).setUint32(12, 60_000)
    new DataView(stream.buffer).setUint32(24, 60_000)
    new DataView(stream.buffer).setUint32(28, 60_000)
    expect(codeOf(stream)).toBe('document_too_complex')
    const file = pictureFile('four-colours.jp2')
    const colors = Buffer.from(file).indexOf('colr')
    file[colors + 10] = 14
    expect(codeOf(file)).toBe('unsupported_document')
    expect(() => readImage(pictureFile('one-clear.jp2'))).toThrow('the format JPEG 2000 with transparency')
  })
})

describe('TIFF in printing inks', () => {
  it('is shown in the colours that ImageMagick has for it', () => {
    expect(quarters(raster(pictureFile('cmyk.tif')))).toEqual(QUARTERS)
    const clear = raster(pictureFile('cmyk-one-clear.tif'))
    expect([clear.alpha?.[2 * 32 + 2], clear.alpha?.[2 * 32 + 30]]).toEqual([255, 0])
    for (const [index, color] of quarters(raster(pictureFile('cmyk-16-bits.tif'))).entries()) {
      for (const [channel, value] of color.entries()) {
        expect(Math.abs(value - (QUARTERS[index]?.[channel] ?? 0))).toBeLessThanOrEqual(1)
      }
    }
  })

  it('is not called damaged where only its compression is not known', () => {
    expect(() => readImage(pictureFile('cmyk-jpeg.tif'))).toThrow(
      'Pictures in the format TIFF in printing inks (CMYK) with JPEG inside are not shown.',
    )
    expect(codeOf(pictureFile('cmyk.tif').slice(0, 200))).toBe('invalid_document')
  })
})

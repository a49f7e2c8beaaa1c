/**
 * Pictures that packages of the host decode: WebP, AVIF, HEIC.
 *
 * @module
 */

import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../../src/errors.js'
import { HostImageReader, readHostImages } from '../../../src/typeset/images/host-images.js'
import type { RasterImage } from '../../../src/typeset/images/image.js'
import { sniffImage } from '../../../src/typeset/images/image-format.js'
import { IMAGE_LIMITS } from '../../../src/typeset/images/image-limits.js'
import { readImage } from '../../../src/typeset/images/read-image.js'
import { MIDDLES, pictureFile, QUARTERS } from './picture-file.js'

const HOST_FORMATS = [
  ['WebP', 'four-colours.webp'],
  ['AVIF', 'four-colours.avif'],
  ['HEIC', 'four-colours.heic'],
] as const

async function read(name: string, format: 'WebP' | 'AVIF' | 'HEIC' = 'WebP'): Promise<RasterImage> {
  return new HostImageReader().read(format, pictureFile(name))
}

async function codeOf(bytes: Uint8Array, format: 'WebP' | 'AVIF' | 'HEIC'): Promise<string> {
  try {
    await new HostImageReader().read(format, bytes)
    return 'read'
  } catch (error) {
    return error instanceof SealwrightError ? error.code : String(error)
  }
}

function pixels({ data, width, height }: RasterImage): number[][] {
  return MIDDLES.map(([x, y]) => {
    const at = 3 * (Math.floor(y * height) * width + Math.floor(x * width))
    return [...data.subarray(at, at + 3)]
  })
}

describe('pictures that the host decodes', () => {
  it.each(HOST_FORMATS)('have their colours: %s', async (format, name) => {
    expect(sniffImage(pictureFile(name))).toBe(format)
    const image = await read(name, format)
    expect(image).toMatchObject({ width: 32, height: 24, colors: 'rgb' })
    expect(image.alpha).toBeUndefined()
    for (const [index, color] of pixels(image).entries()) {
      // AVIF and HEIC are lossy.
      for (const [channel, value] of color.entries()) {
        expect(Math.abs(value - (QUARTERS[index]?.[channel] ?? 0))).toBeLessThanOrEqual(4)
      }
    }
  })

  it('keep their opacity, and show the first frame of an animation', async () => {
    const clear = await read('one-clear.webp')
    expect(clear.alpha?.[2 * 32 + 2]).toBe(255)
    expect(clear.alpha?.[2 * 32 + 30]).toBe(0)
    expect(pixels(await read('animated.webp'))).toEqual(QUARTERS)
  })

  it('are packed as in a PNG for a document', async () => {
    const bytes = pictureFile('four-colours.webp')
    const images = await readHostImages([{ bytes }, { bytes }])
    const image = readImage(bytes, { hostImages: images }) as RasterImage
    expect(image.encoding).toBe('png')
    const rows = inflateSync(image.data)
    expect(rows).toHaveLength(24 * (1 + 3 * 32))
    expect([...rows.subarray(0, 7)]).toEqual([1, 220, 30, 40, 0, 0, 0])
  })

  it.each(HOST_FORMATS)('are told as damaged when they are cut off: %s', async (format, name) => {
    const bytes = pictureFile(name)
    for (const length of [20, 40, Math.floor(bytes.length / 2), bytes.length - 8]) {
      expect(await codeOf(bytes.slice(0, length), format)).toBe('invalid_document')
    }
    expect(await codeOf(bytes, format)).toBe('read')
  })

  it.each(HOST_FORMATS)('are refused by their header when they are too large: %s', async (format, name) => {
    const bytes = pictureFile(name)
    if (format === 'WebP') {
      // Width and height of 14 bits each, the most that the format has (RFC 9649, 3.4).
      const view = new DataView(bytes.buffer)
      view.setUint32(21, view.getUint32(21, true) | 0x0fffffff, true)
    } else {
      const at = Buffer.from(bytes).indexOf('ispe')
      new DataView(bytes.buffer).setUint32(at + 8, 60_000)
      new DataView(bytes.buffer).setUint32(at + 12, 60_000)
    }
    expect(await codeOf(bytes, format)).toBe('document_too_complex')
  })

  it('count together for one document', async () => {
    const bytes = pictureFile('four-colours.webp')
    const most = IMAGE_LIMITS.maxHostDecodedPixels
    try {
      Object.assign(IMAGE_LIMITS, { maxHostDecodedPixels: 2 * 32 * 24 })
      const reader = new HostImageReader()
      await reader.read('WebP', bytes)
      await reader.read('WebP', bytes)
      await expect(reader.read('WebP', bytes)).rejects.toMatchObject({ code: 'document_too_complex' })
    } finally {
      Object.assign(IMAGE_LIMITS, { maxHostDecodedPixels: most })
    }
  })

  it('are refused when they turn out larger than they said', async () => {
    const bytes = pictureFile('four-colours.avif')
    const at = Buffer.from(bytes).indexOf('ispe')
    new DataView(bytes.buffer).setUint32(at + 8, 8)
    expect(await codeOf(bytes, 'AVIF')).toBe('invalid_document')
  })

  it('stop between two pictures when the call is aborted', async () => {
    const reading = readHostImages([{ bytes: pictureFile('four-colours.webp') }], AbortSignal.abort('enough'))
    await expect(reading).rejects.toBe('enough')
  })
})

describe('formats that nothing decodes', () => {
  it.each([
    ['JPEG XL', [0xff, 0x0a, 0, 0]],
    ['Photoshop', [0x38, 0x42, 0x50, 0x53]],
    ['JPEG XR', [0x49, 0x49, 0xbc, 1]],
  ])('are named: %s', (format, bytes) => {
    expect(() => readImage(Uint8Array.from(bytes))).toThrow(`Pictures in the format ${format} are not shown.`)
  })
})

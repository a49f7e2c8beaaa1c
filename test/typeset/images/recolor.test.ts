/**
 * Pictures with other colours than their own.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { RasterImage } from '../../../src/typeset/images/image.js'
import { blackOrWhite, recolored, tonesBetween } from '../../../src/typeset/images/recolor.js'

const GREYS = tonesBetween('000000', 'FFFFFF')

function raster(changes: Partial<RasterImage>): RasterImage {
  return {
    kind: 'raster',
    width: 2,
    height: 1,
    colors: 'rgb',
    bits: 8,
    data: new Uint8Array(6),
    encoding: 'raw',
    ...changes,
  }
}

describe('recolored', () => {
  it('keeps the brightness of colours, and the transparency', () => {
    const alpha = Uint8Array.of(0, 255)
    const image = recolored(raster({ data: Uint8Array.of(255, 0, 0, 255, 255, 255), alpha }), GREYS)
    expect(image).toMatchObject({ data: Uint8Array.of(76, 255), bits: 8, alpha, encoding: 'raw' })
    expect(image?.colors).toEqual({ palette: GREYS })
  })

  it('maps the entries of palettes and the levels of greys', () => {
    const tones = tonesBetween('102030', 'F0E0D0')
    const palette = Uint8Array.of(0, 0, 0, 255, 255, 255)
    const ends = { palette: Uint8Array.of(0x10, 0x20, 0x30, 0xf0, 0xe0, 0xd0) }
    const data = Uint8Array.of(0b0100_0000)
    expect(recolored(raster({ colors: { palette }, bits: 1, data }), tones)).toMatchObject({ colors: ends, data })
    expect(recolored(raster({ colors: 'gray', bits: 1, data }), tones)).toMatchObject({ colors: ends, data })
  })

  it('divides black from white in the middle', () => {
    const tones = blackOrWhite()
    expect([tones[3 * 127], tones[3 * 128]]).toEqual([0, 255])
  })

  it('leaves samples that are packed', () => {
    expect(recolored(raster({ encoding: 'png' }), GREYS)).toBeUndefined()
    expect(recolored(raster({ bits: 16 }), GREYS)).toBeUndefined()
    expect(recolored(raster({ colors: 'gray', bits: 16 }), GREYS)).toBeUndefined()
  })
})

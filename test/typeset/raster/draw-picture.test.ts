/**
 * Drawings as pixels.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { finishSteps } from '../../../src/pace/turns.js'
import { loadShaper } from '../../../src/typeset/fonts/shaper.js'
import { createFontLibrary } from '../../../src/typeset/fonts.js'
import { readImage } from '../../../src/typeset/images/read-image.js'
import { drawPicture } from '../../../src/typeset/raster/draw-picture.js'

/** Pixels of a drawing, one for each unit of it. */
class Pixels {
  readonly #width: number
  readonly #pixels: Uint8Array

  constructor(content: string, width = 20, height = 20, spend: (count: number) => void = () => {}) {
    const svg = `<svg width="${width}" height="${height}">${content}</svg>`
    const image = readImage(new TextEncoder().encode(svg), { fonts: createFontLibrary({ needsShaper: true }) })
    if (image.kind !== 'vector') throw new Error(`It is a ${image.kind}.`)
    const drawn = finishSteps(drawPicture(image, { width, height, spend }))
    this.#width = drawn.width
    this.#pixels = drawn.pixels
  }

  /** Red, green, blue and opacity. */
  at(x: number, y: number): readonly number[] {
    const at = 4 * (y * this.#width + x)
    return [...this.#pixels.subarray(at, at + 4)]
  }

  opacity(x: number, y: number): number {
    return this.at(x, y)[3] ?? 0
  }

  /** The opacities of all pixels together, in whole pixels. */
  get area(): number {
    return this.#pixels.reduce((sum, value, index) => (index % 4 === 3 ? sum + value / 255 : sum), 0)
  }
}

const CLEAR = [0, 0, 0, 0]

describe('what is filled', () => {
  it('covers pixels by the share of them that is inside', () => {
    const pixels = new Pixels('<rect x="2.5" y="3.25" width="4" height="2" fill="#f00"/>')
    expect(pixels.at(3, 4)).toEqual([255, 0, 0, 255])
    expect(pixels.at(2, 4)).toEqual([255, 0, 0, 128])
    expect(pixels.at(6, 4)).toEqual([255, 0, 0, 128])
    expect(pixels.at(3, 3)).toEqual([255, 0, 0, 191])
    expect(pixels.at(3, 5)).toEqual([255, 0, 0, 64])
    expect(pixels.at(7, 4)).toEqual(CLEAR)
  })

  it('has the area that geometry gives it, curves included', () => {
    expect(new Pixels('<circle cx="10" cy="10" r="8"/>').area).toBeCloseTo(Math.PI * 64, 0)
    expect(new Pixels('<path d="M1 1L19 3 7 18z"/>').area).toBeCloseTo(147, 0)
    expect(new Pixels('<ellipse cx="100" cy="100" rx="90" ry="40"/>', 200, 200).area / (Math.PI * 3600)).toBeCloseTo(
      1,
      3,
    )
  })

  it('follows the rule for outlines that overlap', () => {
    const path = 'd="M2 2h12v12h-12zM6 6h4v4h-4z"'
    expect(new Pixels(`<path ${path}/>`).opacity(8, 8)).toBe(255)
    expect(new Pixels(`<path ${path} fill-rule="evenodd"/>`).opacity(8, 8)).toBe(0)
  })

  it('goes on where outlines leave the picture on any side', () => {
    const pixels = new Pixels('<rect x="-50" y="-50" width="200" height="60"/><path d="M10 12L900 15 900 18 10 18z"/>')
    expect(pixels.opacity(0, 0)).toBe(255)
    expect(pixels.opacity(19, 9)).toBe(255)
    expect(pixels.opacity(0, 10)).toBe(0)
    expect(pixels.opacity(19, 15)).toBe(255)
    expect(pixels.opacity(9, 15)).toBe(0)
  })

  it('lies over what is below it, by its opacity', () => {
    const pixels = new Pixels(
      '<rect width="20" height="20" fill="#fff"/><rect width="9" height="9" fill="#000" opacity=".5"/>',
    )
    expect(pixels.at(4, 4)).toEqual([127, 127, 127, 255])
    expect(pixels.at(12, 12)).toEqual([255, 255, 255, 255])
    expect(new Pixels('<rect width="9" height="9" fill="#08f" fill-opacity=".25"/>').at(4, 4)).toEqual([
      0, 135, 255, 64,
    ])
  })
})

describe('gradients', () => {
  const stops = '<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/>'

  it('run across the box of what they fill, or where they say', () => {
    const gradient = (more: string) => `<linearGradient id="g" ${more}>${stops}</linearGradient>`
    const box = '<rect x="5" width="10" height="10" fill="url(#g)"/>'
    const grey = (pixels: Pixels, x: number) => pixels.at(x, 5)[0] ?? 0
    const across = new Pixels(gradient('') + box)
    expect(grey(across, 5)).toBeCloseTo(0.05 * 255, -1)
    expect(grey(across, 14)).toBeCloseTo(0.95 * 255, -1)
    const user = new Pixels(gradient('gradientUnits="userSpaceOnUse" x1="0" x2="20"') + box)
    expect(grey(user, 5)).toBeCloseTo((5.5 / 20) * 255, -1)
    const turned = new Pixels(gradient('gradientTransform="rotate(90)"') + box)
    expect(turned.at(5, 8)).toEqual(turned.at(14, 8))
    expect(turned.at(5, 1)[0]).toBeLessThan(60)
    const again = new Pixels(gradient('x2=".5" spreadMethod="reflect"') + box)
    expect(grey(again, 9)).toBeGreaterThan(200)
    expect(grey(again, 14)).toBeLessThan(50)
    const repeated = new Pixels(gradient('x2=".5" spreadMethod="repeat"') + box)
    expect(grey(repeated, 10)).toBeLessThan(50)
  })

  it('spread from a focus, and fade by their opacities', () => {
    const radial = new Pixels(
      `<radialGradient id="g" fx=".25">${stops}</radialGradient><rect width="20" height="20" fill="url(#g)"/>`,
    )
    expect(radial.at(5, 10)[0]).toBeLessThan(20)
    expect(radial.at(19, 10)[0]).toBeGreaterThan(240)
    const fading = new Pixels(
      '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="red" stop-opacity="0"/></linearGradient>' +
        '<rect width="20" height="20" fill="url(#g)"/>',
    )
    expect(fading.at(10, 10)).toEqual([255, 0, 0, expect.closeTo(122, -1)])
  })

  it('fill strokes as well', () => {
    const pixels = new Pixels(
      `<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="20">${stops}</linearGradient><path d="M0 10H20" stroke="url(#g)" stroke-width="4" fill="none"/>`,
    )
    expect(pixels.at(2, 10)[0]).toBeLessThan(50)
    expect(pixels.at(17, 11)[0]).toBeGreaterThan(200)
    expect(pixels.opacity(10, 7)).toBe(0)
    expect(pixels.opacity(10, 8)).toBe(255)
  })
})

describe('strokes', () => {
  const corner = (more: string) =>
    new Pixels(`<path d="M4 16V4H16" fill="none" stroke="#000" stroke-width="4" ${more}/>`)

  it('have the joins that are asked for', () => {
    expect(corner('').opacity(2, 2)).toBe(255)
    expect(corner('stroke-linejoin="bevel"').opacity(2, 2)).toBe(0)
    expect(corner('stroke-linejoin="round"').opacity(2, 2)).toBeGreaterThan(60)
    expect(corner('stroke-linejoin="round"').opacity(2, 2)).toBeLessThan(200)
  })

  it('cut miters off that are too long', () => {
    const spike = (limit: string) =>
      new Pixels(`<path d="M2 16L10 4 18 16" fill="none" stroke="#000" stroke-width="2" ${limit}/>`).opacity(10, 2)
    // The miter is 1.8 times as long as the line is wide.
    expect(spike('')).toBeGreaterThan(40)
    expect(spike('stroke-miterlimit="1.85"')).toBeGreaterThan(40)
    expect(spike('stroke-miterlimit="1.7"')).toBe(0)
  })

  it('end as they are told to', () => {
    const line = (cap: string) =>
      new Pixels(`<line x1="6" y1="10" x2="14" y2="10" stroke="#000" stroke-width="4" stroke-linecap="${cap}"/>`)
    expect(line('butt').area).toBeCloseTo(32, 1)
    expect(line('square').area).toBeCloseTo(48, 1)
    expect(line('round').area).toBeCloseTo(32 + 4 * Math.PI, 0)
    const dot = (cap: string) =>
      new Pixels(`<path d="M10 10z" stroke="#000" stroke-width="8" stroke-linecap="${cap}"/>`).area
    expect(dot('butt')).toBe(0)
    expect(dot('square')).toBeCloseTo(64, 1)
    expect(dot('round')).toBeCloseTo(16 * Math.PI, 0)
  })

  it('are dashed, from where they are told to', () => {
    const dashed = (more: string) =>
      new Pixels(`<path d="M0 10H20" stroke="#000" stroke-width="2" stroke-dasharray="4 2" ${more}/>`)
    const row = (pixels: Pixels) => [...Array(20).keys()].map((x) => (pixels.opacity(x, 10) > 0 ? '#' : '.')).join('')
    expect(row(dashed(''))).toBe('####..####..####..##')
    expect(row(dashed('stroke-dashoffset="3"'))).toBe('#..####..####..####.')
    expect(row(dashed('stroke-dashoffset="-1"'))).toBe('.####..####..####..#')
  })

  it('are as wide as the drawing stretches them', () => {
    const stretched = (more: string) =>
      new Pixels(`<path transform="scale(5 1)" d="M2 2V18" stroke="#000" stroke-width="2" ${more}/>`).area
    expect(stretched('')).toBeCloseTo(160, 0)
    expect(stretched('vector-effect="non-scaling-stroke"')).toBeCloseTo(32, 0)
  })

  it('cover once where they cross themselves', () => {
    const pixels = new Pixels('<path d="M2 10H18M10 2V18M2 2L18 18" stroke="#000" stroke-width="4" opacity=".5"/>')
    expect(pixels.opacity(10, 10)).toBe(128)
    expect(new Pixels('<circle cx="10" cy="10" r="6" fill="none" stroke="#000" stroke-width="2"/>').area).toBeCloseTo(
      24 * Math.PI,
      0,
    )
  })
})

describe('groups', () => {
  it('are cut to their clip paths, one inside of the other', () => {
    const clips =
      '<clipPath id="a"><rect x="2" width="10" height="20"/></clipPath><clipPath id="b"><rect y="5" width="20" height="5"/></clipPath>'
    const pixels = new Pixels(
      `${clips}<g clip-path="url(#a)"><g clip-path="url(#b)"><rect width="20" height="20"/></g></g>`,
    )
    expect(pixels.area).toBe(50)
    expect(pixels.opacity(2, 5)).toBe(255)
    const half = '<clipPath id="h" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
    expect(new Pixels(`${half}<rect x="4" width="8" height="10" clip-path="url(#h)"/>`).area).toBe(40)
    const hole =
      '<clipPath id="c"><path clip-rule="evenodd" d="M0 0h20v20h-20zM5 5h10v10h-10z"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/>'
    expect(new Pixels(hole).area).toBe(300)
  })

  it('are faded as a whole', () => {
    const pixels = new Pixels(
      '<g opacity=".5"><rect width="12" height="20" fill="#f00"/><rect x="8" width="12" height="20" fill="#00f"/></g>',
    )
    expect(pixels.at(4, 4)).toEqual([255, 0, 0, 128])
    expect(pixels.at(10, 4)).toEqual([0, 0, 255, 128])
  })

  it('take sheets of their own only so deep', () => {
    const nested = (depth: number) =>
      `${'<g opacity=".9">'.repeat(depth)}<rect width="9" height="9"/><rect width="5" height="5"/>${'</g>'.repeat(depth)}`
    expect(new Pixels(nested(1)).opacity(2, 2)).toBe(230)
    const twice = (depth: number) =>
      `${'<g opacity=".9"><rect width="2" height="2"/>'.repeat(depth)}<rect width="5" height="5"/><path d="M0 0h4v4z"/>${'</g>'.repeat(depth)}`
    expect(() => new Pixels(twice(12))).not.toThrow()
    expect(() => new Pixels(twice(13))).toThrow(expect.objectContaining({ code: 'document_too_complex' }))
  })
})

describe('text', () => {
  beforeAll(loadShaper)

  it('is drawn by the outlines of its glyphs', () => {
    const pixels = new Pixels('<text x="2" y="18" font-family="Arial" font-size="24" fill="#00f">I</text>')
    expect(pixels.at(5, 10)).toEqual([0, 0, 255, 255])
    expect(pixels.opacity(15, 10)).toBe(0)
    const bold = new Pixels('<text x="2" y="18" font-family="Arial" font-size="24" font-weight="bold">I</text>')
    expect(bold.area).toBeGreaterThan(pixels.area * 1.2)
  })
})

it('tells how much it looks at, as it goes', () => {
  const spent: number[] = []
  const content = '<rect width="100" height="100"/>'.repeat(3)
  new Pixels(content, 100, 100, (count) => void spent.push(count))
  const sum = spent.reduce((a, b) => a + b, 0)
  expect(sum).toBeGreaterThan(40_000)
  expect(sum).toBeLessThan(44_000)
  const stop = (count: number) => {
    if (count > 9000) throw new Error('enough')
  }
  expect(() => new Pixels(content, 100, 100, stop)).toThrow('enough')
})

it('draws outlines of more points than anyone sees in bounded time', () => {
  const zigzag = Array.from({ length: 20_000 }, (_, i) => `${i % 2 === 0 ? 0 : 20} ${(i * 20) / 20_000}`).join('L')
  expect(new Pixels(`<path d="M${zigzag}" fill="none" stroke="#000" stroke-dasharray="0.0001"/>`).area).toBeGreaterThan(
    300,
  )
})

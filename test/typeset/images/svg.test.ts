/**
 * SVG as drawing operations.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { DisplayList, GlyphItem } from '../../../src/typeset/display/display-list.js'
import { createFontLibrary } from '../../../src/typeset/fonts.js'
import type { VectorImage } from '../../../src/typeset/images/image.js'
import { readImage } from '../../../src/typeset/images/read-image.js'
import { startWork } from '../../support/work-time.js'

function read(markup: string): VectorImage {
  const image = readImage(new TextEncoder().encode(markup))
  if (image.kind !== 'vector') throw new Error(`It is a ${image.kind}.`)
  return image
}

const svg = (content: string, attributes = 'width="100" height="50"') => read(`<svg ${attributes}>${content}</svg>`)
const black = { type: 'solid', color: '000000', opacity: 1 }

describe('readSvg', () => {
  it('takes its size from its attributes or its viewBox and fits the drawing into it', () => {
    const image = read(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "<b>">]><svg width="20mm" height="1in" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>',
    )
    expect(image.width).toBeCloseTo((20 / 25.4) * 1440)
    expect(image.height).toBe(1440)
    const [item] = image.items
    expect(item).toMatchObject({ kind: 'path', x: 0, fill: black })
    expect(item?.kind === 'path' && item.width).toBeCloseTo(image.width)
    expect(item?.kind === 'path' && item.y).toBeCloseTo((1440 - image.width) / 2)
    expect(svg('', 'viewBox="0 0 30 40"')).toMatchObject({ width: 450, height: 600 })
  })

  it('draws the steps of a path, relative ones, smooth curves and arcs among them', () => {
    const [item] = svg(
      '<path d="M10 10h10v10l-5,5zm1 1c0 1 1 2 2 2s2-1 2-2a1 1 0 01-2 0" fill="none" stroke="red"/>',
    ).items
    if (item?.kind !== 'path') throw new Error('no path')
    expect(item.commands.map(({ op }) => op).join('')).toBe('MLLLZMCCCC')
    expect(item.commands.slice(0, 4)).toEqual([
      { op: 'M', x: 0, y: 0 },
      { op: 'L', x: 150, y: 0 },
      { op: 'L', x: 150, y: 150 },
      { op: 'L', x: 75, y: 225 },
    ])
    expect(item.fill).toBeUndefined()
    expect(item.line).toMatchObject({ color: 'FF0000', width: 15 })
  })

  it('applies attributes, style sheets and the style attribute in that order', () => {
    const { items } = svg(
      '<style>/* x */ rect{fill:blue} .a , #z{fill:#0f0;stroke:rgb(100%,0,0)} @media print{}</style>' +
        '<rect width="1" height="1" fill="red"/><rect class="b a" width="1" height="1"/>' +
        '<rect id="z" style="fill: none; stroke-width:2" width="1" height="1"/>',
    )
    expect(items).toMatchObject([
      { fill: { color: '0000FF' } },
      { fill: { color: '00FF00' }, line: { color: 'FF0000', width: 15 } },
      { line: { width: 30 } },
    ])
    expect(items[2]).not.toHaveProperty('fill')
  })

  it('nests groups with transforms, opacity, clips and use', () => {
    const { items } = svg(
      '<defs><circle id="c" r="5"/><clipPath id="k"><rect width="4" height="4"/></clipPath></defs>' +
        '<g transform="translate(10,20) scale(2)" opacity=".5" clip-path="url(#k)"><use href="#c" x="3"/></g>',
    )
    expect(items).toHaveLength(1)
    const [group] = items
    if (group?.kind !== 'group') throw new Error('no group')
    expect(group.opacity).toBe(0.5)
    expect(group.clip?.[0]).toEqual({ op: 'M', x: 150, y: 300 })
    expect(group.items).toMatchObject([{ kind: 'path', fill: black, fillRule: 'nonzero', width: 300, height: 300 }])
    const [circle] = group.items
    expect(circle?.kind === 'path' && [circle.x, circle.y]).toEqual([90, 150])
  })

  it('reads gradients, also those that take their stops from another', () => {
    const { items } = svg(
      '<linearGradient id="a"><stop stop-color="red"/><stop offset="100%" style="stop-color:#00f;stop-opacity:.5"/></linearGradient>' +
        '<linearGradient id="b" xlink:href="#a" x1="0" y1="0" x2="0" y2="1"/>' +
        '<radialGradient id="r" href="#a"/><rect width="9" height="9" fill="url(#b)"/><rect width="9" height="9" fill="url(#r)"/>',
    )
    expect(items).toMatchObject([
      {
        fill: {
          space: { start: { x: 0, y: 0 }, end: { x: 0, y: 1 }, matrix: [135, 0, 0, 135, 0, 0] },
          stops: [
            { offset: 0, color: 'FF0000', opacity: 1 },
            { offset: 1, color: '0000FF', opacity: 0.5 },
          ],
        },
      },
      { fill: { stops: [{}, {}], space: { start: { x: 0.5, y: 0.5 }, end: { x: 0.5, y: 0.5, radius: 0.5 } } } },
    ])
  })

  it('applies style sheets to elements inside of others', () => {
    const { items } = svg(
      '<style>#c .bar rect{fill:#111111} g > rect{fill:#222222} .x text, .bar>.in rect{fill:#333333} svg g .deep{fill:#444444}</style>' +
        '<rect width="1" height="1"/><g id="c"><rect width="1" height="1"/><g class="a bar"><rect width="1" height="1"/></g></g>' +
        '<g class="bar"><g class="in"><a><rect width="1" height="1"/></a><rect class="deep" width="1" height="1"/></g></g>',
    )
    const colors = items.map((item) => (item.kind === 'path' && item.fill?.type === 'solid' ? item.fill.color : ''))
    expect(colors).toEqual(['000000', '222222', '111111', '333333', '333333'])
    const parts = (count: number) => {
      const content = `${'<g>'.repeat(9)}<rect width="1" height="1"/>${'</g>'.repeat(9)}`
      const [item] = svg(`<style>${'g '.repeat(count - 1)}rect{fill:red}</style>${content}`).items
      return item?.kind === 'path' && item.fill?.type === 'solid' ? item.fill.color : ''
    }
    expect([parts(1), parts(8), parts(9)]).toEqual(['FF0000', 'FF0000', '000000'])
  })

  it('draws signs at the corners of lines, turned along them', () => {
    const marker = (more: string) =>
      `<marker id="m" markerWidth="4" markerHeight="2" refX="2" refY="1" ${more}><rect width="4" height="2" fill="#0f0"/></marker>`
    const boxes = (content: string) =>
      svg(content).items.flatMap((item) =>
        item.kind === 'path' && item.fill?.type === 'solid' && item.fill.color === '00FF00'
          ? [[item.x, item.y, item.width, item.height].map((twips) => Math.round(twips / 15))]
          : [],
      )
    const down = 'M10 10V20H30" stroke="#000" stroke-width="2" fill="none"'
    expect(boxes(`${marker('orient="auto"')}<path d="${down} marker-start="url(#m)"/>`)).toEqual([[8, 6, 4, 8]])
    expect(boxes(`${marker('')}<path d="${down} marker-end="url(#m)"/>`)).toEqual([[26, 18, 8, 4]])
    expect(boxes(`${marker('markerUnits="userSpaceOnUse"')}<path d="${down} marker-mid="url(#m)"/>`)).toEqual([
      [8, 19, 4, 2],
    ])
    expect(boxes(`${marker('orient="auto-start-reverse"')}<path d="${down} style="marker:url(#m)"/>`)).toHaveLength(3)
    const arrow = '<marker id="m" orient="auto-start-reverse"><path d="M0 0h2" stroke="#00f"/></marker>'
    const [, head] = svg(`${arrow}<path d="M10 10h20" stroke="#000" marker-start="url(#m)"/>`).items
    expect(head).toMatchObject({ x: expect.closeTo(120), width: expect.closeTo(30) })
  })

  it('turns about the place that style sheets name', () => {
    const place = (more: string) => {
      const [item] = svg(`<rect width="10" height="10" ${more}/>`).items
      return item?.kind === 'path' ? [item.x, item.y].map((twips) => Math.round(twips / 15)) : undefined
    }
    expect(place('style="transform:rotate(180deg);transform-origin:50% 50%"')).toEqual([90, 40])
    expect(place('style="transform:rotate(180deg);transform-origin:top right"')).toEqual([190, -10])
    expect(place('style="transform:rotate(180deg);transform-origin:20px"')).toEqual([30, 40])
    expect(place('transform="rotate(180)" style="transform-origin:center"')).toEqual([90, 40])
  })

  it('passes over what it must not follow and ends on circles', () => {
    const { items } = svg(
      '<script>alert(1)</script><image href="https://example.com/a.png" width="9" height="9"/>' +
        '<g id="g"><use href="#g"/><use href="#g"/></g><use href="other.svg#x"/><rect display="none" width="1" height="1"/>',
    )
    expect(items).toEqual([])
  })

  it.each([
    ['tags that never end', `<svg>${'<a "'.repeat(100_000)}`],
    ['attributes that never end', `<svg ${'a'.repeat(500_000)}>`],
    ['comments of style sheets that never end', `<svg><style>${'/*'.repeat(90_000)}</style></svg>`],
    ['deep nesting', `<svg>${'<g>'.repeat(100_000)}`],
    ['declarations that never end', `<svg><!DOCTYPE [${'<!a['.repeat(100_000)}`],
  ])('is done soon with %s', (_name, markup) => {
    const workedMs = startWork()
    try {
      read(markup)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_document' })
    }
    expect(workedMs()).toBeLessThan(2000)
  })
})

describe('text', () => {
  const fonts = createFontLibrary()
  const glyphs = (content: string) => {
    const image = readImage(new TextEncoder().encode(`<svg width="100" height="50">${content}</svg>`), { fonts })
    const flat = (items: DisplayList): GlyphItem[] =>
      items.flatMap((item) => (item.kind === 'group' ? flat(item.items) : item.kind === 'glyphs' ? [item] : []))
    return image.kind === 'vector' ? flat(image.items) : []
  }

  it('is set in fonts that have its letters, in the order in which they are read', () => {
    const runs = glyphs('<text x="0" y="20" font-family="Times New Roman">ab \u05d0\u05d1 ★</text>')
    expect(runs.flatMap((run) => run.glyphs)).not.toContain(0)
    expect(runs.map(({ texts }) => [...texts].join(''))).toEqual(['ab ', '\u05d1\u05d0', ' ', '★'])
    const [first, second] = runs
    expect(second?.x).toBeGreaterThan(first?.x ?? 0)
  })

  it('has places in percent and in ems, and baselines of its own', () => {
    const place = (more: string) => {
      const [item] = glyphs(`<text font-size="20" ${more}>A</text>`)
      return [item?.x, item?.y].map((twips = 0) => Math.round(twips / 1.5) / 10)
    }
    expect(place('x="50%" y="50%"')).toEqual([50, 25])
    expect(place('x="10" y="10" dy=".5em" dx="1em"')).toEqual([30, 20])
    expect(place('x="10" y="10" dominant-baseline="central"')).toEqual([10, 17])
    expect(place('x="10" y="10" dominant-baseline="hanging"')).toEqual([10, 24.4])
  })

  it('is spaced', () => {
    const [plain] = glyphs('<text font-size="20">AB</text>')
    const [spaced] = glyphs('<text font-size="20" letter-spacing="3">AB</text>')
    const [wide] = glyphs('<text font-size="20" letter-spacing=".1em">AB</text>')
    expect((spaced?.advances[0] ?? 0) - (plain?.advances[0] ?? 0)).toBeCloseTo(45)
    expect((wide?.advances[0] ?? 0) - (plain?.advances[0] ?? 0)).toBeCloseTo(30)
  })
})

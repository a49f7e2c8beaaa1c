/**
 * SVG as drawing operations.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
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

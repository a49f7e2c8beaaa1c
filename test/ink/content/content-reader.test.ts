/**
 * Pages and appearances, interpreted as a whole.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { replay } from '../../../src/ink/content/drawing.js'
import { SpatialIndex } from '../../../src/ink/content/spatial-index.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw, readVisibleText, streamOf } from './draw.js'

function appearance(dict: string, content: string, rectangle: Box) {
  const drawn = draw({ content: '', objects: { 10: streamText(dict, content) } })
  return drawn.reader.appearance(streamOf(drawn, 10), rectangle)
}

const areas = (dict: string, rectangle: Box) =>
  appearance(dict, '0 0 10 10 re f', rectangle).areas.map(({ box }) =>
    box.map((value) => Math.round(value * 100) / 100),
  )

describe('appearances', () => {
  it.each<[string, string, Box, Box[]]>([
    ['as it is', '/Subtype /Form /BBox [0 0 10 10]', [20, 30, 30, 40], [[20, 30, 30, 40]]],
    ['scaled', '/Subtype /Form /BBox [0 0 10 20]', [0, 0, 100, 100], [[0, 0, 100, 50]]],
    ['moved by its box', '/Subtype /Form /BBox [5 5 15 15]', [0, 0, 10, 10], [[0, 0, 5, 5]]],
    [
      'turned by its matrix',
      '/Subtype /Form /BBox [0 0 20 10] /Matrix [0 1 -1 0 0 0]',
      [0, 0, 10, 20],
      [[0, 0, 10, 10]],
    ],
    ['without a subtype', '/BBox [0 0 10 10]', [20, 30, 30, 40], [[20, 30, 30, 40]]],
    ['in a rectangle without area', '/Subtype /Form /BBox [0 0 10 10]', [20, 30, 20, 30], [[20, 30, 20, 30]]],
  ])('are put into their rectangle: %s', (_, dict, rectangle, expected) => {
    expect(areas(dict, rectangle)).toEqual(expected)
    expect(appearance(dict, '', rectangle).unknown).toEqual([])
  })

  it('are unknown with a box without area, and drawn all the same', () => {
    const drawing = appearance('/Subtype /Form /BBox [0 0 0 10]', '0 0 10 10 re f', [20, 30, 30, 40])
    expect(drawing.unknown.map(({ code }) => code)).toContain('geometry')
    expect(drawing.areas).toHaveLength(1)
  })

  it('are drawn once for each place', () => {
    const drawn = draw({ content: '', objects: { 10: streamText('/Subtype /Form /BBox [0 0 10 10]', '0 0 9 9 re f') } })
    const stream: PdfStream = streamOf(drawn, 10)
    const first = drawn.reader.appearance(stream, [0, 0, 10, 10])
    expect(drawn.reader.appearance(stream, [0, 0, 10, 10])).toBe(first)
    expect(drawn.reader.appearance(stream, [0, 0, 20, 10])).not.toBe(first)
  })

  it('are unknown when they cannot be decoded', () => {
    const drawing = appearance('/Subtype /Form /BBox [0 0 10 10] /Filter /FlateDecode', 'no zlib', [0, 0, 10, 10])
    expect(drawing.unknown.map(({ code }) => code)).toEqual(['unreadable'])
  })

  it.each([
    ['a page of another file', '/Ref <</F (x.pdf) /Page 0>>', ['unreadable']],
    ['another picture that is printed', '/OPI <</2.0 <</F (x.tif)>>>>', ['unreadable']],
    ['PostScript for printers', '/Subtype2 /PS /PS 11 0 R', ['unreadable']],
    ['nothing else', '/PieceInfo <<>> /Group <</S /Transparency>>', []],
  ])('that stand for %s are read accordingly', (_, entries, codes) => {
    const drawing = appearance(`/Subtype /Form /BBox [0 0 10 10] ${entries}`, '0 0 10 10 re f', [0, 0, 10, 10])
    expect(drawing.unknown.map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    ['/Alternates [<</Image 11 0 R /DefaultForPrinting true>>]', ['image']],
    ['/OPI <</1.3 <<>>>>', ['image']],
    ['/Intent /Perceptual', []],
  ])('are unknown with a picture in whose place another one is printed: %s', (entries, codes) => {
    const image = `/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${entries}`
    const drawn = draw({
      content: '/I Do',
      page: '/Resources <</XObject <</I 10 0 R>>>>',
      objects: { 10: streamText(image, 'x') },
    })
    expect(drawn.unknown).toEqual(codes)
  })
})

describe('pages', () => {
  it('join their content streams', () => {
    const drawn = draw({
      content: '',
      page: '/Contents [10 0 R 11 0 R]',
      objects: { 10: streamText('', 'BT /F1 9 Tf (a) T'), 11: streamText('', 'j (b) Tj ET') },
    })
    expect(drawn.unknown).toContain('unknown_operator')
    expect(drawn.visible.map(({ text }) => text)).toEqual(['b'])
  })

  it('are unknown where a stream is missing', () => {
    expect(draw({ content: '', page: '/Contents [10 0 R 4 0 R]' }).unknown).toEqual(['unreadable'])
  })

  it('have the crop box within the media box, inherited or not', () => {
    const { reader } = draw({ content: '', page: '/CropBox [50 50 400 100]' })
    const page = reader.document.get(new PdfRef(3)) as PdfDict
    expect(reader.pageBox(page)).toEqual([50, 50, 200, 100])
    expect(reader.pageBox(new PdfDict({ Parent: page }))).toEqual([50, 50, 200, 100])
    expect(reader.pageBox(new PdfDict())).toEqual([0, 0, 612, 792])
  })

  it('are replayed in the order of painting', () => {
    const { drawing } = draw('0 0 5 5 re f BT /F1 9 Tf (ab) Tj ET 0 0 5 5 re f BT /F1 9 Tf (c) Tj ET')
    const orders: number[] = []
    replay(drawing, { glyph: ({ order }) => orders.push(order), area: ({ order }) => orders.push(order) })
    expect(orders).toEqual([0, 1, 2, 3, 4])
  })

  it('find their glyphs by place', () => {
    const { reader, drawing } = draw('BT /F1 20 Tf 20 100 Td (left) Tj 100 0 Td (right) Tj ET')
    const found = reader.placed(drawing).glyphs.query([110, 90, 200, 130])
    expect(readVisibleText(found)).toBe('right')
  })
})

describe('the spatial index', () => {
  it('finds what a search through everything finds, each once', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
    const boxes = Array.from({ length: 2000 }, (): Box => {
      const [x, y] = [random() * 1000 - 200, random() * 1000 - 200]
      const size = random() < 0.05 ? 500 : 10
      return [x, y, x + random() * size, y + random() * size]
    })
    const index = new SpatialIndex(boxes, (box) => box)
    for (let i = 0; i < 200; i++) {
      const [x, y] = [random() * 1000 - 200, random() * 1000 - 200]
      const query: Box = [x, y, x + random() * 300, y + random() * 300]
      const meets = ([l, b, r, t]: Box) => l <= query[2] && r >= query[0] && b <= query[3] && t >= query[1]
      const found = index.query(query)
      expect(new Set(found).size).toBe(found.length)
      expect(new Set(found)).toEqual(new Set(boxes.filter(meets)))
    }
  })
})

describe('limits', () => {
  const limited = (content: string, changes: Partial<ReturnType<typeof createContentBudget>>, more = {}) =>
    draw({ content, budget: { ...createContentBudget(), ...changes }, ...more })

  it.each([
    ['operators', '0 0 5 5 re f '.repeat(50), { operators: 20 }],
    ['glyphs', 'BT /F1 9 Tf (abcdefgh) Tj (i) Tj ET', { glyphs: 5 }],
    ['segments', '0 0 m 5 5 l '.repeat(50), { segments: 20 }],
    ['bytes', '0 0 5 5 re f '.repeat(50), { bytes: 20 }],
    ['areas', '0 0 5 5 re f '.repeat(50), { areas: 20 }],
    ['areas of images', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI '.repeat(15), { areas: 20 }],
    ['values of operands', `BT /F1 9 Tf [${'(a) 1 '.repeat(60_000)}] TJ ET`, {}],
  ])('make the rest unknown: %s', (_, content, budget) => {
    const { unknown } = limited(content, budget)
    expect(['limit', 'unreadable']).toContain(unknown.at(-1))
  })

  it('end the drawing once too many areas are painted', () => {
    const { drawing } = limited('0 0 5 5 re f '.repeat(50), { areas: 20 })
    expect(drawing.areas).toHaveLength(20)
  })

  it('end forms that contain themselves', () => {
    const drawn = draw({
      content: '/Fm Do',
      resources: '/XObject <</Fm 10 0 R>>',
      objects: {
        10: streamText('/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</Fm 10 0 R>>>>', '/Fm Do 0 0 5 5 re f'),
      },
    })
    expect(drawn.unknown).toEqual(['limit'])
    expect(drawn.drawing.areas.length).toBeLessThan(20)
  })

  it('hold for forms that double at each level', () => {
    const objects = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [
        10 + i,
        streamText(
          `/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</Fm ${11 + i} 0 R>>>>`,
          '/Fm Do '.repeat(30),
        ),
      ]),
    )
    const drawn = limited('/Fm Do', { operators: 5000 }, { resources: '/XObject <</Fm 10 0 R>>', objects })
    expect(drawn.unknown).toContain('limit')
    expect(drawn.reader.budget.operators).toBe(-1)
  })
})

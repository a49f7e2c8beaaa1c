/**
 * The sheet on which a region of a page is painted: colours, what is hidden, what is not known.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createContentBudget, isUsedUp } from '../../../src/ink/content/content-budget.js'
import { replay } from '../../../src/ink/content/drawing.js'
import { PictureParts } from '../../../src/ink/raster/area-mask.js'
import { LetterShades } from '../../../src/ink/raster/raster.js'
import { contrastOfMarks, Sheet, type SheetOptions } from '../../../src/ink/raster/sheet.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw, PAGE, type Sheet as Page } from '../content/draw.js'

/** The page on a sheet with a cell for each point, with its colours. */
function paint(page: Page | string, options: SheetOptions = {}, region: Box = PAGE): Sheet {
  const { drawing, reader } = draw(page)
  const sheet = new Sheet(region, reader.budget, { scale: 1, colours: new PictureParts(region), ...options })
  replay(drawing, sheet)
  return sheet
}

/** The cell of a point, rows from the bottom. */
const cellAt = ({ frame, region }: Sheet, x: number, y: number) =>
  Math.floor((y - region[1]) * frame.scale) * frame.width + Math.floor((x - region[0]) * frame.scale)
const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 100) / 100)
const colourAt = (sheet: Sheet, x: number, y: number) => rounded(sheet.colourAt(cellAt(sheet, x, y)))

const gs = (name: string, entries: string) => `/ExtGState <</${name} <<${entries}>>>>`
/** Red to the left, green to the right. */
const RED_AND_GREEN = 'BI /W 2 /H 1 /CS /RGB /BPC 8 /F /AHx ID FF000000FF00> EI'
const ALL = '20 20 100 100 re f'

/** The colour of the ink in a cell. */
function inkOf(sheet: Sheet, cell: number, ground: Sheet): number[] {
  return [0, 1, 2].map((channel) => sheet.inkAt(cell, channel, ground))
}

describe('the median lightness', () => {
  it('is that of the paper', () => {
    expect(paint('').medianLightness()).toBe(1)
    expect(paint('0 g 20 20 100 100 re f').medianLightness()).toBe(1)
    expect(paint('0 g 0 0 200 90 re f 0.5 g 0 90 200 20 re f').medianLightness()).toBeCloseTo(0.5, 2)
    expect(paint('0 g 0 0 200 101 re f').medianLightness()).toBe(0)
    expect(paint('0 g 0 0 200 99 re f').medianLightness()).toBe(1)
  })
})

describe('colours', () => {
  it('are those of plain areas on white paper', () => {
    const sheet = paint(`1 0 0 rg ${ALL}`)
    expect(colourAt(sheet, 50, 50)).toEqual([1, 0, 0])
    expect(colourAt(sheet, 10, 50)).toEqual([1, 1, 1])
    expect(colourAt(sheet, 150, 50)).toEqual([1, 1, 1])
  })

  it.each([
    [0.73, 0],
    [0.77, 0.5],
    [0.27, 0],
    [0.23, 0.5],
  ])('on grey of %f, stand out where they are unknown', (ground, expected) => {
    const sheet = paint(`${ground} g ${ALL} /Pattern cs /Missing scn ${ALL}`)
    expect(colourAt(sheet, 50, 50)).toEqual([expected, expected, expected])
  })

  it('are mixed by opacity, and where a cell is painted in part', () => {
    const half = paint({ content: `/A gs 0 0 1 rg ${ALL}`, resources: gs('A', '/ca 0.5') })
    expect(colourAt(half, 50, 50)).toEqual([0.5, 0.5, 1])
    const edge = paint('0 g 20.75 20 50 50 re f')
    expect(colourAt(edge, 20, 50)).toEqual([0.75, 0.75, 0.75])
    expect(colourAt(edge, 70, 50)).toEqual([0.25, 0.25, 0.25])
  })

  it.each<[string, string, number[]]>([
    ['Multiply', '1 0 0 rg', [0.5, 0, 0]],
    ['Darken', '1 0 0 rg', [0.5, 0, 0]],
    ['Normal', '1 0 0 rg', [1, 0, 0]],
  ])('are mixed with the ground as %s has it', (mode, colour, expected) => {
    const content = `0.5 g ${ALL} /B gs ${colour} ${ALL}`
    const sheet = paint({ content, resources: gs('B', `/BM /${mode}`) })
    expect(colourAt(sheet, 50, 50)).toEqual(expected)
    expect(sheet.looks.vague[cellAt(sheet, 50, 50)]).toBe(0)
  })

  it('are those of pictures in RGB, which lie upright', () => {
    const sheet = paint(`q 100 0 0 100 20 20 cm ${RED_AND_GREEN} Q`)
    expect(colourAt(sheet, 30, 50)).toEqual([1, 0, 0])
    expect(colourAt(sheet, 110, 50)).toEqual([0, 1, 0])
    expect(sheet.looks.pictured[cellAt(sheet, 30, 50)]).toBe(1)
    const rows = paint('q 100 0 0 100 20 20 cm BI /W 1 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF> EI Q')
    expect(colourAt(rows, 50, 110)).toEqual([0, 0, 0])
    expect(colourAt(rows, 50, 30)).toEqual([1, 1, 1])
  })

  it('are those of grey pictures', () => {
    const sheet = paint('q 100 0 0 100 20 20 cm BI /W 2 /H 1 /CS /G /BPC 8 /F /AHx ID 0080> EI Q')
    expect(colourAt(sheet, 30, 50)).toEqual([0, 0, 0])
    expect(colourAt(sheet, 110, 50)).toEqual([0.5, 0.5, 0.5])
  })

  it('are means where many values of a picture fall into a cell', () => {
    const sheet = paint('q 10 0 0 10 20 20 cm BI /W 20 /H 1 /CS /G /BPC 1 /F /AHx ID AAAAA0> EI Q')
    expect(colourAt(sheet, 25, 25)).toEqual([0.5, 0.5, 0.5])
  })

  it('are those that the name of a colour space stands for in the resources at hand', () => {
    const form = (colour: string) =>
      streamText(
        `/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources <</XObject <</Im 10 0 R>> /ColorSpace <</Named [/Indexed /DeviceRGB 0 <${colour}>]>>>>`,
        'q 50 0 0 50 0 0 cm /Im Do Q',
      )
    const image = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /Named'
    const sheet = paint({
      content: 'q 1 0 0 1 20 20 cm /Red Do Q q 1 0 0 1 100 20 cm /Blue Do Q',
      resources: '/XObject <</Red 11 0 R /Blue 12 0 R>>',
      objects: {
        10: streamText(`${image} /Filter /ASCIIHexDecode`, '00>'),
        11: form('FF0000'),
        12: form('0000FF'),
      },
    })
    expect(colourAt(sheet, 40, 40)).toEqual([1, 0, 0])
    expect(colourAt(sheet, 120, 40)).toEqual([0, 0, 1])
  })

  it('are painted where a mask lets them through', () => {
    const mask = '/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8'
    const sheet = paint({
      content: 'q 100 0 0 100 20 20 cm /Im Do Q',
      resources: '/XObject <</Im 10 0 R>>',
      objects: {
        10: streamText(
          '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 11 0 R /Filter /ASCIIHexDecode',
          '00>',
        ),
        11: streamText(`${mask} /Filter /ASCIIHexDecode`, '00FF>'),
      },
    })
    expect(colourAt(sheet, 30, 50)).toEqual([1, 1, 1])
    expect(colourAt(sheet, 110, 50)).toEqual([0, 0, 0])
    expect(sheet.hiddenAt(cellAt(sheet, 30, 50))).toBe(0)
    expect(sheet.hiddenAt(cellAt(sheet, 110, 50))).toBe(1)
  })

  it('of stencils are painted where these let them through', () => {
    const content = 'q 0 0 1 rg 100 0 0 100 20 20 cm BI /IM true /W 2 /H 1 /BPC 1 /F /AHx ID 40> EI Q'
    const sheet = paint(content)
    expect(colourAt(sheet, 30, 50)).toEqual([0, 0, 1])
    expect(colourAt(sheet, 110, 50)).toEqual([1, 1, 1])
    expect(sheet.looks.pictured[cellAt(sheet, 30, 50)]).toBe(0)
  })

  it('are kept of a sheet that lies beneath, which stays as it was', () => {
    const ground = paint(`0.5 g ${ALL}`)
    const over = paint('1 0 0 rg 20 20 50 100 re f', { ground })
    expect(colourAt(over, 30, 50)).toEqual([1, 0, 0])
    expect(colourAt(over, 110, 50)).toEqual([0.5, 0.5, 0.5])
    expect(colourAt(ground, 30, 50)).toEqual([0.5, 0.5, 0.5])
    expect(over.paintedAt(cellAt(over, 110, 50))).toBe(0)
  })

  it('are not kept unless they are asked for', () => {
    const sheet = paint(`1 0 0 rg ${ALL}`, { colours: 'none' })
    expect(colourAt(sheet, 50, 50)).toEqual([1, 1, 1])
    expect(sheet.paintedAt(cellAt(sheet, 50, 50))).toBe(1)
    const plain = paint(`1 0 0 rg ${ALL}`, { colours: 'plain' })
    expect(colourAt(plain, 50, 50)).toEqual([1, 0, 0])
  })

  it('have a lightness', () => {
    const sheet = paint(`1 0 0 rg ${ALL} 0 g 100 20 20 100 re f`)
    expect(sheet.lightnessAt(cellAt(sheet, 110, 50))).toBeCloseTo(0, 6)
    expect(sheet.lightnessAt(cellAt(sheet, 50, 50))).toBeCloseTo(0.2126, 2)
    const all = sheet.lightness()
    expect(all).toHaveLength(200 * 200)
    expect(all[cellAt(sheet, 150, 50)]).toBeCloseTo(1, 6)
    expect(all[cellAt(sheet, 50, 50)]).toBeCloseTo(0.2126, 2)
  })

  it('of ink are told from those of the ground', () => {
    const ground = paint(`1 0 0 rg ${ALL}`)
    const over = paint({ content: `/A gs 0 0 1 rg ${ALL}`, resources: gs('A', '/ca 0.25') }, { ground })
    const cell = cellAt(over, 50, 50)
    expect(rounded(over.colourAt(cell))).toEqual([0.75, 0, 0.25])
    expect(rounded(inkOf(over, cell, ground))).toEqual([0, 0, 1])
    const bare = cellAt(over, 150, 50)
    expect(inkOf(over, bare, ground)).toEqual([1, 1, 1])
    const faint = paint({ content: `/A gs 0 g ${ALL}`, resources: gs('A', '/ca 0.01') }, { ground })
    expect(rounded(inkOf(faint, cell, ground))).toEqual([0.99, 0, 0])
  })
})

describe('what is not known', () => {
  it.each<[string, string, number, number]>([
    ['a blend mode that is not computed', '/BM /Difference', 0.75, 2],
    ['overprinting', '/OP true /op true', 0.5, 0],
  ])('are the colours of %s, which are painted by half', (_, entries, lightness, doubt) => {
    const sheet = paint({ content: `/X gs 0 g ${ALL}`, resources: gs('X', entries) })
    const cell = cellAt(sheet, 50, 50)
    expect(sheet.looks.vague[cell]).toBe(1)
    expect(sheet.looks.unknown[cell]).toBe(doubt)
    expect(colourAt(sheet, 50, 50)).toEqual([lightness, lightness, lightness])
    expect(sheet.looks.vague[cellAt(sheet, 10, 50)]).toBe(0)
  })

  it('is what is seen where a third area is painted by some viewers only', () => {
    const times = (count: number) => {
      const content = `/X gs 0 g ${`${ALL} `.repeat(count)}`
      const sheet = paint({ content, resources: gs('X', '/BM /Difference') })
      return sheet.looks.unknown[cellAt(sheet, 50, 50)]
    }
    expect([1, 2, 3, 4].map(times)).toEqual([2, 2, 1, 1])
  })

  it('is known again beneath an opaque area', () => {
    const content = (last: string) => `/X gs 0 g ${`${ALL} `.repeat(3)} /N gs ${last}`
    const resources = '/ExtGState <</X <</BM /Difference>> /N <</BM /Normal>> /H <</BM /Normal /ca 0.9>>>>'
    const opaque = paint({ content: content(`1 0 0 rg ${ALL}`), resources })
    const cell = cellAt(opaque, 50, 50)
    expect([opaque.looks.vague[cell], opaque.looks.unknown[cell]]).toEqual([0, 0])
    const pale = paint({ content: content(`/H gs 1 0 0 rg ${ALL}`), resources })
    expect([pale.looks.vague[cell], pale.looks.unknown[cell]]).toEqual([1, 1])
  })

  it('stays vague beneath what is mixed with the ground', () => {
    const resources = '/ExtGState <</X <</BM /Difference>> /M <</BM /Multiply>>>>'
    const sheet = paint({ content: `/X gs 0 g ${ALL} /M gs 0.5 g ${ALL}`, resources })
    expect(sheet.looks.vague[cellAt(sheet, 50, 50)]).toBe(1)
  })

  it('is a colour that cannot be told: it stands out of its ground', () => {
    const on = (ground: string) => {
      const content = `${ground} ${ALL} /Pattern cs /None scn 20 20 50 100 re f`
      const sheet = paint(content)
      return [sheet.looks.vague[cellAt(sheet, 30, 50)], ...colourAt(sheet, 30, 50)]
    }
    expect(on('1 g')).toEqual([1, 0.5, 0.5, 0.5])
    expect(on('0 g')).toEqual([1, 0.5, 0.5, 0.5])
    expect(on('0.5 g')).toEqual([1, 0, 0, 0])
    expect(on('0.7 g')).toEqual([1, 0, 0, 0])
    expect(on('0.9 g')).toEqual([1, 0.5, 0.5, 0.5])
  })

  it('is a picture that cannot be read', () => {
    const image =
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode'
    const page = (content: string, entries = '') => ({
      content,
      resources: `/XObject <</Im 10 0 R>> ${entries}`,
      objects: { 10: streamText(image, 'no picture') },
    })
    const drawn = 'q 100 0 0 100 20 20 cm /Im Do Q'
    const sheet = paint(page(drawn))
    const cell = cellAt(sheet, 50, 50)
    expect([sheet.looks.unknown[cell], sheet.looks.vague[cell], sheet.looks.pictured[cell]]).toEqual([1, 1, 0])
    expect(sheet.looks.unknown[cellAt(sheet, 10, 50)]).toBe(0)
    expect(paint(page(`${drawn} 0 g ${ALL}`)).looks.unknown[cell]).toBe(0)
    const faint = (alpha: number) => paint(page(`/A gs ${drawn}`, gs('A', `/ca ${alpha}`))).looks.unknown[cell]
    expect([0.09, 0.11].map(faint)).toEqual([0, 1])
  })

  it('is too faint to count', () => {
    const vague = (alpha: number) => {
      const sheet = paint({ content: `/X gs 0 g ${ALL}`, resources: gs('X', `/BM /Difference /ca ${alpha}`) })
      return sheet.looks.vague[cellAt(sheet, 50, 50)]
    }
    expect([0.09, 0.11].map(vague)).toEqual([0, 1])
  })

  it.each<[string, string]>([
    ['a hidden layer', '/D <</OFF [20 0 R]>>'],
    [
      'a layer that is shown when printed only',
      '/D <</OFF [20 0 R] /AS [<</Event /Print /OCGs [20 0 R] /Category [/Print]>>]>>',
    ],
  ])('is whether a viewer paints what is on %s', (_, configuration) => {
    const sheet = paint({
      content: `/OC /L BDC 0 g ${ALL} EMC`,
      resources: '/Properties <</L 20 0 R>>',
      catalog: `/OCProperties <</OCGs [20 0 R] ${configuration}>>`,
      objects: { 20: '<</Type /OCG /Name (Layer)>>' },
    })
    expect(sheet.looks.vague[cellAt(sheet, 50, 50)]).toBe(1)
    expect(colourAt(sheet, 50, 50)).toEqual([0.5, 0.5, 0.5])
  })

  it('is the place of the parts of a pattern', () => {
    const pattern = '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10'
    const sheet = paint({
      content: `/Pattern cs /P scn ${ALL}`,
      resources: '/Pattern <</P 10 0 R>>',
      objects: { 10: streamText(`${pattern} /Resources <<>>`, '0 g 0 0 10 10 re f') },
    })
    expect(sheet.looks.vague[cellAt(sheet, 50, 50)]).toBe(1)
  })
})

describe('what is hidden', () => {
  const mean = (sheet: Sheet, box: Box) => Math.round(100 * sheet.coverageOf(box).mean) / 100

  it('is the share of a box that is painted', () => {
    const sheet = paint(`0 g ${ALL}`)
    expect(sheet.coverageOf([20, 20, 120, 120])).toEqual({ mean: 1, most: 1 })
    expect(sheet.coverageOf([0, 20, 40, 120])).toEqual({ mean: 0.5, most: 1 })
    expect(sheet.coverageOf([130, 20, 140, 120])).toEqual({ mean: 0, most: 0 })
    expect(sheet.coverageOf([300, 20, 310, 120])).toEqual({ mean: 0, most: 0 })
  })

  it('is nothing before anything is painted', () => {
    const sheet = paint('')
    expect(sheet.coverageOf([20, 20, 120, 120])).toEqual({ mean: 0, most: 0 })
    expect(sheet.paintedBox).toBeUndefined()
  })

  it('does not count beyond the region', () => {
    const sheet = paint(`0 g ${ALL}`, {}, [20, 20, 70, 120])
    expect(mean(sheet, [20, 20, 120, 120])).toBe(0.5)
    expect(sheet.paintedBox).toEqual([20, 20, 70, 120])
  })

  it('adds up', () => {
    const sheet = paint({ content: `/A gs 0 g ${ALL} ${ALL}`, resources: gs('A', '/ca 0.5') })
    expect(mean(sheet, [20, 20, 120, 120])).toBe(0.75)
    expect(sheet.paintedAt(cellAt(sheet, 50, 50))).toBeCloseTo(0.75, 5)
  })

  it('is cut by a clip, exactly', () => {
    const box = paint(`q 20 20 49.5 100 re W n 0 g ${ALL} Q`)
    expect(box.paintedAt(cellAt(box, 69, 50))).toBeCloseTo(0.5, 5)
    expect(box.paintedAt(cellAt(box, 70, 50))).toBe(0)
    const rows = paint(`q 20 20 100 49.5 re W n 0 g ${ALL} Q`)
    expect(rows.paintedAt(cellAt(rows, 50, 69))).toBeCloseTo(0.5, 5)
    const small = paint('q 20 20 0.5 100 re W n 0 g 20 20 0.5 100 re f Q')
    expect(small.paintedAt(cellAt(small, 20, 50))).toBeCloseTo(0.5, 5)
    const triangle = paint(`q 20 20 m 120 20 l 20 120 l h W n 0 g ${ALL} Q`)
    expect(mean(triangle, [20, 20, 120, 120])).toBe(0.5)
    expect(triangle.paintedAt(cellAt(triangle, 30, 30))).toBe(1)
    expect(triangle.paintedAt(cellAt(triangle, 110, 110))).toBe(0)
  })

  it('follows another clip after the first', () => {
    const sheet = paint(
      `q 20 20 m 120 20 l 20 120 l h W n 0 g ${ALL} Q q 120 120 m 120 20 l 20 120 l h W n 0 g 20 20 50 100 re f Q`,
    )
    expect(sheet.paintedAt(cellAt(sheet, 60, 110))).toBe(1)
    expect(sheet.paintedAt(cellAt(sheet, 110, 110))).toBe(0)
  })

  it('are whole pixels where shapes are slivers', () => {
    const hatch = Array.from(
      { length: 50 },
      (_, i) => `20 ${20 + 2 * i} m 120 ${20.01 + 2 * i} l 20 ${20.02 + 2 * i} l f`,
    ).join(' ')
    expect(mean(paint(`0 g ${hatch}`), [20, 20, 120, 120])).toBeGreaterThan(0.2)
    expect(mean(paint(`0 g ${hatch}`, { hasSlivers: false }), [20, 20, 120, 120])).toBeLessThan(0.02)
  })

  it.each<[string, string, SheetOptions, number]>([
    ['all of the cells of letters', '(n) Tj', {}, 1],
    ['a share of them', '(n) Tj', { letters: 0.35 }, 0.35],
    ['what is told for each', '(n) Tj', { letters: ({ size }) => size / 100 }, 0.2],
    ['nothing where letters are left out', '(n) Tj', { letters: 0 }, 0],
    ['nothing where letters are told to hide nothing', '(n) Tj', { letters: () => 0 }, 0],
    ['nothing under invisible letters', '3 Tr (n) Tj', {}, 0],
    ['nothing under letters that clip', '7 Tr (n) Tj', {}, 0],
    ['nothing under blanks', '( ) Tj', {}, 0],
    ['nothing under letters without opacity', '/A gs (n) Tj', {}, 0],
  ])('are %s', (_, shown, options, expected) => {
    const content = `BT /F1 20 Tf 20 100 Td ${shown} ET`
    const sheet = paint({ content, resources: gs('A', '/ca 0') }, options)
    expect(sheet.coverageOf([21, 97, 24, 114]).mean).toBeCloseTo(expected, 5)
    expect(sheet.hiddenAt(cellAt(sheet, 22, 100))).toBeCloseTo(expected, 5)
    expect(sheet.paintedAt(cellAt(sheet, 22, 100))).toBe(0)
  })

  it('are letters and areas together', () => {
    const content = `/A gs 0 g ${ALL} /N gs BT /F1 20 Tf 20 100 Td (n) Tj ET`
    const resources = '/ExtGState <</A <</ca 0.5>> /N <</ca 1>>>>'
    const sheet = paint({ content, resources }, { letters: 0.4 })
    expect(sheet.hiddenAt(cellAt(sheet, 22, 100))).toBeCloseTo(0.7, 5)
    expect(sheet.paintedAt(cellAt(sheet, 22, 100))).toBeCloseTo(0.5, 5)
  })

  it('is broader where letters are stroked', () => {
    const sheet = paint('BT 1 Tr 6 w 1 j /F1 20 Tf 30 100 Td (o) Tj ET')
    expect(sheet.hiddenAt(cellAt(sheet, 28, 100))).toBe(1)
    expect(sheet.hiddenAt(cellAt(sheet, 26, 100))).toBe(0)
  })

  it('is what a picture lets through, roughly, where colours are not read', () => {
    const mask = '/Type /XObject /Subtype /Image /Width 4 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8'
    const page = {
      content: 'q 100 0 0 100 20 20 cm /Im Do Q',
      resources: '/XObject <</Im 10 0 R>>',
      objects: {
        10: streamText(
          '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 11 0 R /Filter /ASCIIHexDecode',
          '00>',
        ),
        11: streamText(`${mask} /Filter /ASCIIHexDecode`, '00FFFF00>'),
      },
    }
    for (const colours of ['none', 'plain'] as const) {
      const sheet = paint(page, { colours })
      expect(sheet.hiddenAt(cellAt(sheet, 25, 50))).toBe(0)
      expect(sheet.hiddenAt(cellAt(sheet, 60, 50))).toBe(1)
      expect(sheet.hiddenAt(cellAt(sheet, 90, 50))).toBe(1)
      expect(sheet.hiddenAt(cellAt(sheet, 115, 50))).toBe(0)
      expect(sheet.hiddenAt(cellAt(sheet, 130, 50))).toBe(0)
    }
  })

  it('is no area without opacity', () => {
    const sheet = paint({ content: `/A gs 0 g ${ALL}`, resources: gs('A', '/ca 0') })
    expect(sheet.paintedBox).toBeUndefined()
  })
})

describe('a sheet that paints nothing', () => {
  it('beyond its region, and beyond a clip', () => {
    expect(paint('0 g 20 20 10 10 re f', {}, [100, 100, 150, 150]).paintedBox).toBeUndefined()
    const clipped = paint('q 20 20 10 10 re W n BT /F1 20 Tf 100 100 Td (n) Tj ET Q')
    expect(clipped.coverageOf([100, 95, 111, 115])).toEqual({ mean: 0, most: 0 })
    expect(paint('BT /F1 20 Tf 20 20 Td (n) Tj ET', {}, [100, 100, 150, 150]).paintedBox).toBeUndefined()
  })

  it('has the values of a picture in each of its colours', () => {
    const sheet = paint('q 100 0 0 100 20 20 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID 336699> EI Q')
    expect(colourAt(sheet, 50, 50)).toEqual([0.2, 0.4, 0.6])
    expect(sheet.looks.pictured[cellAt(sheet, 50, 50)]).toBe(1)
    expect(sheet.looks.pictured[cellAt(sheet, 10, 50)]).toBe(0)
    const over = paint(
      'q 100 0 0 100 20 20 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID 336699> EI Q 0 g 20 20 50 50 re f',
    )
    expect(over.looks.pictured[cellAt(over, 50, 50)]).toBe(0)
  })
})

describe('a sheet and its budget', () => {
  const budgeted = (cells: number) => {
    const { drawing } = draw(`0 g ${ALL}`)
    const budget = { ...createContentBudget(), cells }
    const sheet = new Sheet(PAGE, budget, { scale: 1, colours: 'plain' })
    replay(drawing, sheet)
    return { sheet, budget }
  }

  it('counts what could not be painted as hidden', () => {
    const { sheet, budget } = budgeted(200 * 200 + 5_000)
    expect(isUsedUp(budget)).toBe(true)
    expect(sheet.coverageOf([50, 50, 51, 51])).toEqual({ mean: 1, most: 1 })
  })

  it('counts what it cannot look up as hidden', () => {
    const { sheet, budget } = budgeted(200 * 200 + 25_000)
    expect(isUsedUp(budget)).toBe(false)
    expect(sheet.coverageOf([130, 130, 131, 131])).toEqual({ mean: 0, most: 0 })
    budget.cells = 50
    expect(sheet.coverageOf([130, 130, 140, 140])).toEqual({ mean: 1, most: 1 })
  })

  it('has larger cells for a large region', () => {
    const budget = createContentBudget()
    expect(new Sheet([0, 0, 100, 100], budget, { scale: 2 }).frame.width).toBe(200)
    expect(new Sheet([0, 0, 100, 100], budget).frame.width).toBe(200)
    expect(new Sheet([0, 0, 100, 100], budget, { maxCells: 2500 }).frame.width).toBe(50)
    const { width, height } = new Sheet([0, 0, 2000, 2000], budget).frame
    expect(width * height).toBeLessThanOrEqual(600_000)
    expect(width * height).toBeGreaterThan(590_000)
  })
})

it('some of the areas make a contrast where the lightness is another without them', () => {
  const { areas } = draw(`0.5 g ${ALL} 0.75 g 10 10 20 20 re f`).drawing
  const count = (least: number) => {
    const { ink } = contrastOfMarks(areas.slice(1), areas, PAGE, createContentBudget(), { scale: 1, least })
    return ink.reduce((sum, value) => sum + value, 0)
  }
  expect(count(0.2)).toBe(400)
  expect(count(0.3)).toBe(0)
})

const FRAME = { left: 0, bottom: 0, scale: 1, width: 4, height: 4 }
const RANGE = { x0: 1, y0: 1, x1: 3, y1: 3 }
/** The first cell of the range, and one outside of it. */
const [INSIDE, OUTSIDE] = [5, 0]

it('keeps each lightness of the letters on a cell', () => {
  const shades = new LetterShades(FRAME)
  expect(shades.has(INSIDE, 0, 1)).toBe(false)
  shades.add(RANGE, [1, 1, 1], () => true)
  shades.add(RANGE, [0, 0, 0], () => true)
  expect([shades.has(INSIDE, 0.9, 1), shades.has(INSIDE, 0, 0.1), shades.has(INSIDE, 0.1, 0.9)]).toEqual([
    true,
    true,
    false,
  ])
  expect(shades.has(OUTSIDE, 0, 1)).toBe(false)
})

it('takes an unknown colour for any, and passes over cells that are not painted', () => {
  const shades = new LetterShades(FRAME)
  shades.add(RANGE, undefined, (cell) => cell === INSIDE)
  expect([shades.has(INSIDE, 0.5, 0.5), shades.has(INSIDE, 1, 1), shades.has(INSIDE, 0, 0)]).toEqual([true, true, true])
  expect(shades.has(INSIDE + 1, 0, 1)).toBe(false)
})

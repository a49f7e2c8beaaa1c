/**
 * Where readers draw what an annotation without an appearance stands for, to the tenth of a point.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { defaultDrawing } from '../../../src/ink/annotations/default-drawing.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { type PdfDict, PdfRef } from '../../../src/pdf/objects.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { sheetFile } from '../content/draw.js'

/** The operators for an annotation; `undefined` when it is not known what readers draw. */
function operatorsOf(subtype: string, entries: string, box = '100 100 150 120'): string[] | undefined {
  const objects = { 20: `<</Type /Annot /Subtype /${subtype} /Rect [${box}] ${entries}>>` }
  const document = PdfDocument.open(sheetFile({ content: '', objects }))
  const drawing = defaultDrawing(document, document.get(new PdfRef(20)) as PdfDict)
  return drawing && latin1Text(drawing).split('\n')
}

/** The numbers before an operator, each time that it comes. */
function operandsOf(lines: readonly string[] | undefined, operator: string): number[][] {
  const found = (lines ?? []).filter((line) => line.endsWith(` ${operator}`))
  return found.map((line) => (line.match(/-?[\d.]+(?=\s)/g) ?? []).map((text) => Math.round(10 * Number(text)) / 10))
}

/** The line of a text, 20 points high. */
const QUAD = '/QuadPoints [100 120 150 120 100 100 150 100]'

describe('along a text of twenty points', () => {
  it.each<[string, number[], number, number[]]>([
    ['Underline', [100, 100, 50, 2.4], 1.6, [100, 102.9]],
    ['Squiggly', [100, 100, 50, 4], 5.2, [101.5]],
    ['StrikeOut', [100, 108.8, 50, 2.4], 1.6, [108.6, 110]],
  ])('%s', (subtype, band, width, heights) => {
    const lines = operatorsOf(subtype, QUAD)
    expect(operandsOf(lines, 're f')).toEqual([band])
    expect(operandsOf(lines, 'w')).toEqual([[width]])
    expect(operandsOf(lines, 'm')).toEqual(heights.map((height) => [100, height]))
    expect(operandsOf(lines, 'l')).toEqual(heights.map((height) => [150, height]))
  })

  it('no line is thinner than a point', () => {
    const low = '/QuadPoints [100 108 150 108 100 100 150 100]'
    expect(operandsOf(operatorsOf('Underline', low), 'w')).toEqual([[1]])
  })

  it('a marker bulges by a fourth of its height, on all sides where it is turned', () => {
    expect(operandsOf(operatorsOf('Highlight', QUAD), 're f')).toEqual([[95, 100, 60, 20]])
    const turned = '/QuadPoints [100 100 100 140 120 100 120 140]'
    expect(operandsOf(operatorsOf('Highlight', turned), 're f')).toEqual([[90, 90, 40, 60]])
  })

  it('it is upright as far as its sides lean by half their height', () => {
    const bottomOf = (lean: number) => {
      const quad = `/QuadPoints [${100 + lean} 120 ${150 + lean} 120 100 100 150 100]`
      return operandsOf(operatorsOf('Highlight', quad), 're f')[0]?.[1]
    }
    expect([9.9, 10.1].map(bottomOf)).toEqual([100, 85])
  })

  it('two sides are parallel up to a sine of a tenth', () => {
    const turned = (rise: number) => operatorsOf('Highlight', `/QuadPoints [100 120 200 ${120 + rise} 100 100 200 100]`)
    expect([turned(9.8), turned(10.3)].map((lines) => lines !== undefined)).toEqual([true, false])
  })
})

describe('in its rectangle', () => {
  it('a text is any letter, in rows of half its size', () => {
    const lines = operatorsOf('FreeText', '/Contents (x) /DA (/Helv 10 Tf)')
    expect(operandsOf(lines, 'Tm').map(([, , , , x, y]) => [x, y])).toEqual([100, 105, 110, 115].map((y) => [100, y]))
    expect(lines?.filter((line) => line.endsWith('Tj'))).toEqual(Array(4).fill('(nnnnnnnnn) Tj'))
  })

  it('a text without a size has twelve points', () => {
    expect(operatorsOf('FreeText', '/Contents (x)')).toContain('/Helv 12 Tf')
  })

  it('as many letters as no page shows are unknown', () => {
    const small = (size: number) => operatorsOf('FreeText', `/Contents (x) /DA (/Helv ${size} Tf)`, '0 0 100 100')
    expect([1.95, 1.85].map((size) => small(size) !== undefined)).toEqual([true, false])
  })

  it('icons have 24 points in one corner, and 20 in the middle and another', () => {
    const icons = operandsOf(operatorsOf('Text', '', '100 100 160 160'), 're f')
    expect(icons).toEqual([
      [100, 136, 24, 24],
      [120, 120, 20, 20],
      [100, 100, 20, 20],
    ])
    expect(operandsOf(operatorsOf('Caret', '', '100 100 160 160'), 're f')).toContainEqual([120, 120, 20, 20])
  })

  it('a square without a border has a line of half a point, and else twice its width', () => {
    const widths = ['0', '0.2', '3'].map((width) => operandsOf(operatorsOf('Square', `/BS <</W ${width}>>`), 'w')[0])
    expect(widths).toEqual([[0.5], [0.5], [6]])
    expect(operandsOf(operatorsOf('Square', ''), 'w')).toEqual([[2]])
  })

  it('a path may leave it by twelve points', () => {
    const ending = (x: number) => operatorsOf('Line', `/L [100 110 ${x} 110]`) !== undefined
    expect([162, 163, 88, 87].map(ending)).toEqual([true, false, true, false])
  })

  it('a path has at most four thousand numbers', () => {
    const points = (count: number) => operatorsOf('PolyLine', `/Vertices [${'110 110 '.repeat(count / 2)}]`)
    expect([4000, 4002].map((count) => points(count) !== undefined)).toEqual([true, false])
  })
})

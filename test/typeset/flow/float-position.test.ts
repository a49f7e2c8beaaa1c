/**
 * Places of floating objects on a page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { positionAnchor } from '../../../src/typeset/flow/float-position.js'
import { pageGeometry } from '../../../src/typeset/flow/page-geometry.js'
import type { DrawingAnchor } from '../../../src/typeset/model/drawing-model.js'
import { document, section } from './support/documents.js'

const PAGE = {
  ...{ left: 0, top: 0, width: 10_000, height: 15_000, isEven: false },
  ...{ marginLeft: 1000, marginRight: 1000, marginTop: 1000, marginBottom: 1000 },
}
const SIZE = { width: 2000, height: 3000 }

function top(offset: number, wrap?: DrawingAnchor['wrap']): number {
  const anchor = {
    horizontal: { relativeTo: 'column', offset: 0 },
    vertical: { relativeTo: 'paragraph', offset },
    ...(wrap && { wrap }),
  } as const
  const point = { x: 1000, lineTop: 1000, paragraphTop: 1000 }
  return positionAnchor(anchor, SIZE, point, { columnLeft: 1000, columnWidth: 8000, page: PAGE }).y
}

describe('positionAnchor', () => {
  it('moves up what would hang over the lower edge of the page, where text keeps off it', () => {
    expect(top(11_000, 'square')).toBe(12_000)
    expect(top(11_001, 'square')).toBe(12_000)
    expect(top(20_000, 'topAndBottom')).toBe(12_000)
    expect(top(20_000)).toBe(12_000)
    expect(top(-5000, 'square')).toBe(-4000)
  })

  it('moves down what would be above the cell or text box that it is in, where text keeps off it', () => {
    const inCell = (offset: number, wrap: DrawingAnchor['wrap']) => {
      const anchor = {
        horizontal: { relativeTo: 'column', offset: 0 },
        vertical: { relativeTo: 'paragraph', offset },
        wrap,
      } as const
      const point = { x: 0, lineTop: 100, paragraphTop: 100 }
      return positionAnchor(anchor, SIZE, point, { columnLeft: 0, columnWidth: 8000 }).y
    }
    expect(inCell(-1948, 'topAndBottom')).toBe(0)
    expect(inCell(-99, 'topAndBottom')).toBe(1)
    expect(inCell(-1948, 'none')).toBe(-1848)
  })

  it('leaves everything else where it is asked to be', () => {
    expect(top(11_001, 'none')).toBe(12_001)
    expect(top(20_000, 'none')).toBe(21_000)
  })

  it('takes for the margin where the text begins and ends, once a header or a footer pushes it', () => {
    const { properties } = section([])
    const { settings } = document([])
    const { pageHeight, marginTop, marginBottom, headerDistance, footerDistance } = properties
    const place = (
      headerHeight: number,
      footerHeight: number,
      relativeTo: 'margin' | 'topMargin',
      align: 'top' | 'bottom',
    ) => {
      const { frame } = pageGeometry(properties, settings, false, headerHeight, footerHeight)
      const anchor = {
        horizontal: { relativeTo: 'column', offset: 0 },
        vertical: { relativeTo, align, offset: 0 },
      } as const
      const point = { x: 0, lineTop: 0, paragraphTop: 0 }
      return positionAnchor(anchor, { width: 10, height: 10 }, point, { columnLeft: 0, columnWidth: 100, page: frame })
        .y
    }
    expect(place(0, 0, 'margin', 'top')).toBe(marginTop)
    expect(place(marginTop, 0, 'margin', 'top')).toBe(headerDistance + marginTop)
    expect(place(0, 0, 'margin', 'bottom')).toBe(pageHeight - marginBottom - 10)
    expect(place(0, marginBottom, 'margin', 'bottom')).toBe(pageHeight - footerDistance - marginBottom - 10)
    // The margin of the paper stays what it is.
    expect(place(marginTop, 0, 'topMargin', 'bottom')).toBe(marginTop - 10)
  })
})

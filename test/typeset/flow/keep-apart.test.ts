/**
 * Frames and floating tables do not lie on each other.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Exclusion } from '../../../src/typeset/flow/exclusions.js'
import { keepApart } from '../../../src/typeset/flow/keep-apart.js'
import { plainCell, plainRow, plainTable } from '../../../src/typeset/model/plain-model.js'
import type { FrameProperties } from '../../../src/typeset/model/properties.js'
import { paragraph, RUN } from '../text/support/paragraphs.js'
import { document, pagesOf, placedTexts, section } from './support/documents.js'

const LINE = RUN.size
const SIZE = { width: 1000, height: 500 }

function taken(left: number, top: number, right: number, bottom: number): Exclusion {
  return { left, top, right, bottom, side: 'both', frame: { left, top, right, bottom } }
}

describe('keepApart', () => {
  it('goes below what it would lie on, one after the other', () => {
    const others = [taken(0, 0, 900, 400), taken(0, 400, 900, 700)]
    expect(keepApart({ x: 0, y: 0 }, SIZE, others, undefined)).toEqual({ x: 0, y: 700 })
  })

  it('leaves what stands beside others, or only touches them', () => {
    expect(keepApart({ x: 980, y: 0 }, SIZE, [taken(0, 0, 1000, 400)], undefined)).toEqual({ x: 980, y: 0 })
    expect(keepApart({ x: 0, y: 400 }, SIZE, [taken(0, 0, 1000, 400)], undefined)).toEqual({ x: 0, y: 400 })
  })

  it('heeds frames and tables alone, not drawings', () => {
    const { frame: _, ...drawing } = taken(0, 0, 900, 400)
    expect(keepApart({ x: 0, y: 0 }, SIZE, [drawing], undefined)).toEqual({ x: 0, y: 0 })
  })

  it('does not leave the page', () => {
    const page = { left: 0, top: 0, width: 2000, height: 800, isEven: false }
    const margins = { marginLeft: 0, marginRight: 0, marginTop: 0, marginBottom: 0 }
    expect(keepApart({ x: 0, y: 0 }, SIZE, [taken(0, 0, 900, 400)], { ...page, ...margins })).toEqual({ x: 0, y: 0 })
  })
})

describe('frames and floating tables', () => {
  const distances = { top: 0, right: 0, bottom: 0, left: 0 }
  const vertical = { relativeTo: 'text', offset: 0 } as const
  const horizontal = { relativeTo: 'margin', offset: 0 } as const

  function linesOf(blocks: Parameters<typeof section>[0]): Record<string, number> {
    return Object.fromEntries(placedTexts(pagesOf(document([section(blocks)]))[0]).map(({ text, y }) => [text, y]))
  }

  it('do not cover each other where they hang from the same paragraph', () => {
    const table = (text: string) =>
      plainTable([400], [plainRow([plainCell([paragraph([text])], 400)])], {
        position: { horizontal, vertical, distances, allowOverlap: true },
      })
    const y = linesOf([table('a'), table('b'), paragraph(['text'])])
    expect((y.b ?? 0) - (y.a ?? 0)).toBe(LINE)
    expect(y.text).toBe(y.a)
  })

  it('of different sizes stand below each other', () => {
    const framed = (text: string, width: number) => {
      const frame: FrameProperties = {
        width,
        horizontal,
        vertical,
        wrap: 'around',
        horizontalSpace: 0,
        verticalSpace: 0,
      }
      return paragraph([text], { frame })
    }
    const y = linesOf([framed('a', 500), framed('b', 600), paragraph(['text'])])
    expect((y.b ?? 0) - (y.a ?? 0)).toBe(LINE)
  })
})

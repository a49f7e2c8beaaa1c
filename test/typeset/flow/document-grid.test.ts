/**
 * The document grid of East Asian text.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/typeset/model/document-model.js'
import { plainCell, plainDocument, plainRow, plainTable } from '../../../src/typeset/model/plain-model.js'
import { paragraph, RUN } from '../text/support/paragraphs.js'
import { document, pagesOf, placedTexts, section } from './support/documents.js'

const LINE = RUN.size
const PITCH = 1.5 * LINE

const SNAPPED = { snapToGrid: true }

/** Distances between the lines of a page. */
function steps(blocks: readonly Block[], compatibility: readonly string[] = []): number[] {
  const settings = { ...plainDocument([]).settings, compatibility: new Set(compatibility) }
  const [page] = pagesOf(document([section(blocks, { gridLinePitch: PITCH })], { settings }))
  const lines = placedTexts(page).map(({ y }) => y)
  return lines.slice(1).map((y, index) => y - (lines[index] ?? 0))
}

function cellOf(blocks: readonly Block[]): Block {
  return plainTable([2000], [plainRow([plainCell(blocks, 2000)])])
}

describe('document grid', () => {
  const lines = [paragraph(['one'], SNAPPED), paragraph(['two'], SNAPPED)]

  it('gives lines of the text its pitch', () => {
    expect(steps(lines)).toEqual([PITCH])
  })

  it('leaves lines in cells alone, unless the document asks for it (w:adjustLineHeightInTable)', () => {
    expect(steps([cellOf(lines)])).toEqual([LINE])
    expect(steps([cellOf(lines)], ['adjustLineHeightInTable'])).toEqual([PITCH])
  })

  it('is that of a continuous section, though another one opened the page', () => {
    const sections = [
      section([paragraph(['one'], SNAPPED)]),
      section(lines, { start: 'continuous', gridLinePitch: PITCH }),
    ]
    const ys = placedTexts(pagesOf(document(sections))[0]).map(({ y }) => y)
    expect((ys[2] ?? 0) - (ys[1] ?? 0)).toBe(PITCH)
  })

  it('widens East Asian characters, and no others', () => {
    const widthOf = (text: string, gridCharacterSpace: number): number => {
      const blocks = [paragraph([text], { ...SNAPPED, spaceBesideLatin: false })]
      const [page] = pagesOf(document([section([...blocks], { pageWidth: 9000, gridCharacterSpace })]))
      const [item] = (page?.items ?? []).flatMap((each) => (each.kind === 'glyphs' ? [each] : []))
      return item?.advances.reduce((sum, advance) => sum + advance, 0) ?? 0
    }
    expect(widthOf('国国国国', 20) - widthOf('国国国国', 0)).toBeCloseTo(4 * 20)
    expect(widthOf('国国国国', -4) - widthOf('国国国国', 0)).toBeCloseTo(4 * -4)
    expect(widthOf('abcd', 20)).toBe(widthOf('abcd', 0))
    expect(widthOf('abcd', 0)).toBeGreaterThan(0)
  })
})

describe('continuous sections', () => {
  it('have side margins of their own', () => {
    const sections = [
      section([paragraph(['one'])]),
      section([paragraph(['two'])], { start: 'continuous', marginLeft: 700, marginRight: 300 }),
      section([paragraph(['three'], { alignment: 'end' })], { start: 'continuous', marginRight: 500 }),
    ]
    const pages = pagesOf(document(sections))
    expect(pages).toHaveLength(1)
    const [one, two, three] = placedTexts(pages[0])
    expect([one?.x, two?.x]).toEqual([200, 700])
    expect(three?.x).toBe(2400 - 500 - 5 * (RUN.size / 2))
  })
})

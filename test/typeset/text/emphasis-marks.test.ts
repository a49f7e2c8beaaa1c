/**
 * Marks over and under characters.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import type { DisplayList } from '../../../src/typeset/display/display-list.js'
import { layOutDocument } from '../../../src/typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { makeDocx, paragraphXml } from '../../support/make-docx.js'

/** Marks and text of the only page of a document. */
function paint(text: string, properties: string) {
  const body = paragraphXml(text).replace('<w:r>', `<w:r><w:rPr>${properties}</w:rPr>`)
  const document = readDocx(makeDocx(body))
  const { pages } = layOutDocument(document, { fonts: createFontLibrary() })
  const items: DisplayList = [...(pages[0]?.items ?? [])]
  const marks = items.flatMap((item) => (item.kind === 'path' ? [item] : []))
  const baseline = items.flatMap((item) => (item.kind === 'glyphs' ? [item.y] : []))[0] ?? 0
  return { marks, baseline }
}

describe('marks of emphasis', () => {
  it('stand over each character but blanks, from left to right', () => {
    const { marks, baseline } = paint('ab cd', '<w:em w:val="dot"/>')
    expect(marks).toHaveLength(4)
    expect(marks.every(({ y, fill }) => y < baseline - 100 && fill !== undefined)).toBe(true)
    const places = marks.map(({ x }) => x)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(new Set(places).size).toBe(4)
  })

  it('are rings, drops, or dots below; in simplified Chinese all dots are below', () => {
    const of = (kind: string, more = '') => {
      const { marks, baseline } = paint('a', `<w:em w:val="${kind}"/>${more}`)
      const [mark] = marks
      return { isBelow: (mark?.y ?? 0) > baseline, isRing: mark?.fill === undefined, pieces: mark?.commands.length }
    }
    expect(of('circle')).toEqual({ isBelow: false, isRing: true, pieces: 6 })
    expect(of('comma')).toEqual({ isBelow: false, isRing: false, pieces: 4 })
    expect(of('underDot')).toEqual({ isBelow: true, isRing: false, pieces: 6 })
    expect(of('dot', '<w:lang w:eastAsia="zh-CN"/>').isBelow).toBe(true)
    expect(of('dot', '<w:lang w:eastAsia="ja-JP"/>').isBelow).toBe(false)
  })

  it('are none where the run says so', () => {
    expect(paint('ab', '<w:em w:val="none"/>').marks).toEqual([])
  })
})

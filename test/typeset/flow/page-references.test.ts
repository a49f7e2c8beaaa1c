/**
 * References to the pages of bookmarks.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { layOutDocument } from '../../../src/typeset/flow/lay-out-document.js'
import type { Block, Inline } from '../../../src/typeset/model/document-model.js'
import { fixedFonts } from '../text/support/fixed-fonts.js'
import { paragraph, RUN } from '../text/support/paragraphs.js'
import { document, section, textsOf } from './support/documents.js'

const reference = (bookmark: string, cached: string): Inline => ({
  kind: 'pageField',
  field: 'bookmarkPage',
  bookmark,
  cached,
  run: RUN,
})
const target = (name: string): Block => paragraph([{ kind: 'bookmark', name }, 'target'])
const lines = (count: number): Block[] => Array.from({ length: count }, () => paragraph(['line']))

/** Pages of ten lines of 20 characters. */
function layOut(blocks: readonly Block[], properties: Parameters<typeof section>[1] = {}) {
  const page = section(blocks, { pageHeight: 400 + 10 * RUN.size, ...properties })
  return layOutDocument(document([page]), { fonts: fixedFonts() })
}

describe('references to pages', () => {
  it('show the page that was laid out, without regard to case, and not what is stored', () => {
    const { pages, warnings } = layOut([paragraph(['see ', reference('Goal', '7')]), ...lines(12), target('goal')])
    expect(textsOf(pages[0]).slice(0, 2)).toEqual(['see', '2'])
    expect(warnings).toEqual([])
  })

  it('keep what is stored where nothing has the bookmark, or pages begin with the number of a chapter', () => {
    const blocks = [paragraph([reference('goal', '7')]), ...lines(3), target('goal')]
    expect(textsOf(layOut([paragraph([reference('other', '7')]), ...lines(3)]).pages[0])[0]).toBe('7')
    const chapterNumbers = { styleId: 'Heading1', separator: '-' }
    expect(textsOf(layOut(blocks, { chapterNumbers }).pages[0])[0]).toBe('7')
  })

  it('have the format of the section that they refer to', () => {
    const blocks = [paragraph([reference('goal', '7')]), ...lines(12), target('goal')]
    const { pages } = layOut(blocks, { pageNumberFormat: 'lowerRoman', pageNumberStart: 3 })
    expect(textsOf(pages[0])[0]).toBe('iv')
  })

  it('are right where their own width moves what they refer to', () => {
    // With what is stored the target stands on the second page: the reference takes two lines.
    const { pages } = layOut([
      paragraph([reference('goal', 'a stored text of two lines')]),
      ...lines(8),
      target('goal'),
    ])
    expect(textsOf(pages[0])[0]).toBe('1')
    expect(textsOf(pages[0]).at(-1)).toBe('target')
  })

  it('are named where they never come to rest', () => {
    // "viii" needs a second line, which moves the target to page ix; "ix" does not.
    const wide = paragraph(['x'.repeat(17), ' ', reference('goal', 'viii')])
    const { warnings } = layOut([wide, ...lines(8), target('goal')], {
      pageNumberFormat: 'lowerRoman',
      pageNumberStart: 8,
    })
    expect(warnings).toEqual(['References to pages are off by a page: their own numbers move what they refer to.'])
  })
})

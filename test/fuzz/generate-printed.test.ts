/**
 * Generated pages and documents have words that are nowhere else, and conversions keep those of Markdown.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { createRandom } from '../support/mutate.js'
import { docxText } from './docx-text.js'
import { generatePrinted, WORD } from './generate-printed.js'
import { generatePrintedMarkdown } from './generate-printed-markdown.js'

const SEEDS = Array.from({ length: 20 }, (_, index) => index)

describe('generated pages', () => {
  it('have each of their words once, and hide some', () => {
    for (const seed of SEEDS) {
      const { source, words } = generatePrinted(createRandom(seed))
      const written: string[] = source.match(WORD) ?? []
      expect([...written].sort()).toEqual([...words].sort())
      expect(new Set(words).size).toBe(words.length)
    }
    expect(
      SEEDS.some((seed) => /display:none|visibility:hidden/.test(generatePrinted(createRandom(seed)).source)),
    ).toBe(true)
  })
})

describe('generated Markdown', () => {
  it.each(SEEDS)('loses no word and shows none that is hidden (%i)', async (seed) => {
    const { source, words, hidden } = generatePrintedMarkdown(createRandom(seed))
    const options = { markdownExtensions: ['all' as const] }
    const { bytes } = await convertFile(new TextEncoder().encode(source), { from: 'md', to: 'docx' }, options)
    const shown: string[] = docxText(bytes).match(WORD) ?? []
    expect([...shown].sort()).toEqual([...words].sort())
    expect(shown.filter((word) => hidden.includes(word))).toEqual([])
  })
})

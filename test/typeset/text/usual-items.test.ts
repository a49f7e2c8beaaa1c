/**
 * Items that words and blanks share.
 *
 * @module
 */

import { expect, it } from 'vitest'
import type { TextItem } from '../../../src/typeset/text/inline-item.js'
import { itemizeParagraph } from '../../../src/typeset/text/itemize-paragraph.js'
import { textStylesFor } from '../../../src/typeset/text/text-style.js'
import { contextWith, paragraph, run, text } from './support/paragraphs.js'

const context = contextWith()
const styles = textStylesFor(context.fonts, 1)

function itemsOf(...inlines: Parameters<typeof paragraph>[0]): TextItem[] {
  return itemizeParagraph(paragraph(inlines), context, styles).items.filter((item) => item.kind === 'text')
}

it('words and blanks of one style have one item each', () => {
  const [word, blank, ...others] = itemsOf('aa aa aa')
  expect(others).toEqual([word, blank, word])
  expect(others[0]).toBe(word)
  expect(others[1]).toBe(blank)
})

it('words of another style, of a link, and those after which a line may end have their own', () => {
  const [usual] = itemsOf('aa')
  const [bold] = itemsOf(text('aa', { bold: true }))
  const [linked] = itemsOf({ kind: 'text', text: 'aa', run: run(), link: { url: 'https://example.com/' } })
  const [cut] = itemsOf('aa\u00adaa')
  expect(bold?.style).not.toBe(usual?.style)
  expect(linked).toMatchObject({ text: 'aa', link: { url: 'https://example.com/' } })
  expect(cut).toMatchObject({ text: 'aa', breakAfter: true, softHyphen: true })
  expect(itemsOf('aa')[0]).toMatchObject({ link: undefined, breakAfter: false, softHyphen: false })
})

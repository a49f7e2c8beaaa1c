/**
 * Text of pages that headers repeat: the heading of the chapter, the first and the last entry of a list.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import { originOf } from '../model/derived-paragraph.js'
import type { Paragraph, Section, StringPlace, StyleReference } from '../model/document-model.js'
import { visitInlines } from './find-inlines.js'
import type { FinishedPage } from './finish-page.js'
import { textOfHeading } from './heading-title.js'

/** Returns the text of a field on the page with an index; undefined where no paragraph has the style. */
type StyleTexts = (page: number, reference: StyleReference) => string | undefined

/** Reads the pages for the styles that headers and footers name; undefined where they name none. */
export function styleTexts(finished: readonly FinishedPage[], sections: readonly Section[]): StyleTexts | undefined {
  const styles = namedStyles(sections)
  if (styles.size === 0) return undefined
  const pages = finished.map(({ text }) => ({ paragraphs: paragraphsOn(text, styles), opening: openingOf(text) }))
  const found = new Map([...styles].map((styleId) => [styleId, pagesOfStyle(pages, styleId)]))
  return (page, { styleId, which, part }) => {
    const paragraph = found.get(styleId)?.[page]?.[which]
    if (paragraph === undefined) return which === 'start' || which === 'first-except' ? '' : undefined
    // The full stop after a number belongs to the list, not to the number.
    return part === 'text' ? textOfHeading(paragraph) : (paragraph.label?.text ?? '0').replace(/\.$/, '')
  }
}

function namedStyles(sections: readonly Section[]): Set<string> {
  const styles = new Set<string>()
  const seen = new Set<unknown>()
  for (const { properties } of sections) {
    if (properties.chapterNumbers !== undefined) styles.add(properties.chapterNumbers.styleId)
    for (const blocks of [...Object.values(properties.headers), ...Object.values(properties.footers)]) {
      if (blocks === undefined || seen.has(blocks)) continue
      seen.add(blocks)
      visitInlines(blocks, (inline) => {
        if (inline.kind === 'pageField' && inline.reference !== undefined) styles.add(inline.reference.styleId)
      })
    }
  }
  return styles
}

/** Non-empty paragraphs with one of the styles, in the order of the page. */
function paragraphsOn(items: DisplayList, styles: ReadonlySet<string>, found: Paragraph[] = []): Paragraph[] {
  for (const item of items) {
    if (item.kind === 'group') paragraphsOn(item.items, styles, found)
    if (item.kind !== 'content' || item.owner === undefined || !('inlines' in item.owner)) continue
    const paragraph = originOf(item.owner)
    if (!styles.has(paragraph.properties.styleId) || paragraph === found.at(-1)) continue
    if (textOfHeading(paragraph) !== '') found.push(paragraph)
  }
  return found
}

/** The paragraph with the first text of a page. */
function openingOf(items: DisplayList): Paragraph | undefined {
  for (const item of items) {
    const found =
      item.kind === 'group'
        ? openingOf(item.items)
        : item.kind === 'content' && item.owner !== undefined && 'inlines' in item.owner
          ? originOf(item.owner)
          : undefined
    if (found !== undefined && textOfHeading(found) !== '') return found
  }
  return undefined
}

type Found = Readonly<Record<StringPlace, Paragraph | undefined>>

interface PageText {
  /** Paragraphs with one of the requested styles. */
  readonly paragraphs: readonly Paragraph[]
  readonly opening: Paragraph | undefined
}

/**
 * The paragraphs of a style for each page: on the page, or else the nearest before it, or else the nearest after it (ECMA-376-1,
 * 17.16.5.59). The value at the start of a page is a paragraph that begins it, or else the nearest before it; `first-except` is
 * empty where the page has one.
 */
function pagesOfStyle(pages: readonly PageText[], styleId: string): Found[] {
  const isAsked = ({ properties }: Paragraph) => properties.styleId === styleId
  let before = pages.find(({ paragraphs }) => paragraphs.some(isAsked))?.paragraphs.find(isAsked)
  let entry: Paragraph | undefined
  return pages.map(({ paragraphs, opening }) => {
    const own = paragraphs.filter(isAsked)
    const [first] = own
    const last = own.at(-1)
    const found = {
      first: first ?? before,
      last: last ?? before,
      start: first !== undefined && first === opening ? first : entry,
      'first-except': first === undefined ? entry : undefined,
    }
    before = found.last
    entry = last ?? entry
    return found
  })
}

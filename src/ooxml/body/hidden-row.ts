/**
 * Rows of tables that show nothing.
 *
 * @module
 */

import type { ParagraphFormat } from '../formatting/formatting.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import type { BodyContext } from './story.js'

/** Elements with runs that have a format of their own, and would have to be looked into. */
const OTHER_CONTENT: ReadonlySet<string> = new Set(['m:oMath', 'm:oMathPara', 'w:altChunk', 'w:subDoc'])

/** What is not shown wherever it stands. */
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom'])

/**
 * Whether all that a row holds is hidden text (w:vanish), the ends of its paragraphs included. Its w:hidden says nothing but
 * that the mark at its own end is hidden (ECMA-376-1, 17.4.20), so a row with anything else in it stays.
 */
export function isHiddenThroughout(row: XmlElement, { formatting, census }: BodyContext): boolean {
  const runs: XmlElement[] = []
  if (!isHiddenIn(row, formatting.paragraph(undefined))) return false
  for (const run of runs) census.exempt(run)
  return true

  function isHiddenIn(element: XmlElement, paragraph: ParagraphFormat): boolean {
    return element.children.every((child) => {
      if (typeof child === 'string' || DELETED.has(child.name) || child.name.endsWith('Pr')) return true
      if (OTHER_CONTENT.has(child.name)) return false
      if (child.name === 'w:r') return isRunHidden(child, paragraph)
      if (child.name !== 'w:p') return isHiddenIn(child, paragraph)
      const format = formatting.paragraph(childOf(child, 'w:pPr'))
      return format.markHidden && isHiddenIn(child, format)
    })
  }

  function isRunHidden(run: XmlElement, paragraph: ParagraphFormat): boolean {
    runs.push(run)
    if (formatting.run(childOf(run, 'w:rPr'), paragraph).hidden) return true
    return run.children.every((child) => typeof child === 'string' || child.name === 'w:rPr')
  }
}

/**
 * Detects table rows that show nothing.
 *
 * @module
 */

import type { ParagraphFormat } from '../formatting/formatting.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import type { BodyContext } from './story.js'

/** Elements whose runs have formats of their own, which are not examined. */
const OTHER_CONTENT: ReadonlySet<string> = new Set(['m:oMath', 'm:oMathPara', 'w:altChunk', 'w:subDoc'])

/** Elements that are never shown. */
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom'])

/**
 * Whether all content of a row is hidden text (w:vanish), including the paragraph marks. The row's w:hidden only hides the mark
 * at its own end (ECMA-376-1, 17.4.20), so a row with other content stays.
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

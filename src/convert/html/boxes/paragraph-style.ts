/**
 * Paragraph styles of elements.
 *
 * @module
 */

import type { ParagraphStyleName } from '../../docx-writer/flow-format.js'
import type { BoxStyle } from '../css/computed-style.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'

/** Styles by the names of elements. */
const STYLES: ReadonlyMap<string, ParagraphStyleName> = new Map<string, ParagraphStyleName>([
  ['h1', 'heading1'],
  ['h2', 'heading2'],
  ['h3', 'heading3'],
  ['h4', 'heading4'],
  ['h5', 'heading5'],
  ['h6', 'heading6'],
  ['pre', 'code'],
  ['listing', 'code'],
  ['xmp', 'code'],
  ['plaintext', 'code'],
  ['blockquote', 'quote'],
  ['dt', 'definitionTerm'],
  ['dd', 'definition'],
  ['figcaption', 'caption'],
  ['caption', 'caption'],
])

/** The paragraph style of an element; `undefined` for that of the surrounding text. */
export function paragraphStyleOf(
  element: HtmlElement,
  { border, backgroundColor }: BoxStyle,
): ParagraphStyleName | undefined {
  if (element.tagName !== 'div') return STYLES.get(element.tagName)
  // The element that GitHub makes from `> [!NOTE]`, unless the page defines its look.
  if (backgroundColor !== undefined || Object.keys(border).length > 0) return undefined
  const classes = getAttribute(element, 'class')?.split(/\s+/) ?? []
  if (!classes.includes('markdown-alert')) return undefined
  return ALERTS.find(([name]) => classes.includes(name))?.[1] ?? 'alert'
}

const ALERTS: readonly (readonly [className: string, style: ParagraphStyleName])[] = [
  ['markdown-alert-tip', 'alertTip'],
  ['markdown-alert-important', 'alertImportant'],
  ['markdown-alert-warning', 'alertWarning'],
  ['markdown-alert-caution', 'alertCaution'],
]

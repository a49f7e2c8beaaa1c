/**
 * Titles of headings in the outline.
 *
 * @module
 */

import type { Paragraph, StackedText } from '../model/document-model.js'

/** Longest title in the outline, in UTF-16 units. */
const MAX_TITLE = 500

/** The outline entry that a heading makes; undefined for body text and empty headings. */
export function headingOf(paragraph: Paragraph): { readonly level: number; readonly title: string } | undefined {
  const level = paragraph.properties.outlineLevel
  if (level === undefined) return undefined
  const label = paragraph.label?.text ?? ''
  const title = `${label} ${textOfHeading(paragraph)}`.replace(/\s+/g, ' ').trim()
  if (title === '' || title === label.trim()) return undefined
  return { level, title: title.slice(0, MAX_TITLE) }
}

/** The text of a heading in one line, without its number. */
export function textOfHeading({ inlines }: Paragraph): string {
  const text = inlines.map((inline) => {
    switch (inline.kind) {
      case 'text':
        return inline.text.replaceAll('\u00AD', '')
      case 'stacked':
        return titleOf(inline)
      case 'tab':
      case 'positionTab':
      case 'break':
        return ' '
      case 'pageField':
        return inline.cached
      default:
        return ''
    }
  })
  return text.join('').replace(/\s+/g, ' ').trim()
}

/** The text of a phonetic guide's base. The guide itself only gives the pronunciation. */
function titleOf({ over, base, guide }: StackedText): string {
  const pieces = guide === undefined ? [...over, ...base] : base
  return pieces.map(({ text }) => text).join('')
}

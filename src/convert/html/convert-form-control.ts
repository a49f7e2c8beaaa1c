/**
 * Controls of forms, as the text that they show.
 *
 * @module
 */

import type { Conversion, Position } from './conversion.js'
import { descendants, getAttribute, type HtmlElement, isElement, textContent } from './html-tree.js'

/** Converts an `input`. */
export function convertInput(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  const { text } = at.place.style
  const value = getAttribute(element, 'value') ?? ''
  const isChecked = getAttribute(element, 'checked') !== undefined
  switch (getAttribute(element, 'type')?.toLowerCase()) {
    case 'hidden':
    case 'file':
      break
    case 'checkbox':
      builder.addCheckbox(isChecked, text)
      break
    case 'radio':
      builder.addText(isChecked ? '◉' : '○', text)
      break
    case 'password':
      builder.addText('•'.repeat(Math.min(32, value.length)), text)
      break
    case 'image':
      builder.addText(getAttribute(element, 'alt') ?? '', text)
      break
    case 'submit':
      builder.addText(value === '' ? 'Submit' : value, text)
      break
    case 'reset':
      builder.addText(value === '' ? 'Reset' : value, text)
      break
    default:
      builder.addText(value, text)
  }
}

/** Converts a `select`: what is chosen in it. */
export function convertSelect(conversion: Conversion, element: HtmlElement, at: Position): void {
  const options: HtmlElement[] = []
  for (const node of descendants(element)) if (isElement(node) && node.tagName === 'option') options.push(node)
  const chosen = options.filter((option) => getAttribute(option, 'selected') !== undefined)
  const shown = chosen.length > 0 ? chosen : options.slice(0, 1)
  const text = shown.map((option) => textContent(option).trim()).join(', ')
  conversion.builder.addText(text, at.place.style.text)
}

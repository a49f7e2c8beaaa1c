/**
 * Controls of forms, as the text that they show in the box that they show it in.
 *
 * @module
 */

import type { RunFormat } from '../docx-writer/flow-document.js'
import type { PageConversion, Position } from './conversion.js'
import { descendants, getAttribute, type HtmlElement, isElement, textContent } from './html-tree.js'

/** Spaces that an empty field of ordinary width has room for, and the most. */
const FIELD_SPACES = 24
/** Wider fields would not fit a line. */
const MAX_FIELD_SPACES = 60

/** Converts an `input`. */
export function convertInput({ formats }: PageConversion, element: HtmlElement, at: Position): void {
  const { into } = at
  const { text } = at.place.style
  const value = getAttribute(element, 'value') ?? ''
  const isChecked = getAttribute(element, 'checked') !== undefined
  const addBox = (content: string) => addField(content, formats.get(text, into.style), at)
  switch (getAttribute(element, 'type')?.toLowerCase()) {
    case 'hidden':
    case 'file':
      break
    case 'checkbox':
      into.addCheckbox(isChecked, text, at.task)
      break
    case 'radio':
      into.addText(isChecked ? '◉' : '○', text)
      break
    case 'password':
      addBox('•'.repeat(Math.min(32, value.length)))
      break
    case 'image':
      into.addText(getAttribute(element, 'alt') ?? '', text)
      break
    case 'submit':
      addBox(value === '' ? 'Submit' : value)
      break
    case 'reset':
      addBox(value === '' ? 'Reset' : value)
      break
    case 'button':
      addBox(value)
      break
    default:
      addBox(value === '' ? emptyField(element) : value)
  }
}

/** What a field shows that nothing is in: what it asks for, or room. */
function emptyField(element: HtmlElement): string {
  const hint = getAttribute(element, 'placeholder') ?? ''
  if (hint !== '') return hint
  const size = Number(getAttribute(element, 'size') ?? FIELD_SPACES)
  return '\u00a0'.repeat(Number.isInteger(size) && size > 0 ? Math.min(MAX_FIELD_SPACES, size) : FIELD_SPACES)
}

/** Converts a `select`: what is chosen in it. */
export function convertSelect({ formats }: PageConversion, element: HtmlElement, at: Position): void {
  const options: HtmlElement[] = []
  for (const node of descendants(element)) if (isElement(node) && node.tagName === 'option') options.push(node)
  const chosen = options.filter((option) => getAttribute(option, 'selected') !== undefined)
  const shown = chosen.length > 0 ? chosen : options.slice(0, 1)
  const text = shown.map((option) => textContent(option).trim()).join(', ')
  addField(text, formats.get(at.place.style.text, at.into.style), at)
}

/** Converts a `textarea`. */
export function convertTextArea({ formats }: PageConversion, element: HtmlElement, at: Position): void {
  const value = textContent(element)
  const text = value.trim() === '' ? emptyField(element) : value
  addField(text, formats.get(at.place.style.text, at.into.style), at)
}

function addField(content: string, format: RunFormat, { into, place }: Position): void {
  if (place.style.text.isHidden === true || content === '') return
  const border = place.style.box.border.bottom ?? { style: 'single', width: 10, color: '999999' }
  const bordered = border.style === 'none' ? format : { ...format, border }
  const lines = content.split(/\r\n?|\n/)
  for (const [index, line] of lines.entries()) {
    if (index > 0) into.addInline({ kind: 'break', type: 'line', format })
    into.addInline({ kind: 'text', text: `\u00a0${line}\u00a0`, format: bordered })
  }
}

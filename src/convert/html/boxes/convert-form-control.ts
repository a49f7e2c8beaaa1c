/**
 * Converts form controls to the text that they show, in a box.
 *
 * @module
 */

import type { EdgeLine, RunFormat } from '../../docx-writer/flow-format.js'
import type { PageConversion, Position } from '../conversion.js'
import type { BoxStyle } from '../css/computed-style.js'
import { descendants, getAttribute, type HtmlElement, isElement, textContent } from '../source/html-tree.js'
import { BoxCollector } from './box-collector.js'
import { derivePlace } from './derived-place.js'

/** Width of an empty field with the default size, in spaces. */
const FIELD_SPACES = 24
/** Widest field, in spaces, so that a field fits its line. */
const MAX_FIELD_SPACES = 60
/** Width of a space, as a share of the font size. */
const SPACE = 0.28
/** Width of a letter, in spaces. */
const LETTER = 1.8
/** Lines of a textarea without `rows` (WHATWG HTML, 4.10.11). */
const LINES = 2
/** Maximum number of lines of a textarea. A taller one would not fit a page and would be cut. */
const MAX_LINES = 50
/** Height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.25

const FIELD_LINE: EdgeLine = { style: 'single', width: 10, color: '999999' }
const FIELD_LINES = { top: FIELD_LINE, right: FIELD_LINE, bottom: FIELD_LINE, left: FIELD_LINE }
/** Padding between a field's border and its text in browsers, in twips. */
const FIELD_PADDING = { twips: 30 }

/** Converts an `input`. */
export function convertInput(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const { into } = at
  const { text } = at.place.style
  const value = getAttribute(element, 'value') ?? ''
  const isChecked = getAttribute(element, 'checked') !== undefined
  const addBox = (content: string) => addField(conversion, content, at)
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
      addBox(value === '' ? emptyField(element, at) : fillField(value, element, at))
  }
}

/** Text of an empty field: its placeholder, or spaces. */
function emptyField(element: HtmlElement, at: Position): string {
  const hint = getAttribute(element, 'placeholder') ?? ''
  if (hint !== '') return fillField(hint, element, at)
  return at.place.style.box.display === 'block' ? '\u00a0' : '\u00a0'.repeat(fieldSpaces(element, at))
}

/** The text of a field, filled up with spaces to its width. */
function fillField(content: string, element: HtmlElement, at: Position): string {
  if (at.place.style.box.display === 'block') return content
  const missing = fieldSpaces(element, at) - Math.ceil(content.length * LETTER)
  return content + '\u00a0'.repeat(Math.max(0, missing))
}

/** Width of a field, in spaces. */
function fieldSpaces(element: HtmlElement, { place }: Position): number {
  const { box, text } = place.style
  const asked = box.width === undefined || 'fraction' in box.width ? undefined : box.width.twips
  const size =
    asked === undefined ? Number(getAttribute(element, 'size') ?? FIELD_SPACES) : Math.round(asked / (SPACE * text.em))
  return Number.isInteger(size) && size > 0 ? Math.min(MAX_FIELD_SPACES, size) : FIELD_SPACES
}

/** Converts a `select` to its selected option. */
export function convertSelect(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const options: HtmlElement[] = []
  for (const node of descendants(element)) if (isElement(node) && node.tagName === 'option') options.push(node)
  const chosen = options.filter((option) => getAttribute(option, 'selected') !== undefined)
  const shown = chosen.length > 0 ? chosen : options.slice(0, 1)
  const text = shown.map((option) => textContent(option).trim()).join(', ')
  addField(conversion, text, at)
}

/** Converts a `textarea`. */
export function convertTextArea(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const value = textContent(element)
  const rows = Number(getAttribute(element, 'rows') ?? LINES)
  addField(
    conversion,
    value.trim() === '' ? emptyField(element, at) : value,
    at,
    Math.min(MAX_LINES, Math.max(1, rows || LINES)),
  )
}

/** Adds a field with a border: as a box where it fills a line, otherwise as text. */
function addField(conversion: PageConversion, content: string, at: Position, lineCount = 1): void {
  const { into, place } = at
  if (place.style.text.isHidden === true || content === '') return
  if (place.style.box.display === 'block' || fillsLine(place.style.box)) {
    addBlockField(conversion, content, at, lineCount)
    return
  }
  const format = conversion.formats.get(place.style.text, into.style)
  const bordered = { ...format, ...fieldLine(place.style.box) }
  const lines = content.split(/\r\n?|\n/)
  for (const [index, line] of lines.entries()) {
    if (index > 0) into.addInline({ kind: 'break', type: 'line', format })
    into.addInline({ kind: 'text', text: `\u00a0${line}\u00a0`, format: bordered })
  }
}

/** Share of the line's width from which on a field stands on a line of its own. */
const WHOLE_LINE = 0.9

function fillsLine({ width }: BoxStyle): boolean {
  return width !== undefined && 'fraction' in width && width.fraction >= WHOLE_LINE
}

/** The border around a field within a line, or the line below it on which it is filled in. */
function fieldLine({ border }: BoxStyle): RunFormat {
  const { top, right, bottom = FIELD_LINE, left } = border
  if (bottom.style === 'none') return {}
  const isOpen = [top, right, left].every((line) => line?.style === 'none')
  return isOpen ? { underline: 'single', underlineColor: bottom.color } : { border: bottom }
}

function addBlockField(
  conversion: PageConversion,
  content: string,
  { into, place }: Position,
  lineCount: number,
): void {
  const { box } = place.style
  const { top, right, bottom, left } = box.border
  // A line below a field in a line is an underline, but a box draws it itself.
  const { underline: _, underlineColor: __, ...text } = place.style.text
  const isUnsaid = [top, right, bottom, left].every((line) => line === undefined)
  const field: BoxStyle = {
    ...box,
    padding: { left: FIELD_PADDING, right: FIELD_PADDING, ...box.padding },
    ...(isUnsaid ? { border: FIELD_LINES } : {}),
    ...(lineCount > 1 && box.height === undefined
      ? { height: { twips: Math.round(lineCount * LINE_HEIGHT * text.em) } }
      : {}),
  }
  const own = derivePlace(place, 'field', { text, box: field })
  const inside = new BoxCollector(conversion, into.style, own, into.link)
  inside.addText(content, { ...text, whiteSpace: 'pre-wrap' })
  into.addBox({ kind: 'block', tag: 'div', place: own, children: inside.finish() })
}

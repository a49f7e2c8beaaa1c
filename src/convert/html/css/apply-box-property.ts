/**
 * Properties of CSS that are about boxes.
 *
 * @module
 */

import type { EdgeLine } from '../../docx-writer/flow-document.js'
import type { BoxStyle, Display, Side, StyleDraft } from './computed-style.js'
import { parseColor } from './css-color.js'
import { type CssLength, type LengthBase, parseLength, parseTwips } from './css-length.js'

const SIDE_PROPERTY = /^(margin|padding|border)-(top|right|bottom|left)(?:-(width|style|color))?$/

/** Applies a property of boxes; one that is not known changes nothing. */
export function applyBoxProperty(draft: StyleDraft, property: string, written: string): void {
  const value = written.toLowerCase()
  const side = SIDE_PROPERTY.exec(property)
  if (side !== null) applySide(draft, side[1] ?? '', (side[2] ?? 'top') as Side, side[3], value)
  else applyWhole(draft, property, value)
}

function applySide(draft: StyleDraft, what: string, side: Side, part: string | undefined, value: string): void {
  const { box } = draft
  if (what === 'border') {
    const line = draft.lines[side] ?? {}
    if (part === 'width') line.width = value
    else if (part === 'style') line.style = value
    else if (part === 'color') line.color = value
    draft.lines[side] = line
    return
  }
  const length = value === 'auto' ? 'auto' : readLength(draft, value)
  if (length === undefined) return
  if (what === 'margin') box.margin[side] = length
  else if (length !== 'auto') box.padding[side] = length
}

const DISPLAYS: ReadonlyMap<string, Display> = new Map<string, Display>([
  ['none', 'none'],
  ['inline', 'inline'],
  ['inline-block', 'inline'],
  ['inline-flex', 'inline'],
  ['inline-grid', 'inline'],
  ['contents', 'inline'],
  ['block', 'block'],
  ['flow-root', 'block'],
  ['flex', 'block'],
  ['grid', 'block'],
  ['list-item', 'list-item'],
  ['table', 'table'],
  ['table-row', 'row'],
  ['table-row-group', 'row-group'],
  ['table-header-group', 'row-group'],
  ['table-footer-group', 'row-group'],
  ['table-cell', 'cell'],
  ['table-caption', 'caption'],
])

const VERTICAL: ReadonlyMap<string, BoxStyle['verticalAlign']> = new Map<string, BoxStyle['verticalAlign']>([
  ['top', 'top'],
  ['middle', 'center'],
  ['bottom', 'bottom'],
  ['baseline', 'top'],
])

function applyWhole(draft: StyleDraft, property: string, value: string): void {
  const { box, text } = draft
  switch (property) {
    case 'display':
      box.display = DISPLAYS.get(value) ?? box.display
      break
    case 'background-color': {
      const color = parseColor(value)
      if (color !== undefined) box.backgroundColor = color
      break
    }
    case 'width':
      box.width = readLength(draft, value)
      break
    case 'height':
      box.height = readLength(draft, value)
      break
    case 'max-width':
      box.maxWidth = readLength(draft, value)
      break
    case 'vertical-align':
      if (value === 'super' || value === 'sub') text.position = value === 'super' ? 'superscript' : 'subscript'
      else {
        if (value === 'baseline') text.position = undefined
        box.verticalAlign = VERTICAL.get(value) ?? box.verticalAlign
      }
      break
    case 'page-break-before':
    case 'break-before':
      box.breakBefore = startsPage(value)
      break
    case 'page-break-after':
    case 'break-after':
      box.breakAfter = startsPage(value)
      box.avoidBreakAfter = value.startsWith('avoid')
      break
    case 'page-break-inside':
    case 'break-inside':
      box.avoidBreakInside = value.startsWith('avoid')
      break
  }
}

function startsPage(value: string): boolean {
  return /^(?:always|page|left|right|recto|verso|all)$/.test(value)
}

function readLength({ text }: StyleDraft, value: string): CssLength | undefined {
  return parseLength(value, baseOf(text))
}

const LINE_STYLES: ReadonlyMap<string, EdgeLine['style']> = new Map<string, EdgeLine['style']>([
  ['none', 'none'],
  ['hidden', 'none'],
  ['solid', 'single'],
  ['groove', 'single'],
  ['ridge', 'single'],
  ['inset', 'single'],
  ['outset', 'single'],
  ['double', 'double'],
  ['dotted', 'dotted'],
  ['dashed', 'dashed'],
])

const LINE_WIDTHS: ReadonlyMap<string, number> = new Map([
  ['thin', 15],
  ['medium', 45],
  ['thick', 75],
])

/** Word's thickest line, 6 points, in twips. */
const MAX_LINE_WIDTH = 120

/** The borders, once all their parts are known. A side that says nothing is left out. */
export function settleBorders({ lines, text }: StyleDraft): Partial<Record<Side, EdgeLine>> {
  const border: Partial<Record<Side, EdgeLine>> = {}
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const line = lines[side]
    if (line?.style === undefined && line?.width === undefined) continue
    const style = LINE_STYLES.get(line.style ?? 'none') ?? 'none'
    const width = LINE_WIDTHS.get(line.width ?? 'medium') ?? parseTwips(line.width ?? '', baseOf(text)) ?? 15
    const color = parseColor(line.color ?? '') ?? text.color ?? '000000'
    border[side] =
      style === 'none' || width <= 0 || color === 'transparent'
        ? { style: 'none', width: 0, color: '000000' }
        : { style, width: Math.min(MAX_LINE_WIDTH, width), color }
  }
  return border
}

function baseOf(text: StyleDraft['text']): LengthBase {
  return { em: text.em ?? 0, rem: text.rem ?? 0 }
}

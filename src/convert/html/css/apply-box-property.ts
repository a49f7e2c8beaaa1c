/**
 * Properties of CSS that are about boxes.
 *
 * @module
 */

import type { EdgeLine } from '../../docx-writer/flow-document.js'
import { applyLayoutProperty } from './apply-layout-property.js'
import type { BoxStyle, Display, Side, StyleDraft } from './computed-style.js'
import { blendColor, meanColor, parseColor } from './css-color.js'
import { type CssLength, type LengthBase, parseLength, parseTwips } from './css-length.js'
import { splitOutside, splitWords } from './css-text.js'

const SIDE_PROPERTY = /^(margin|padding|border)-(top|right|bottom|left)(?:-(width|style|color))?$/

/** Properties whose values keep their case, and are understood only where they are used. */
const VERBATIM = new Map<string, 'content' | 'counterReset' | 'counterIncrement' | 'counterSet' | 'stringSet'>([
  ['content', 'content'],
  ['counter-reset', 'counterReset'],
  ['counter-increment', 'counterIncrement'],
  ['counter-set', 'counterSet'],
  ['string-set', 'stringSet'],
])

/** Applies a property of boxes; one that is not known changes nothing. */
export function applyBoxProperty(draft: StyleDraft, property: string, written: string): void {
  const verbatim = VERBATIM.get(property)
  if (verbatim !== undefined) {
    draft.box[verbatim] = written
    return
  }
  const value = written.toLowerCase()
  if (property === 'page') {
    draft.box.page = value === 'auto' ? undefined : written
    return
  }
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
    else if (part === 'color') {
      line.color = value
      if (side === 'bottom' && value !== 'currentcolor') draft.text.borderColor = value
    }
    draft.lines[side] = line
    return
  }
  const length = value === 'auto' ? 'auto' : readLength(draft, value)
  if (length === undefined) return
  if (what === 'margin') {
    box.margin[side] = length
    if (side === 'top' || side === 'bottom') box.hasNaturalMargins = undefined
  } else if (length !== 'auto') box.padding[side] = length
}

const DISPLAYS: ReadonlyMap<string, Display> = new Map<string, Display>([
  ['none', 'none'],
  ['inline', 'inline'],
  ['inline-block', 'inline-block'],
  ['inline-table', 'inline-block'],
  ['inline-flex', 'inline-flex'],
  ['inline-grid', 'inline-flex'],
  ['-webkit-inline-box', 'inline-flex'],
  ['contents', 'contents'],
  ['block', 'block'],
  ['flow-root', 'block'],
  ['flex', 'flex'],
  ['-webkit-box', 'flex'],
  ['-ms-flexbox', 'flex'],
  ['-webkit-flex', 'flex'],
  ['grid', 'grid'],
  ['list-item', 'list-item'],
  ['table', 'table'],
  ['table-row', 'row'],
  ['table-row-group', 'row-group'],
  ['table-header-group', 'row-group'],
  ['table-footer-group', 'row-group'],
  ['table-cell', 'cell'],
  ['table-caption', 'caption'],
  ['table-column', 'column'],
  ['table-column-group', 'column'],
])

const ROW_GROUPS: ReadonlyMap<string, BoxStyle['rowGroup']> = new Map<string, BoxStyle['rowGroup']>([
  ['table-row-group', 'body'],
  ['table-header-group', 'head'],
  ['table-footer-group', 'foot'],
])

const VERTICAL: ReadonlyMap<string, BoxStyle['verticalAlign']> = new Map<string, BoxStyle['verticalAlign']>([
  ['top', 'top'],
  ['middle', 'center'],
  ['bottom', 'bottom'],
  ['baseline', 'top'],
])

/** Sets what a property says; `value` is in lower case. */
type Setter = (draft: StyleDraft, value: string) => void

/** Properties that are one length of the box. */
const LENGTHS = new Map<string, 'width' | 'height' | 'maxWidth' | 'minWidth' | 'minHeight' | 'maxHeight'>([
  ['width', 'width'],
  ['height', 'height'],
  ['max-width', 'maxWidth'],
  ['min-width', 'minWidth'],
  ['min-height', 'minHeight'],
  ['max-height', 'maxHeight'],
])

const setTextClip: Setter = (draft, value) => {
  draft.clipsToText = value === 'text'
}

const setOverflow: Setter = ({ box }, value) => {
  box.clipsContent = value === 'hidden' || value === 'clip'
}

const setBreakBefore: Setter = ({ box }, value) => {
  box.breakBefore = forcedBreak(value)
  box.avoidBreakBefore = value.startsWith('avoid')
}

const setBreakAfter: Setter = ({ box }, value) => {
  box.breakAfter = forcedBreak(value)
  box.avoidBreakAfter = value.startsWith('avoid')
}

const setBreakInside: Setter = ({ box }, value) => {
  box.avoidBreakInside = value.startsWith('avoid')
}

const SETTERS: ReadonlyMap<string, Setter> = new Map(
  Object.entries<Setter>({
    '-natural-margins'({ box }) {
      box.hasNaturalMargins = true
    },
    display({ box }, value) {
      box.display = DISPLAYS.get(value) ?? box.display
      box.rowGroup = ROW_GROUPS.get(value)
    },
    'background-color'({ box }, value) {
      const color = parseColor(value)
      if (color !== undefined) box.backgroundColor = color
    },
    'background-image'(draft, value) {
      draft.picture = value === 'none' ? undefined : pictureColor(value)
    },
    'box-shadow'(draft, value) {
      draft.veil = veilColor(value)
      draft.ring = readRing(draft, value)
    },
    'background-clip': setTextClip,
    '-webkit-background-clip': setTextClip,
    opacity(draft, value) {
      const opacity = Number(value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : value)
      if (Number.isFinite(opacity)) draft.opacity = Math.min(1, Math.max(0, opacity))
    },
    'box-sizing'({ box }, value) {
      box.isBorderBox = value === 'border-box'
    },
    'border-radius'(draft, value) {
      draft.box.radius = evenRadius(draft, value)
    },
    'aspect-ratio'({ box }, value) {
      box.aspectRatio = parseRatio(value)
    },
    'overflow-y': setOverflow,
    'overflow-x': setOverflow,
    'border-collapse'({ box }, value) {
      if (value === 'collapse') box.borderSpacing = 0
    },
    'table-layout'({ box }, value) {
      box.hasFixedColumns = value === 'fixed'
    },
    'border-spacing'({ box, text }, value) {
      box.borderSpacing = parseTwips(splitWords(value)[0] ?? '', baseOf(text)) ?? box.borderSpacing
    },
    'vertical-align'({ box, text }, value) {
      if (value === 'super' || value === 'sub') text.position = value === 'super' ? 'superscript' : 'subscript'
      else {
        if (value === 'baseline') text.position = undefined
        box.verticalAlign = VERTICAL.get(value) ?? box.verticalAlign
      }
    },
    'page-break-before': setBreakBefore,
    'break-before': setBreakBefore,
    'page-break-after': setBreakAfter,
    'break-after': setBreakAfter,
    'page-break-inside': setBreakInside,
    'break-inside': setBreakInside,
  }),
)

function applyWhole(draft: StyleDraft, property: string, value: string): void {
  const length = LENGTHS.get(property)
  if (length !== undefined) {
    draft.box[length] = readLength(draft, value)
    return
  }
  const set = SETTERS.get(property)
  if (set === undefined) applyLayoutProperty(draft, property, value)
  else set(draft, value)
}

/** The radius of corners that are all alike (CSS Backgrounds and Borders Module Level 3, 5.1). */
function evenRadius(draft: StyleDraft, value: string): CssLength | undefined {
  const [first, ...others] = splitWords(value.split('/')[0] ?? '')
  return first === undefined || others.some((other) => other !== first) ? undefined : readLength(draft, first)
}

/** `16 / 9`, `1.5` (CSS Sizing Module Level 4, 4). */
function parseRatio(value: string): number | undefined {
  const [, width, height = '1'] = /^(?:auto\s+)?(\d*\.?\d+)(?:\s*\/\s*(\d*\.?\d+))?$/.exec(value.trim()) ?? []
  const ratio = Number(width) / Number(height)
  return ratio > 0.01 && ratio < 100 ? ratio : undefined
}

/** Marks background pictures. They are not drawn, and it is not known whether they are dark or light. */
export const UNKNOWN_PICTURE = 'unknown'

/** The mean colour of a gradient (CSS Images Module Level 3, 3). */
function pictureColor(value: string): string {
  const inside = /gradient\(([\s\S]*)\)$/.exec(value)?.[1]
  if (inside === undefined) return UNKNOWN_PICTURE
  const colors = splitOutside(inside, ',').flatMap((stop) => {
    const color = splitWords(stop)
      .map(parseColor)
      .find((parsed) => parsed !== undefined)
    return color === undefined ? [] : [color]
  })
  return meanColor(colors) ?? UNKNOWN_PICTURE
}

/** An inset shadow that is wider than any box. It acts as a further background, which tables use for stripes. */
const VEIL = /^inset(?:\s+0(?:px)?){3}\s+\d{3,5}px\s+(\S[\s\S]*)$/

function veilColor(value: string): string | undefined {
  return parseColor(VEIL.exec(value)?.[1] ?? '')
}

/** Reads a shadow that is only a line around its box, with a spread and one colour. */
function readRing(draft: StyleDraft, value: string): StyleDraft['ring'] {
  for (const layer of splitOutside(value, ',')) {
    const [x = '', y = '', blur = '', spread = '', ...color] = splitWords(layer.trim())
    if (![x, y, blur].every((length) => /^[-+]?0(?:\.0+)?[a-z]*$/i.test(length))) continue
    const [width, known] = [readLength(draft, spread), parseColor(color.join(' '))]
    if (width === undefined || 'fraction' in width || width.twips < 1 || known === undefined) continue
    if (known !== 'transparent')
      return { style: 'single', width: Math.min(MAX_LINE_WIDTH, Math.round(width.twips)), color: known }
  }
  return undefined
}

function forcedBreak(value: string): BoxStyle['breakBefore'] {
  if (value === 'left' || value === 'right' || value === 'recto' || value === 'verso') return value
  return /^(?:always|page|all)$/.test(value) ? 'any' : undefined
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

/** The borders, once all their parts are known. Sides without a border are left out. */
export function settleBorders(draft: StyleDraft): Partial<Record<Side, EdgeLine>> {
  const { lines, text } = draft
  const { padding } = draft.box
  const border: Partial<Record<Side, EdgeLine>> = {}
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const line = lines[side]
    if (line?.style === undefined && line?.width === undefined) continue
    const style = LINE_STYLES.get(line.style ?? 'none') ?? 'none'
    const width = LINE_WIDTHS.get(line.width ?? 'medium') ?? parseTwips(line.width ?? '', baseOf(text)) ?? 15
    const said = parseColor(line.color ?? '') ?? text.color ?? '000000'
    const color = said === 'transparent' ? said : blendColor(said, text.backdrop ?? 'FFFFFF')
    if (isPadding(style, width, color, draft)) {
      padding[side] = addTwips(padding[side], width)
      border[side] = { style: 'none', width: 0, color: '000000' }
      continue
    }
    border[side] =
      style === 'none' || width <= 0 || color === 'transparent'
        ? { style: 'none', width: 0, color: '000000' }
        : { style, width: Math.min(MAX_LINE_WIDTH, width), color }
  }
  return border
}

/** The least width of a line that is there to make a box larger, in twips. */
const LEAST_PADDING_LINE = 45

/**
 * Whether a border acts as padding. Buttons in e-mails have borders in their own colour, or thick transparent ones, since some
 * programs ignore padding.
 */
function isPadding(style: EdgeLine['style'], width: number, color: string, { box }: StyleDraft): boolean {
  if (style === 'none' || width < LEAST_PADDING_LINE) return false
  return color === 'transparent' || color === box.backgroundColor
}

function addTwips(length: CssLength | undefined, twips: number): CssLength {
  if (length === undefined) return { twips }
  const known = 'twips' in length ? length.twips : 0
  return 'fraction' in length ? { twips: known + twips, fraction: length.fraction } : { twips: known + twips }
}

function baseOf(text: StyleDraft['text']): LengthBase {
  return { em: text.em ?? 0, rem: text.rem ?? 0, window: text.window }
}

/**
 * Properties of CSS that are about boxes.
 *
 * @module
 */

import type { EdgeLine } from '../../docx-writer/flow-format.js'
import type { BoxStyle, Display, Side, StyleDraft } from './computed-style.js'
import { blendColor, meanColor, parseColor } from './css-color.js'
import { type CssLength, type LengthBase, parseLength, parseTwips } from './css-length.js'
import { alike, type CssProperties, type CssProperty, NO_LENGTH } from './css-property.js'
import { splitOutside, splitWords } from './css-text.js'

const DISPLAYS: ReadonlyMap<string, Display> = new Map<string, Display>([
  ['none', 'none'],
  ['inline', 'inline'],
  ['inline-block', 'inline-block'],
  ['inline-table', 'inline-block'],
  ['inline-flex', 'inline-flex'],
  ['inline-grid', 'inline-grid'],
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

type Apply = NonNullable<CssProperty['apply']>

const setTextClip: Apply = (draft, value) => {
  draft.clipsToText = value === 'text'
}

const setOverflow: Apply = ({ box }, value) => {
  box.clipsContent = value === 'hidden' || value === 'clip'
}

const setBreakBefore: Apply = ({ box }, value) => {
  box.breakBefore = forcedBreak(value)
  box.avoidBreakBefore = value.startsWith('avoid')
}

const setBreakAfter: Apply = ({ box }, value) => {
  box.breakAfter = forcedBreak(value)
  box.avoidBreakAfter = value.startsWith('avoid')
}

const setBreakInside: Apply = ({ box }, value) => {
  box.avoidBreakInside = value.startsWith('avoid')
}

/** Properties of boxes. */
export const BOX_PROPERTIES: CssProperties = {
  // Set by the defaults of elements alone.
  '-natural-margins': {
    apply({ box }) {
      box.hasNaturalMargins = true
    },
  },
  ...sideProperties(),
  ...lengthProperty('width', 'width'),
  ...lengthProperty('height', 'height'),
  ...lengthProperty('max-width', 'maxWidth'),
  ...lengthProperty('min-width', 'minWidth'),
  ...lengthProperty('min-height', 'minHeight'),
  ...lengthProperty('max-height', 'maxHeight'),
  ...verbatimProperty('content', 'content'),
  ...verbatimProperty('counter-reset', 'counterReset'),
  ...verbatimProperty('counter-increment', 'counterIncrement'),
  ...verbatimProperty('counter-set', 'counterSet'),
  ...verbatimProperty('string-set', 'stringSet'),
  page: {
    apply({ box }, value) {
      box.page = value === 'auto' ? undefined : value
    },
    keepsCase: true,
  },
  display: {
    apply({ box }, value) {
      box.display = DISPLAYS.get(value) ?? box.display
      box.rowGroup = ROW_GROUPS.get(value)
    },
  },
  'background-color': {
    apply({ box }, value) {
      const color = parseColor(value)
      if (color !== undefined) box.backgroundColor = color
    },
  },
  'background-image': {
    apply(draft, value) {
      draft.picture = value === 'none' ? undefined : pictureColor(value)
    },
    // A gradient is shown in its mean colour. Repeating gradients are patterns, and the colours of pictures are unknown.
    lossless: /^(?:none|(?:-\w+-)?(?:linear|radial|conic)-gradient\()/,
  },
  'box-shadow': {
    apply(draft, value) {
      draft.veil = veilColor(value)
      draft.ring = readRing(draft, value)
    },
    // An inset shadow that is wider than any box acts as a background.
    lossless: /^(?:none|auto|normal|inset(?:\s+0(?:px)?){3}\s+\d{3,5}px\s.*)$/,
  },
  ...alike('background-clip -webkit-background-clip', { apply: setTextClip }),
  opacity: {
    apply(draft, value) {
      const opacity = Number(value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : value)
      if (Number.isFinite(opacity)) draft.opacity = Math.min(1, Math.max(0, opacity))
    },
  },
  'box-sizing': {
    apply({ box }, value) {
      box.isBorderBox = value === 'border-box'
    },
  },
  'border-radius': {
    apply(draft, value) {
      draft.box.radius = evenRadius(draft, value)
    },
    lossless: NO_LENGTH,
  },
  'aspect-ratio': {
    apply({ box }, value) {
      box.aspectRatio = parseRatio(value)
    },
  },
  'object-fit': {
    apply({ box }, value) {
      box.objectFit = value === 'cover' ? 'cover' : /^(?:contain|scale-down)$/.test(value) ? 'contain' : undefined
    },
    lossless: /^(?:fill|contain|cover|scale-down)$/,
  },
  ...alike('overflow-x overflow-y', { apply: setOverflow }),
  'border-collapse': {
    apply(draft, value) {
      draft.isCollapsed = value === 'collapse'
      if (draft.isCollapsed) draft.box.borderSpacing = draft.box.rowSpacing = 0
    },
  },
  'table-layout': {
    apply({ box }, value) {
      box.hasFixedColumns = value === 'fixed'
    },
  },
  'border-spacing': {
    apply({ box, text, isCollapsed }, value) {
      if (isCollapsed === true) return
      const [across = '', down = across] = splitWords(value)
      box.borderSpacing = parseTwips(across, baseOf(text)) ?? box.borderSpacing
      box.rowSpacing = parseTwips(down, baseOf(text)) ?? box.rowSpacing
    },
  },
  'vertical-align': {
    apply({ box, text }, value) {
      if (value === 'super' || value === 'sub') text.position = value === 'super' ? 'superscript' : 'subscript'
      else {
        if (value === 'baseline') text.position = undefined
        box.verticalAlign = VERTICAL.get(value) ?? box.verticalAlign
      }
    },
  },
  ...alike('page-break-before break-before', { apply: setBreakBefore }),
  ...alike('page-break-after break-after', { apply: setBreakAfter }),
  ...alike('page-break-inside break-inside', { apply: setBreakInside }),
}

function lengthProperty(
  name: string,
  key: 'width' | 'height' | 'maxWidth' | 'minWidth' | 'minHeight' | 'maxHeight',
): CssProperties {
  const apply: Apply = (draft, value) => {
    draft.box[key] = readLength(draft, value)
  }
  return { [name]: { apply } }
}

/** A property whose values are understood only where they are used. */
function verbatimProperty(
  name: string,
  key: 'content' | 'counterReset' | 'counterIncrement' | 'counterSet' | 'stringSet',
): CssProperties {
  const apply: Apply = ({ box }, value) => {
    box[key] = value
  }
  return { [name]: { apply, keepsCase: true } }
}

/** Margins, padding and borders of the four sides. */
function sideProperties(): CssProperties {
  const sides: readonly Side[] = ['top', 'right', 'bottom', 'left']
  return Object.fromEntries(
    sides.flatMap((side): [string, CssProperty][] => [
      [`margin-${side}`, { apply: (draft, value) => setMargin(draft, side, value) }],
      [`padding-${side}`, { apply: (draft, value) => setPadding(draft, side, value) }],
      ...(['width', 'style', 'color'] as const).map((part): [string, CssProperty] => [
        `border-${side}-${part}`,
        { apply: (draft, value) => setLine(draft, side, part, value) },
      ]),
    ]),
  )
}

function setMargin(draft: StyleDraft, side: Side, value: string): void {
  const length = value === 'auto' ? 'auto' : readLength(draft, value)
  if (length === undefined) return
  draft.box.margin[side] = length
  if (side === 'top' || side === 'bottom') draft.box.hasNaturalMargins = undefined
}

function setPadding(draft: StyleDraft, side: Side, value: string): void {
  const length = readLength(draft, value)
  if (length !== undefined) draft.box.padding[side] = length
}

function setLine({ lines, text }: StyleDraft, side: Side, part: 'width' | 'style' | 'color', value: string): void {
  lines[side] = { ...lines[side], [part]: value }
  if (part === 'color' && side === 'bottom' && value !== 'currentcolor') text.borderColor = value
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

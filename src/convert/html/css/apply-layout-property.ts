/**
 * Properties of CSS that are about where boxes stand to each other: floats, positions, columns, flexbox and grid.
 *
 * @module
 */

import type { BoxStyle, Distribution, FlexDraft, ItemAlign, StyleDraft } from './computed-style.js'
import { type CssLength, parseLength } from './css-length.js'
import { applyTransform, applyWriting } from './turn-box.js'

const DISTRIBUTIONS: ReadonlyMap<string, Distribution> = new Map<string, Distribution>([
  ['normal', 'start'],
  ['start', 'start'],
  ['flex-start', 'start'],
  ['left', 'start'],
  ['end', 'end'],
  ['flex-end', 'end'],
  ['right', 'end'],
  ['center', 'center'],
  ['space-between', 'space-between'],
  ['space-around', 'space-around'],
  ['space-evenly', 'space-evenly'],
])

const ALIGNMENTS: ReadonlyMap<string, ItemAlign> = new Map<string, ItemAlign>([
  ['normal', 'stretch'],
  ['stretch', 'stretch'],
  ['start', 'start'],
  ['flex-start', 'start'],
  ['self-start', 'start'],
  ['end', 'end'],
  ['flex-end', 'end'],
  ['self-end', 'end'],
  ['left', 'start'],
  ['right', 'end'],
  ['center', 'center'],
  ['baseline', 'baseline'],
  ['first baseline', 'baseline'],
])

/** Maximum number of columns that are asked for and made. */
const MAX_COLUMNS = 12

/** The side at which a box floats (CSS Logical Properties Level 1, 2.2). */
function floatSide(value: string, isRightToLeft: boolean): BoxStyle['float'] {
  if (value === 'left' || value === 'right') return value
  if (value !== 'inline-start' && value !== 'inline-end') return undefined
  return (value === 'inline-start') === isRightToLeft ? 'right' : 'left'
}

/**
 * Replaces `left` and `right` by the start or end of lines, by which items are aligned (CSS Box Alignment Module Level 3, 4.1).
 */
function lineSide({ text }: StyleDraft, value: string): string {
  if (text.direction !== 'rtl') return value
  return value === 'left' ? 'end' : value === 'right' ? 'start' : value
}

/** Applies a property of layout; one that is not known changes nothing. */
export function applyLayoutProperty(draft: StyleDraft, property: string, value: string): void {
  const { box } = draft
  switch (property) {
    case 'float':
      box.float = floatSide(value, draft.text.direction === 'rtl')
      break
    case 'clear':
      box.clear = value === 'left' || value === 'right' || value === 'both' ? value : undefined
      break
    case 'position':
      box.isPositioned = value === 'absolute' || value === 'fixed' ? true : undefined
      box.isRelative = /^(?:relative|absolute|sticky)$/.test(value) ? true : undefined
      draft.isFixed = value === 'fixed'
      box.running = /^running\(\s*([^\s()]+)\s*\)$/.exec(value)?.[1]
      break
    case 'top':
    case 'right':
    case 'bottom':
    case 'left': {
      const { [property]: _, ...others } = draft.edges ?? {}
      const length = readLength(draft, value)
      draft.edges = length === undefined ? others : { ...others, [property]: length }
      break
    }
    case 'transform':
      applyTransform(draft, value)
      break
    case 'z-index':
      box.isBelow = Number(value) < 0 ? true : undefined
      break
    case 'column-count':
      box.columnCount = /^\d{1,3}$/.test(value) ? Math.min(MAX_COLUMNS, Number(value)) : undefined
      break
    default:
      if (applyWriting(draft, property, value)) return
      if (FLEX_PROPERTY.test(property)) applyFlexProperty(draft, property, value)
  }
}

const FLEX_PROPERTY = /^(?:flex-|grid-|order$|(?:row|column)-gap$|(?:justify|align)-)/

function applyFlexProperty(draft: StyleDraft, property: string, value: string): void {
  const flex: FlexDraft = { ...draft.box.flex }
  draft.box.flex = flex
  const verbatim = VERBATIM.get(property)
  if (verbatim === undefined) FLEX_SETTERS.get(property)?.(flex, value, draft)
  else flex[verbatim] = value
}

type FlexSetter = (flex: FlexDraft, value: string, draft: StyleDraft) => void

/** Properties whose values are understood only where the grid is laid out. */
const VERBATIM = new Map<string, VerbatimMember>([
  ['grid-template-columns', 'templateColumns'],
  ['grid-template-rows', 'templateRows'],
  ['grid-auto-rows', 'autoRows'],
  ['grid-auto-columns', 'autoColumns'],
  ['grid-auto-flow', 'autoFlow'],
  ['grid-template-areas', 'templateAreas'],
  ['grid-column', 'gridColumn'],
  ['grid-row', 'gridRow'],
  ['grid-area', 'gridArea'],
])

type VerbatimMember =
  | 'templateColumns'
  | 'templateRows'
  | 'autoRows'
  | 'autoColumns'
  | 'autoFlow'
  | 'templateAreas'
  | 'gridColumn'
  | 'gridRow'
  | 'gridArea'

const FLEX_SETTERS: ReadonlyMap<string, FlexSetter> = new Map(
  Object.entries<FlexSetter>({
    'flex-direction'(flex, value) {
      flex.isColumn = value.startsWith('column')
      flex.isReversed = value.endsWith('-reverse')
    },
    'flex-wrap'(flex, value) {
      flex.wraps = value.startsWith('wrap')
    },
    'column-gap'(flex, value, draft) {
      flex.columnGap = readLength(draft, value)
    },
    'row-gap'(flex, value, draft) {
      flex.rowGap = readLength(draft, value)
    },
    'justify-content'(flex, value, draft) {
      flex.justify = DISTRIBUTIONS.get(lineSide(draft, value))
    },
    'align-content'(flex, value) {
      flex.alignContent = DISTRIBUTIONS.get(value)
    },
    'align-items'(flex, value) {
      flex.alignItems = ALIGNMENTS.get(value)
    },
    'justify-items'(flex, value, draft) {
      flex.justifyItems = ALIGNMENTS.get(lineSide(draft, value))
    },
    'justify-self'(flex, value, draft) {
      flex.justifySelf = ALIGNMENTS.get(lineSide(draft, value))
    },
    'align-self'(flex, value) {
      flex.alignSelf = ALIGNMENTS.get(value)
    },
    'flex-grow'(flex, value) {
      flex.grow = readNumber(value)
    },
    'flex-shrink'(flex, value) {
      flex.shrink = readNumber(value)
    },
    'flex-basis'(flex, value, draft) {
      flex.basis = readLength(draft, value)
    },
    order(flex, value) {
      flex.order = readNumber(value)
    },
    'grid-column-start'(flex, value) {
      flex.gridColumn = joinEnds(flex.gridColumn, false, value)
    },
    'grid-column-end'(flex, value) {
      flex.gridColumn = joinEnds(flex.gridColumn, true, value)
    },
    'grid-row-start'(flex, value) {
      flex.gridRow = joinEnds(flex.gridRow, false, value)
    },
    'grid-row-end'(flex, value) {
      flex.gridRow = joinEnds(flex.gridRow, true, value)
    },
  }),
)

function joinEnds(known: string | undefined, isEnd: boolean, value: string): string {
  const [start = 'auto', end = 'auto'] = (known ?? '').split('/').map((part) => part.trim() || 'auto')
  return isEnd ? `${start} / ${value}` : `${value} / ${end}`
}

function readLength({ text }: StyleDraft, value: string): CssLength | undefined {
  return parseLength(value, { em: text.em ?? 0, rem: text.rem ?? 0, window: text.window })
}

function readNumber(value: string): number | undefined {
  const number = Number(value)
  return Number.isFinite(number) ? Math.min(9999, Math.max(-9999, number)) : undefined
}

/**
 * Properties of CSS that are about where boxes stand to each other: floats, positions, columns, flexbox and grid.
 *
 * @module
 */

import type { BoxStyle, Distribution, FlexDraft, ItemAlign, Side, StyleDraft } from './computed-style.js'
import { type CssLength, parseLength } from './css-length.js'
import type { CssProperties, CssProperty } from './css-property.js'

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

/** Properties of layout. */
export const LAYOUT_PROPERTIES: CssProperties = {
  float: {
    apply({ box, text }, value) {
      box.float = floatSide(value, text.direction === 'rtl')
    },
  },
  clear: {
    apply({ box }, value) {
      box.clear = value === 'left' || value === 'right' || value === 'both' ? value : undefined
    },
  },
  position: {
    apply(draft, value) {
      const { box } = draft
      box.isPositioned = value === 'absolute' || value === 'fixed' ? true : undefined
      box.isRelative = /^(?:relative|absolute|sticky)$/.test(value) ? true : undefined
      draft.isFixed = value === 'fixed'
      box.running = /^running\(\s*([^\s()]+)\s*\)$/.exec(value)?.[1]
    },
    lossless: /^(?:static|relative|running\(.*\))$/,
  },
  top: { apply: (draft, value) => setEdge(draft, 'top', value) },
  right: { apply: (draft, value) => setEdge(draft, 'right', value) },
  bottom: { apply: (draft, value) => setEdge(draft, 'bottom', value) },
  left: { apply: (draft, value) => setEdge(draft, 'left', value) },
  'z-index': {
    apply({ box }, value) {
      box.isBelow = Number(value) < 0 ? true : undefined
    },
  },
  'column-count': {
    apply({ box }, value) {
      box.columnCount = /^\d{1,3}$/.test(value) ? Math.min(MAX_COLUMNS, Number(value)) : undefined
    },
  },
  'column-width': {
    apply(draft, value) {
      draft.box.columnWidth = value === 'auto' ? undefined : readLength(draft, value)
    },
  },
  'column-rule-style': {
    apply({ box }, value) {
      box.hasColumnRule = !/^(?:none|hidden)$/.test(value)
    },
  },
  'column-span': {
    apply({ box }, value) {
      box.spansColumns = value === 'all'
    },
  },
  'flex-direction': flexProperty((flex, value) => {
    flex.isColumn = value.startsWith('column')
    flex.isReversed = value.endsWith('-reverse')
  }),
  'flex-wrap': flexProperty((flex, value) => {
    flex.wraps = value.startsWith('wrap')
  }),
  'column-gap': flexProperty((flex, value, draft) => {
    flex.columnGap = readLength(draft, value)
  }),
  'row-gap': flexProperty((flex, value, draft) => {
    flex.rowGap = readLength(draft, value)
  }),
  'justify-content': flexProperty((flex, value, draft) => {
    flex.justify = DISTRIBUTIONS.get(lineSide(draft, value))
  }),
  'align-content': flexProperty((flex, value) => {
    flex.alignContent = DISTRIBUTIONS.get(value)
  }, /^(?:normal|start|stretch|center|(?:flex-)?(?:start|end)|space-(?:between|around|evenly))$/),
  'align-items': flexProperty((flex, value) => {
    flex.alignItems = ALIGNMENTS.get(value)
  }),
  'justify-items': flexProperty((flex, value, draft) => {
    flex.justifyItems = ALIGNMENTS.get(lineSide(draft, value))
  }, /^(?:normal|stretch|legacy|start|left|flex-start|center|end|right|flex-end)$/),
  'justify-self': flexProperty((flex, value, draft) => {
    flex.justifySelf = ALIGNMENTS.get(lineSide(draft, value))
  }, /^(?:auto|normal|stretch|start|left|flex-start|center|end|right|flex-end)$/),
  'align-self': flexProperty((flex, value) => {
    flex.alignSelf = ALIGNMENTS.get(value)
  }),
  'flex-grow': flexProperty((flex, value) => {
    flex.grow = readNumber(value)
  }),
  'flex-shrink': flexProperty((flex, value) => {
    flex.shrink = readNumber(value)
  }),
  'flex-basis': flexProperty((flex, value, draft) => {
    flex.basis = readLength(draft, value)
  }),
  order: flexProperty((flex, value) => {
    flex.order = readNumber(value)
  }),
  'grid-column-start': flexProperty((flex, value) => {
    flex.gridColumn = joinEnds(flex.gridColumn, false, value)
  }),
  'grid-column-end': flexProperty((flex, value) => {
    flex.gridColumn = joinEnds(flex.gridColumn, true, value)
  }),
  'grid-row-start': flexProperty((flex, value) => {
    flex.gridRow = joinEnds(flex.gridRow, false, value)
  }),
  'grid-row-end': flexProperty((flex, value) => {
    flex.gridRow = joinEnds(flex.gridRow, true, value)
  }),
  'grid-template-columns': verbatimProperty('templateColumns'),
  'grid-template-rows': verbatimProperty('templateRows'),
  'grid-auto-rows': verbatimProperty('autoRows'),
  'grid-auto-columns': verbatimProperty('autoColumns'),
  'grid-auto-flow': verbatimProperty('autoFlow'),
  'grid-template-areas': verbatimProperty('templateAreas'),
  'grid-column': verbatimProperty('gridColumn'),
  'grid-row': verbatimProperty('gridRow'),
  'grid-area': verbatimProperty('gridArea'),
}

function setEdge(draft: StyleDraft, side: Side, value: string): void {
  const { [side]: _, ...others } = draft.edges ?? {}
  const length = readLength(draft, value)
  draft.edges = length === undefined ? others : { ...others, [side]: length }
}

/** A property of flex and grid containers and their items. */
function flexProperty(
  set: (flex: FlexDraft, value: string, draft: StyleDraft) => void,
  lossless?: RegExp,
): CssProperty {
  const apply: CssProperty['apply'] = (draft, value) => {
    const flex: FlexDraft = { ...draft.box.flex }
    set(flex, value, draft)
    draft.box.flex = flex
  }
  return lossless === undefined ? { apply } : { apply, lossless }
}

/** A property whose values are understood only where the grid is laid out. */
function verbatimProperty(
  key:
    | 'templateColumns'
    | 'templateRows'
    | 'autoRows'
    | 'autoColumns'
    | 'autoFlow'
    | 'templateAreas'
    | 'gridColumn'
    | 'gridRow'
    | 'gridArea',
): CssProperty {
  return flexProperty((flex, value) => {
    flex[key] = value
  })
}

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

/**
 * Size and margins of the pages, as `@page` asks for them.
 *
 * @module
 */

import type { PageSetup } from '../../docx-writer/flow-document.js'
import { computeStyle } from '../css/compute-style.js'
import { type BoxStyle, INITIAL_STYLE, type Side } from '../css/computed-style.js'
import { type PageArea, parseLength, parseTwips, resolveLength } from '../css/css-length.js'
import { splitWords } from '../css/css-text.js'
import type { Declaration } from '../css/declarations.js'
import { lengthOf } from '../frames/block-frame.js'

/** Page sizes of CSS Paged Media Module Level 3, 7.1, in portrait, and further ones of ISO 216 that browsers know, in twips. */
const PAGE_SIZES: ReadonlyMap<string, readonly [width: number, height: number]> = new Map([
  ['a3', [16_838, 23_811]],
  ['a4', [11_906, 16_838]],
  ['a5', [8391, 11_906]],
  ['a6', [5953, 8391]],
  ['b4', [14_173, 20_013]],
  ['b5', [9978, 14_173]],
  ['jis-b4', [14_570, 20_636]],
  ['jis-b5', [10_318, 14_570]],
  ['letter', [12_240, 15_840]],
  ['legal', [12_240, 20_160]],
  ['ledger', [15_840, 24_480]],
])

/** A4 with margins of an inch. */
export const DEFAULT_PAGE: PageSetup = {
  width: 11_906,
  height: 16_838,
  margins: { top: 1440, right: 1440, bottom: 1440, left: 1440 },
  pageNumbers: false,
}

/** Word's limits of the sides of a page, in twips. */
const [MIN_SIDE, MAX_SIDE] = [720, 31_680]
/** Minimum size of the text area, in twips. */
const MIN_ROOM = 360

const BASE = { em: 240, rem: 240 }

/** Minimum margin in twips: that of browsers, raised so that all printers can print it. */
const LEAST_MARGIN = 720

/**
 * The page of a document with a style sheet but without page margins. The text area is as large as in browsers, for which it was
 * made, and at least as large as that of `DEFAULT_PAGE`.
 *
 * @param body the box of the page's content, which stands within the margins of browsers
 */
export function designedPage(body: Pick<BoxStyle, 'margin' | 'padding'>): PageSetup {
  const { width, height, margins } = DEFAULT_PAGE
  const marginOf = (side: keyof PageSetup['margins']) => {
    const whole = side === 'top' || side === 'bottom' ? height : width
    const own = lengthOf(body.margin[side], whole) + lengthOf(body.padding[side], whole)
    return Math.min(margins[side], LEAST_MARGIN + Math.max(0, Math.round(own)))
  }
  const [top, right, bottom, left] = [marginOf('top'), marginOf('right'), marginOf('bottom'), marginOf('left')]
  return { ...DEFAULT_PAGE, margins: { ...margins, top, right, bottom, left } }
}

/**
 * The page setup that `@page` defines. Properties that it does not set are those of `page`.
 *
 * @param body the box of the page's content, whose padding and margins stand within margins that the page asks for, as
 * do the padding and the lines of the page itself; left out: the margins alone
 */
export function readPageSetup(
  declarations: readonly Declaration[],
  page: PageSetup = DEFAULT_PAGE,
  body?: Pick<BoxStyle, 'margin' | 'padding'>,
): PageSetup {
  let { width, height } = page
  for (const { property, value } of declarations) {
    if (property === 'size') [width, height] = readSize(value.toLowerCase(), [width, height])
  }
  const margins = { ...page.margins }
  for (const { property, value } of declarations) {
    const [, side] = /^margin-(top|right|bottom|left)$/.exec(property) ?? []
    if (!isSide(side)) continue
    const length = parseLength(value, BASE)
    if (length === undefined) continue
    const whole = side === 'top' || side === 'bottom' ? height : width
    const own = lengthOf(body?.margin[side], whole) + lengthOf(body?.padding[side], whole)
    margins[side] = Math.max(0, resolveLength(length, whole)) + Math.max(0, own)
  }
  if (body !== undefined) {
    const inner = readPageBox(declarations, { width, height })
    for (const side of SIDES) margins[side] += inner.padding[side] + inner.lines[side]
  }
  return {
    ...page,
    width,
    height,
    margins: {
      ...shrinkMargins(margins.top, margins.bottom, height, 'top', 'bottom'),
      ...shrinkMargins(margins.left, margins.right, width, 'left', 'right'),
    } as PageSetup['margins'],
  }
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const

type Sides = Record<Side, number>

function isSide(side: string | undefined): side is Side {
  return side === 'top' || side === 'right' || side === 'bottom' || side === 'left'
}

/** The box around the content of a page, inside its margins: the widths of its padding and borders, in twips. */
export interface PageBox {
  readonly padding: Readonly<Sides>
  readonly lines: Readonly<Sides>
  readonly border: BoxStyle['border']
  /** Background colour of the whole sheet (CSS Paged Media Module Level 3, 3.2). */
  readonly backgroundColor: string | undefined
  /** Properties that are not shown. */
  readonly unmet: readonly string[]
}

/** Page properties whose loss is reported. */
const UNMET = new Set(['marks', 'bleed', 'page-orientation'])

/** Reads the lines, the padding and the ground of a page. */
export function readPageBox(declarations: readonly Declaration[], { width, height }: PageArea): PageBox {
  const start = { text: {}, box: { display: 'block' as const } }
  const { box, unmet = [] } = computeStyle(INITIAL_STYLE.text, start, declarations)
  const padding = { top: 0, right: 0, bottom: 0, left: 0 }
  const lines = { ...padding }
  for (const side of SIDES) {
    const whole = side === 'top' || side === 'bottom' ? height : width
    padding[side] = Math.max(0, lengthOf(box.padding[side], whole))
    lines[side] = box.border[side]?.width ?? 0
  }
  const { backgroundColor } = box
  const own = declarations.filter(
    ({ property, value }) => UNMET.has(property) && !/^(?:none|auto|upright)$/i.test(value),
  )
  return {
    padding,
    lines,
    border: box.border,
    backgroundColor: backgroundColor === 'transparent' ? undefined : backgroundColor,
    unmet: [...new Set([...unmet, ...own.map(({ property }) => property)])],
  }
}

function readSize(value: string, known: [number, number]): [number, number] {
  let [width, height] = known
  const lengths: number[] = []
  let orientation = ''
  for (const word of splitWords(value)) {
    const named = PAGE_SIZES.get(word)
    const length = parseTwips(word, BASE)
    if (named !== undefined) [width, height] = named
    else if (word === 'landscape' || word === 'portrait') orientation = word
    else if (length !== undefined && length > 0) lengths.push(length)
  }
  const [first, second = first] = lengths
  if (first !== undefined && second !== undefined) [width, height] = [clampSide(first), clampSide(second)]
  if (orientation === '') return [width, height]
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return orientation === 'landscape' ? [long, short] : [short, long]
}

function clampSide(side: number): number {
  return Math.min(MAX_SIDE, Math.max(MIN_SIDE, side))
}

/** Reduces two opposite margins where they leave no room. */
function shrinkMargins<A extends string, B extends string>(
  first: number,
  second: number,
  side: number,
  firstName: A,
  secondName: B,
): Record<A | B, number> {
  const room = Math.max(0, side - MIN_ROOM)
  const scale = Math.min(1, room / Math.max(1, first + second))
  return { [firstName]: Math.floor(first * scale), [secondName]: Math.floor(second * scale) } as Record<A | B, number>
}

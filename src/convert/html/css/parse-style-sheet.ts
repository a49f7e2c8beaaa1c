/**
 * Parses style sheets for printing: rules, and `@page`.
 *
 * @module
 */

import { append } from '../../../lists.js'
import { COSTS, type ConversionBudget } from '../../conversion-budget.js'
import { parseTwips, TWIPS_PER_PIXEL } from './css-length.js'
import { findOutside, removeComments, splitOutside } from './css-text.js'
import { type Declaration, parseDeclarations } from './declarations.js'
import { type MarginBoxRule, type PageRule, parsePageSelectors } from './page-rules.js'
import { parseSelectorList, type Selector } from './selector.js'

/** A rule with one selector: a rule with a list of them is several. */
export interface StyleRule {
  readonly selector: Selector
  readonly declarations: readonly Declaration[]
  /** Whether it is for screens and nothing else. */
  readonly isForScreens?: boolean
}

/** What `@page` says, in its order. */
export interface PageRules {
  readonly rules: readonly PageRule[]
  /** Selectors of pages that are not understood, such as `:nth(2)`. */
  readonly leftOut: readonly string[]
}

/** What a style sheet says, in its order. */
export interface StyleSheet {
  readonly rules: readonly StyleRule[]
  readonly page: PageRules
  readonly counterStyles: CounterRules
}

/** Descriptors of `@counter-style` by the names of the styles (CSS Counter Styles Level 3, 2). */
export type CounterRules = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Nesting of at-rules that is followed. */
const MAX_NESTING = 8

/**
 * Reads a style sheet (CSS Syntax Module Level 3) for printing. Rules that cannot be understood are left out, as CSS
 * asks; so are at-rules other than `@media`, `@supports`, `@layer`, `@page` and `@counter-style`.
 */
export function parseStyleSheet(css: string, budget?: ConversionBudget): StyleSheet {
  const rules: StyleRule[] = []
  const page = { rules: [], leftOut: [] }
  const counterStyles = new Map()
  const sheet = { rules, page, counterStyles }
  readRules(removeComments(css).replace(/<!--|-->/g, ' '), budget === undefined ? sheet : { ...sheet, budget }, 0)
  return sheet
}

interface Output {
  readonly budget?: ConversionBudget
  readonly isForScreens?: boolean
  /** Whether the rules are inside a media query about window sizes, which are compared with those of pages. */
  readonly isOfWindows?: boolean
  readonly rules: StyleRule[]
  readonly page: { readonly rules: PageRule[]; readonly leftOut: string[] }
  readonly counterStyles: Map<string, ReadonlyMap<string, string>>
}

function readRules(text: string, out: Output, nesting: number): void {
  for (let from = 0; from < text.length; ) {
    const start = findOutside(text, '{;', from)
    const prelude = text.slice(from, start).trim()
    if (start >= text.length) return
    if (text.charAt(start) === ';') {
      from = start + 1
      continue
    }
    const end = findOutside(text, '}', start + 1)
    const body = text.slice(start + 1, end)
    from = end + 1
    out.budget?.step('rules', end - start + prelude.length)
    if (prelude.startsWith('@')) readAtRule(prelude, body, out, nesting)
    else readStyleRule(prelude, body, out, nesting)
  }
}

/** A rule, with rules inside of it (CSS Nesting Module Level 1): `&` stands for what the outer one selects. */
function readStyleRule(prelude: string, body: string, out: Output, nesting: number): void {
  const { own, nested } = body.includes('{') ? splitNested(body) : { own: body, nested: [] }
  out.budget?.hold('rules', COSTS.declarationCharacter * own.length)
  const all = parseDeclarations(own)
  // Content that a window hides, such as closed parts of an accordion, is shown on paper.
  const declarations = out.isOfWindows === true ? all.filter((declaration) => !hides(declaration)) : all
  if (declarations.length > 0) {
    const screens = out.isForScreens === true ? { isForScreens: true } : {}
    for (const selector of parseSelectorList(prelude)) {
      out.budget?.hold('rules', COSTS.rule)
      out.rules.push({ selector, declarations, ...screens })
    }
  }
  if (nesting >= MAX_NESTING) return
  for (const { prelude: inner, body: content } of nested) {
    if (inner.startsWith('@')) readAtRule(inner, `${prelude}{${content}}`, out, nesting + 1)
    else readStyleRule(nestSelector(prelude, inner), content, out, nesting + 1)
  }
}

function hides({ property, value }: Declaration): boolean {
  return property === 'display' && value.toLowerCase() === 'none'
}

function splitNested(body: string): { own: string; nested: { prelude: string; body: string }[] } {
  const nested: { prelude: string; body: string }[] = []
  let own = ''
  for (let from = 0; from < body.length; ) {
    const at = findOutside(body, '{;', from)
    const isRule = body.charAt(at) === '{'
    const end = isRule ? findOutside(body, '}', at + 1) : at
    if (isRule) nested.push({ prelude: body.slice(from, at).trim(), body: body.slice(at + 1, end) })
    else own += `${body.slice(from, end)};`
    from = end + 1
  }
  return { own, nested }
}

/**
 * Longest selector that results from nesting, in characters. Each level may multiply its length; longer selectors are left out.
 */
const MAX_SELECTOR_LENGTH = 4096

function nestSelector(outer: string, inner: string): string {
  const parent = outer.includes(',') ? `:is(${outer})` : outer
  const parts = splitOutside(inner, ',')
  const places = parts.length + inner.split('&').length
  if (parent.length * places > MAX_SELECTOR_LENGTH) return ''
  return parts
    .map((part) => part.trim())
    .map((part) => (part.includes('&') ? part.replaceAll('&', parent) : `${parent} ${part}`))
    .join(',')
}

function readAtRule(prelude: string, body: string, out: Output, nesting: number): void {
  const [, name = '', condition = ''] = /^@([-\w]+)\s*([\s\S]*)$/.exec(prelude) ?? []
  switch (name.toLowerCase()) {
    case 'media':
      if (nesting < MAX_NESTING && appliesToPrint(condition)) {
        const isOfWindows = out.isOfWindows === true || asksForScreens(condition)
        const isForScreens = out.isForScreens === true || isScreenOnly(condition)
        readRules(body, { ...out, isForScreens, isOfWindows }, nesting + 1)
      }
      break
    case 'supports':
    case 'layer':
    case 'container':
    case 'scope':
      if (nesting < MAX_NESTING) readRules(body, out, nesting + 1)
      break
    case 'page':
      readPageRule(condition.trim(), body, out.page)
      break
    case 'counter-style':
      out.counterStyles.set(
        condition.trim().toLowerCase(),
        new Map(parseDeclarations(body).map(({ property, value }) => [property, value])),
      )
      break
  }
}

/** `@page` holds margin boxes, `@top-center { ... }`, among its declarations (CSS Paged Media Module Level 3, 5). */
function readPageRule(selectors: string, body: string, page: Output['page']): void {
  const { own, nested } = splitNested(body)
  const declarations = parseDeclarations(own)
  const marginBoxes: MarginBoxRule[] = []
  for (const { prelude, body: content } of nested) {
    const [, name] = /^@([-\w]+)$/.exec(prelude) ?? []
    if (name !== undefined) marginBoxes.push({ name: name.toLowerCase(), declarations: parseDeclarations(content) })
  }
  const { known, unknown } = parsePageSelectors(selectors)
  for (const selector of known) page.rules.push({ selector, declarations, marginBoxes })
  append(page.leftOut, unknown)
}

/** The width of a page's text that conditions on a window are compared with: A4 with narrow margins, in CSS pixels. */
const PAGE_WIDTH = 718

/** Whether one of the media queries holds for a printed page (Media Queries Level 4). */
function appliesToPrint(condition: string): boolean {
  return splitOutside(condition.toLowerCase(), ',').some((query) => {
    const words = query.trim().replace(/^only\s+/, '')
    const isNegated = words.startsWith('not ')
    const conditions = (isNegated ? words.slice(4) : words).split(/\s+and\s+/).map((part) => part.trim())
    // Rules for small screens are not meant for paper, even where paper is not wider.
    const isForSmallScreens = conditions.includes('screen') && /\bmax-(?:device-)?width|width\s*</.test(words)
    return (!isForSmallScreens && conditions.every(holdsForPrint)) !== isNegated
  })
}

/** Whether a media query speaks of screens, whatever their size. */
function isScreenOnly(condition: string): boolean {
  return splitOutside(condition.toLowerCase(), ',').every((query) => /^\s*(?:only\s+)?screen\s*$/.test(query))
}

/** Whether a query never applies to paper. A query for the size of a screen applies to a page of that size. */
function asksForScreens(condition: string): boolean {
  return splitOutside(condition.toLowerCase(), ',').every(
    (query) => /^\s*(?:only\s+)?screen\b/.test(query) || !appliesToPrint(query),
  )
}

function holdsForPrint(feature: string): boolean {
  // Many pages have style sheets for screens only. Those with further conditions are about small or large screens.
  if (feature === '' || feature === 'all' || feature === 'print' || feature === 'screen') return true
  const [, name = '', value = ''] = /^\(\s*([-\w]+)\s*(?::\s*([^)]*))?\)$/.exec(feature) ?? []
  const width = lengthInPixels(value)
  switch (name) {
    case 'min-width':
    case 'min-device-width':
      return width === undefined || PAGE_WIDTH >= width
    case 'max-width':
    case 'max-device-width':
      return width !== undefined && PAGE_WIDTH <= width
    case 'prefers-color-scheme':
      return value.trim() !== 'dark'
    case 'orientation':
      return value.trim() === 'portrait'
    case 'width':
      return false
    default:
      return holdsForRange(feature)
  }
}

/** Whether a range such as `(width >= 40em)` holds for a page. */
function holdsForRange(feature: string): boolean {
  const [, operator = '', value = ''] = /^\(\s*width\s*([<>]=?)\s*([^)]*)\)$/.exec(feature) ?? []
  const width = lengthInPixels(value)
  if (width === undefined) return false
  return operator.startsWith('<') ? PAGE_WIDTH <= width : PAGE_WIDTH >= width
}

function lengthInPixels(text: string): number | undefined {
  const twips = parseTwips(text, { em: 240, rem: 240 })
  return twips === undefined ? undefined : twips / TWIPS_PER_PIXEL
}

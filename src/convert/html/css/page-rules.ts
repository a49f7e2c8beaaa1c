/**
 * What style sheets say of pages: `@page` with its selectors, and the boxes in the margins (CSS Paged Media Module Level 3).
 *
 * @module
 */

import { append } from '../../../lists.js'
import { splitOutside } from './css-text.js'
import type { Declaration } from './declarations.js'

/** The pages that a rule applies to. Left-out conditions hold for all pages. */
interface PageSelector {
  /** The name that `page` gives to the pages of an element. */
  readonly name?: string
  readonly isFirst?: boolean
  readonly isBlank?: boolean
  readonly side?: PageSide
}

/** The side of a sheet. In text from left to right, the first page is a right one. */
export type PageSide = 'left' | 'right'

/** A rule with one selector: a rule with a list of them is several. */
export interface PageRule {
  readonly selector: PageSelector
  readonly declarations: readonly Declaration[]
  /** Boxes in the margins, such as `@bottom-right`, by their name without the at sign. */
  readonly marginBoxes: readonly MarginBoxRule[]
}

export interface MarginBoxRule {
  readonly name: string
  readonly declarations: readonly Declaration[]
}

/** The kind of a page. By default it is neither first nor blank. */
export interface PageKind {
  readonly name?: string | undefined
  readonly isFirst?: boolean
  readonly isBlank?: boolean
  readonly side?: PageSide
}

/** Declarations for one kind of page, the weakest first. */
export interface PageStyle {
  readonly declarations: readonly Declaration[]
  readonly marginBoxes: ReadonlyMap<string, readonly Declaration[]>
}

/** The pseudo-classes of pages (4.2). */
const PSEUDO: ReadonlyMap<string, PageSelector> = new Map<string, PageSelector>([
  ['first', { isFirst: true }],
  ['blank', { isBlank: true }],
  ['left', { side: 'left' }],
  ['right', { side: 'right' }],
])

/** The selectors of a list, and the texts of those that are not understood, such as `:nth(2)`. */
export function parsePageSelectors(text: string): { readonly known: PageSelector[]; readonly unknown: string[] } {
  const known: PageSelector[] = []
  const unknown: string[] = []
  for (const part of splitOutside(text, ',')) {
    const selector = parsePageSelector(part.trim())
    if (selector === undefined) unknown.push(part.trim())
    else known.push(selector)
  }
  return { known, unknown }
}

function parsePageSelector(text: string): PageSelector | undefined {
  const [name = '', ...pseudo] = text.split(':')
  if (!/^(?:-?[a-z_\u0080-\uffff][-\w\u0080-\uffff]*)?$/i.test(name)) return undefined
  let selector: PageSelector = name === '' ? {} : { name }
  for (const word of pseudo) {
    const added = PSEUDO.get(word.trim().toLowerCase())
    if (added === undefined) return undefined
    selector = { ...selector, ...added }
  }
  return selector
}

/** Collects the declarations for a kind of page, in the order of the cascade (4.4). */
export function stylePage(rules: readonly PageRule[], kind: PageKind): PageStyle {
  const matched = rules
    .filter(({ selector }) => matches(selector, kind))
    .map((rule, order) => ({ rule, order, weight: weightOf(rule.selector) }))
    .sort((a, b) => a.weight - b.weight || a.order - b.order)
  const declarations: Declaration[] = []
  const boxes = new Map<string, Declaration[]>()
  for (const { rule } of matched) {
    append(declarations, rule.declarations)
    for (const { name, declarations: own } of rule.marginBoxes) {
      const known = boxes.get(name)
      if (known === undefined) boxes.set(name, [...own])
      else append(known, own)
    }
  }
  const marginBoxes = new Map([...boxes].map(([name, own]) => [name, byImportance(own)]))
  return { declarations: byImportance(declarations), marginBoxes }
}

function matches({ name, isFirst, isBlank, side }: PageSelector, kind: PageKind): boolean {
  if (name !== undefined && name !== kind.name) return false
  if (isFirst === true && kind.isFirst !== true) return false
  if (isBlank === true && kind.isBlank !== true) return false
  return side === undefined || side === kind.side
}

/** Names weigh more than `:first` and `:blank`, and those more than sides (4.4.1). */
function weightOf({ name, isFirst, isBlank, side }: PageSelector): number {
  const count = (isFirst === true ? 1 : 0) + (isBlank === true ? 1 : 0)
  return (name === undefined ? 0 : 100) + count * 10 + (side === undefined ? 0 : 1)
}

function byImportance(declarations: readonly Declaration[]): Declaration[] {
  if (!declarations.some(({ important }) => important)) return [...declarations]
  return [...declarations.filter(({ important }) => !important), ...declarations.filter(({ important }) => important)]
}

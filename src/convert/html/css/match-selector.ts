/**
 * Whether a selector holds for an element of a parse5 tree.
 *
 * @module
 */

import type { ConversionBudget } from '../../conversion-budget.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import { childElements, descendants, getAttribute, type HtmlElement, isElement } from '../source/html-tree.js'
import type { AttributeTest, Compound, PositionTest, RelativeSelector, Selector } from './selector.js'

/** What is known of elements while one document is matched. */
export class ElementFacts {
  readonly #attributes = new WeakMap<HtmlElement, ReadonlyMap<string, string>>()
  readonly #classes = new Map<string, ReadonlySet<string>>()
  readonly #siblings = new WeakMap<object, SiblingPlaces>()
  readonly #budget: ConversionBudget
  #steps = 0

  constructor(budget: ConversionBudget) {
    this.#budget = budget
  }

  /** The value of one attribute. Elements with few attributes are searched in the parser's list. */
  attribute(element: HtmlElement, name: string): string | undefined {
    return element.attrs.length <= FEW_ATTRIBUTES ? getAttribute(element, name) : this.attributes(element).get(name)
  }

  /** Attributes by name. A `Map`, so that no name reaches the prototype of an object. */
  attributes(element: HtmlElement): ReadonlyMap<string, string> {
    if (element.attrs.length === 0) return NO_ATTRIBUTES
    let attributes = this.#attributes.get(element)
    if (attributes === undefined) {
      const list = element.attrs.slice(0, CONVERT_LIMITS.maxAttributes)
      attributes = new Map(list.map(({ name, value }) => [name, value]))
      this.#attributes.set(element, attributes)
    }
    return attributes
  }

  /** The classes that a `class` attribute names. */
  classes(value: string): ReadonlySet<string> {
    let classes = this.#classes.get(value)
    if (classes === undefined) {
      classes = new Set(value.split(/[ \t\n\r\f]+/).filter((name) => name !== ''))
      this.#classes.set(value, classes)
    }
    return classes
  }

  /** Where the children of an element's parent stand. */
  siblings(element: HtmlElement): SiblingPlaces | undefined {
    const parent = element.parentNode
    if (parent === null) return undefined
    let places = this.#siblings.get(parent)
    if (places === undefined) {
      places = new SiblingPlaces(parent.childNodes.filter(isElement), this.#budget)
      this.#siblings.set(parent, places)
    }
    return places
  }

  /** Counts comparisons, and tells the budget of many at once. */
  countStep(count = 1): void {
    this.#steps += count
    if (this.#steps < STEPS_AT_ONCE) return
    this.#budget.step('selectors', this.#steps)
    this.#steps = 0
  }
}

/** Comparisons that are charged to the budget at once, since there are millions of them. */
const STEPS_AT_ONCE = 256

/** Steps that it takes to find the place of an element among its siblings. */
const SIBLING_STEPS = 2

/** Memory that a place among counted siblings takes. */
const BYTES_OF_PLACE = 64

/** Steps that it takes to begin with the relatives of an element. */
const RELATIVE_STEPS = 16

/** Number of attributes up to which a linear search is faster than a table. */
const FEW_ATTRIBUTES = 8

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** Elements with one parent. */
class SiblingPlaces {
  readonly elements: readonly HtmlElement[]
  readonly #index: Map<HtmlElement, number>
  readonly #firsts = new Map<Compound, number>()
  /** Places among the siblings that a test counts. */
  readonly #counted = new Map<PositionTest, ReadonlyMap<HtmlElement, number>>()
  readonly #budget: ConversionBudget
  #typeIndex: Map<HtmlElement, readonly [fromStart: number, fromEnd: number]> | undefined

  constructor(elements: readonly HtmlElement[], budget: ConversionBudget) {
    this.elements = elements
    this.#budget = budget
    this.#index = new Map(elements.map((element, index) => [element, index]))
  }

  /** Index of the first element that a compound selector matches; infinity when there is none. */
  firstOf(compound: Compound, matches: (element: HtmlElement) => boolean): number {
    let first = this.#firsts.get(compound)
    if (first === undefined) {
      const index = this.elements.findIndex(matches)
      first = index < 0 ? Number.POSITIVE_INFINITY : index
      this.#firsts.set(compound, first)
    }
    return first
  }

  /** The place, from 1, among the siblings that a test counts; 0 for an element that is not one of them. */
  placeAmong(element: HtmlElement, test: PositionTest, counts: (sibling: HtmlElement) => boolean): number {
    let places = this.#counted.get(test)
    if (places === undefined) {
      const counted = this.elements.filter(counts)
      this.#budget.hold('selectors', BYTES_OF_PLACE * (1 + counted.length))
      if (test.fromEnd) counted.reverse()
      places = new Map(counted.map((sibling, index) => [sibling, index + 1]))
      this.#counted.set(test, places)
    }
    return places.get(element) ?? 0
  }

  indexOf(element: HtmlElement): number {
    return this.#index.get(element) ?? 0
  }

  /** The place, from 1, that a test is about. */
  place(element: HtmlElement, { fromEnd, sameType }: PositionTest): number {
    if (!sameType) return fromEnd ? this.elements.length - this.indexOf(element) : this.indexOf(element) + 1
    this.#typeIndex ??= countTypes(this.elements)
    return this.#typeIndex.get(element)?.[fromEnd ? 1 : 0] ?? 1
  }
}

function countTypes(elements: readonly HtmlElement[]): Map<HtmlElement, readonly [number, number]> {
  const totals = new Map<string, number>()
  const starts = elements.map(({ tagName }) => {
    const place = (totals.get(tagName) ?? 0) + 1
    totals.set(tagName, place)
    return place
  })
  return new Map(
    elements.map((element, index) => {
      const start = starts[index] ?? 1
      return [element, [start, (totals.get(element.tagName) ?? 1) - start + 1] as const]
    }),
  )
}

/** Whether the selector holds for the element. */
export function matchesSelector(element: HtmlElement, selector: Selector, facts: ElementFacts): boolean {
  return matchesCompound(element, selector.subject, facts) && matchesFrom(element, selector, 0, facts)
}

/**
 * Whether the compound selectors from `from` on match elements before or above this one. Only the last combinator with a choice
 * needs to be tried again. The cost is therefore a product of two lengths and not exponential.
 */
function matchesFrom(start: HtmlElement, { ancestors }: Selector, from: number, facts: ElementFacts): boolean {
  let element = start
  let retry: { readonly index: number; readonly element: HtmlElement } | undefined
  for (let index = from; index < ancestors.length; ) {
    const step = ancestors[index]
    if (step === undefined) return true
    const isFree = step.combinator === 'descendant'
    const candidate = isFree
      ? findAncestor(element, step.compound, facts)
      : matchNeighbour(element, step.combinator, step.compound, facts)
    if (candidate !== undefined) {
      if (isFree) retry = { index, element: candidate }
      element = candidate
      index++
    } else {
      if (retry === undefined || isFree) return false
      element = retry.element
      index = retry.index
    }
  }
  return true
}

function findAncestor(element: HtmlElement, compound: Compound, facts: ElementFacts): HtmlElement | undefined {
  for (let node = element.parentNode; node !== null && isElement(node); node = node.parentNode) {
    if (matchesCompound(node, compound, facts)) return node
  }
  return undefined
}

function matchNeighbour(
  element: HtmlElement,
  combinator: 'child' | 'next' | 'following' | 'descendant',
  compound: Compound,
  facts: ElementFacts,
): HtmlElement | undefined {
  if (combinator === 'child') {
    const parent = element.parentNode
    return parent !== null && isElement(parent) && matchesCompound(parent, compound, facts) ? parent : undefined
  }
  const places = facts.siblings(element)
  if (places === undefined) return undefined
  facts.countStep(SIBLING_STEPS)
  const index = places.indexOf(element)
  if (combinator === 'next') {
    const before = places.elements[index - 1]
    return before !== undefined && matchesCompound(before, compound, facts) ? before : undefined
  }
  const first = places.firstOf(compound, (sibling) => matchesCompound(sibling, compound, facts))
  return first < index ? places.elements[first] : undefined
}

/** Whether the conditions hold for the element. */
function matchesCompound(element: HtmlElement, compound: Compound, facts: ElementFacts): boolean {
  facts.countStep()
  if (compound.tag !== undefined && compound.tag !== element.tagName.toLowerCase()) return false
  if (compound.id !== undefined && facts.attribute(element, 'id') !== compound.id) return false
  if (compound.classes.length > 0) {
    const classes = facts.classes(facts.attribute(element, 'class') ?? '')
    if (!compound.classes.every((name) => classes.has(name))) return false
  }
  return (
    compound.attributes.every((test) => matchesAttribute(facts.attribute(element, test.name), test)) &&
    (!compound.isRoot || element.tagName === 'html') &&
    (!compound.isEmpty || element.childNodes.every((node) => node.nodeName === '#comment')) &&
    compound.positions.every((test) => matchesPosition(placeOf(element, test, facts), test)) &&
    !compound.not.some((member) => matchesSelector(element, member, facts)) &&
    compound.any.every((members) => members.some((member) => matchesSelector(element, member, facts))) &&
    compound.has.every((members) => members.some((member) => hasRelative(element, member, facts)))
  )
}

/** Whether an element in this relation matches (Selectors Level 4, 4.5). */
function hasRelative(element: HtmlElement, { combinator, selector }: RelativeSelector, facts: ElementFacts): boolean {
  facts.countStep(RELATIVE_STEPS)
  const matches = (candidate: HtmlElement) => matchesSelector(candidate, selector, facts)
  // A child selector with further ancestors also begins with a child.
  if (combinator === 'child' && selector.ancestors.length === 0) return childElements(element).some(matches)
  if (combinator === 'descendant' || combinator === 'child') {
    for (const node of descendants(element)) if (isElement(node) && matches(node)) return true
    return false
  }
  const places = facts.siblings(element)
  if (places === undefined) return false
  const { elements } = places
  const next = places.indexOf(element) + 1
  const end = combinator === 'next' ? Math.min(next + 1, elements.length) : elements.length
  for (let index = next; index < end; index++) {
    const sibling = elements[index]
    if (sibling !== undefined && matches(sibling)) return true
  }
  return false
}

/** The place of an element, from 1; 0 where it is not counted. */
function placeOf(element: HtmlElement, test: PositionTest, facts: ElementFacts): number {
  const places = facts.siblings(element)
  const { among } = test
  if (places === undefined || among === undefined) return places?.place(element, test) ?? 1
  return places.placeAmong(element, test, (sibling) => among.some((own) => matchesSelector(sibling, own, facts)))
}

function matchesPosition(place: number, { step, offset }: PositionTest): boolean {
  if (place === 0) return false
  if (step === 0) return place === offset
  const count = (place - offset) / step
  return count >= 0 && Number.isInteger(count)
}

function matchesAttribute(found: string | undefined, test: AttributeTest): boolean {
  if (found === undefined) return false
  const value = test.ignoreCase ? found.toLowerCase() : found
  const wanted = test.ignoreCase ? test.value.toLowerCase() : test.value
  switch (test.operator) {
    case '':
      return true
    case '=':
      return value === wanted
    case '~=':
      return wanted !== '' && value.split(/\s+/).includes(wanted)
    case '|=':
      return value === wanted || value.startsWith(`${wanted}-`)
    case '^=':
      return wanted !== '' && value.startsWith(wanted)
    case '$=':
      return wanted !== '' && value.endsWith(wanted)
    case '*=':
      return wanted !== '' && value.includes(wanted)
  }
}

/**
 * Finds the rules that may hold for an element without trying all of them.
 *
 * @module
 */

import { type HtmlElement, isElement } from '../source/html-tree.js'
import type { Declaration } from './declarations.js'
import { type ElementFacts, matchesSelector } from './match-selector.js'
import type { StyleRule } from './parse-style-sheet.js'
import type { Compound, Selector } from './selector.js'

/** A rule and where it stands in the cascade. */
interface IndexedRule {
  readonly order: number
  readonly selector: Selector
  readonly declarations: readonly Declaration[]
}

/**
 * Rules by what the rightmost part of their selectors requires. An element is compared only with rules that may match it,
 * however many there are.
 */
export class RuleIndex {
  readonly #byId = new Map<string, IndexedRule[]>()
  readonly #byClass = new Map<string, IndexedRule[]>()
  /** Rules for elements inside of others that have an identifier (`#`) or a class (`.`). */
  readonly #byAncestor = new Map<string, IndexedRule[]>()
  readonly #byTag = new Map<string, IndexedRule[]>()
  readonly #others: IndexedRule[] = []
  /** Attributes that selectors look at, besides the class. */
  readonly attributes: ReadonlySet<string>

  /** @param rules in the order of their style sheets */
  constructor(rules: readonly StyleRule[]) {
    const attributes = new Set<string>()
    for (const [order, { selector, declarations }] of rules.entries()) {
      this.#add({ order, selector, declarations })
      for (const compound of allCompounds(selector)) {
        if (compound.id !== undefined) attributes.add('id')
        for (const test of compound.attributes) attributes.add(test.name)
      }
    }
    this.attributes = attributes
  }

  /** The rules that hold for the element, the weakest first. */
  match(element: HtmlElement, facts: ElementFacts): IndexedRule[] {
    const matched: IndexedRule[] = []
    const hasAttributes = element.attrs.length > 0
    if (hasAttributes && this.#byId.size > 0) {
      collect(this.#byId.get(facts.attribute(element, 'id') ?? ''), element, facts, matched)
    }
    const className = hasAttributes && this.#byClass.size > 0 ? facts.attribute(element, 'class') : undefined
    if (className !== undefined) {
      for (const name of facts.classes(className)) collect(this.#byClass.get(name), element, facts, matched)
    }
    if (this.#byAncestor.size > 0) {
      for (const name of ancestorNames(element, facts)) collect(this.#byAncestor.get(name), element, facts, matched)
    }
    if (this.#byTag.size > 0) collect(this.#byTag.get(element.tagName.toLowerCase()), element, facts, matched)
    collect(this.#others, element, facts, matched)
    facts.countStep(matched.length * STEPS_OF_MATCH)
    if (matched.length < 2) return matched
    return matched.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
  }

  #add(rule: IndexedRule): void {
    const { id, classes, tag } = rule.selector.subject
    const ancestor = ancestorName(rule.selector)
    if (id !== undefined) addTo(this.#byId, id, rule)
    else if (classes[0] !== undefined) addTo(this.#byClass, classes[0], rule)
    else if (ancestor !== undefined) addTo(this.#byAncestor, ancestor, rule)
    else if (tag !== undefined) addTo(this.#byTag, tag, rule)
    else this.#others.push(rule)
  }
}

/** Steps that a rule takes that holds for an element: it is sorted in, and its declarations are applied. */
const STEPS_OF_MATCH = 4

/** Whether a selector depends on siblings or on the content of an element. */
export function looksAround(selector: Selector): boolean {
  for (const { positions, isEmpty, has } of allCompounds(selector)) {
    if (positions.length > 0 || isEmpty || has.length > 0) return true
  }
  return looksAtSiblings(selector)
}

function collect(
  rules: readonly IndexedRule[] | undefined,
  element: HtmlElement,
  facts: ElementFacts,
  matched: IndexedRule[],
): void {
  if (rules === undefined) return
  for (const rule of rules) if (matchesSelector(element, rule.selector, facts)) matched.push(rule)
}

/** The id or class that an ancestor of the subject must have. Siblings have the same ancestors. */
function ancestorName({ ancestors }: Selector): string | undefined {
  for (const { combinator, compound } of ancestors) {
    if (combinator === 'next' || combinator === 'following') continue
    if (compound.id !== undefined) return `#${compound.id}`
    if (compound.classes[0] !== undefined) return `.${compound.classes[0]}`
  }
  return undefined
}

function ancestorNames(element: HtmlElement, facts: ElementFacts): Set<string> {
  const names = new Set<string>()
  for (let node = element.parentNode; node !== null && isElement(node); node = node.parentNode) {
    facts.countStep()
    if (node.attrs.length === 0) continue
    const id = facts.attribute(node, 'id')
    if (id !== undefined) names.add(`#${id}`)
    const className = facts.attribute(node, 'class')
    if (className !== undefined) for (const name of facts.classes(className)) names.add(`.${name}`)
  }
  return names
}

function addTo(map: Map<string, IndexedRule[]>, key: string, rule: IndexedRule): void {
  const rules = map.get(key)
  if (rules === undefined) map.set(key, [rule])
  else rules.push(rule)
}

/**
 * Whether a selector depends on siblings. A selector with ancestors in the brackets of another one counts as well, since the
 * names of the subject's ancestors do not decide it.
 */
function looksAtSiblings({ subject, ancestors }: Selector): boolean {
  if (ancestors.some(({ combinator }) => combinator === 'next' || combinator === 'following')) return true
  return [subject, ...ancestors.map((step) => step.compound)].some((compound) =>
    [...compound.not, ...compound.any.flat()].some((member) => member.ancestors.length > 0 || looksAtSiblings(member)),
  )
}

function* allCompounds({ subject, ancestors }: Selector): Generator<Compound> {
  for (const compound of [subject, ...ancestors.map((step) => step.compound)]) {
    yield compound
    for (const member of compound.not) yield* allCompounds(member)
    for (const members of compound.any) for (const member of members) yield* allCompounds(member)
    for (const members of compound.has) for (const { selector } of members) yield* allCompounds(selector)
  }
}

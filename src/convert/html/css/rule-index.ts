import type { HtmlElement } from '../html-tree.js'
import type { Declaration } from './declarations.js'
import { type ElementFacts, matchesSelector } from './match-selector.js'
import type { StyleRule } from './parse-style-sheet.js'
import type { Compound, Selector } from './selector.js'

/** A rule and where it stands in the cascade. */
export interface IndexedRule {
  readonly order: number
  readonly selector: Selector
  readonly declarations: readonly Declaration[]
}

/**
 * Rules by what the rightmost part of their selectors asks for, so that an element meets only those that can hold for
 * it, however many there are.
 */
export class RuleIndex {
  readonly #byId = new Map<string, IndexedRule[]>()
  readonly #byClass = new Map<string, IndexedRule[]>()
  readonly #byTag = new Map<string, IndexedRule[]>()
  readonly #others: IndexedRule[] = []
  /** Attributes that selectors look at, beside the class. */
  readonly attributes: ReadonlySet<string>
  /** Whether a selector looks at siblings or at what an element holds. */
  readonly looksAround: boolean

  /** @param rules in the order of their style sheets */
  constructor(rules: readonly StyleRule[]) {
    const attributes = new Set<string>()
    let looksAround = false
    for (const [order, { selector, declarations }] of rules.entries()) {
      this.#add({ order, selector, declarations })
      for (const compound of allCompounds(selector)) {
        if (compound.id !== undefined) attributes.add('id')
        for (const test of compound.attributes) attributes.add(test.name)
        if (compound.positions.length > 0 || compound.isEmpty) looksAround = true
      }
      if (selector.ancestors.some(({ combinator }) => combinator === 'next' || combinator === 'following')) {
        looksAround = true
      }
    }
    this.attributes = attributes
    this.looksAround = looksAround
  }

  /** The rules that hold for the element, the weakest first. */
  match(element: HtmlElement, facts: ElementFacts): IndexedRule[] {
    const attributes = facts.attributes(element)
    const matched: IndexedRule[] = []
    const collect = (rules: readonly IndexedRule[] | undefined) => {
      if (rules === undefined) return
      for (const rule of rules) if (matchesSelector(element, rule.selector, facts)) matched.push(rule)
    }
    if (this.#byId.size > 0) collect(this.#byId.get(attributes.get('id') ?? ''))
    const className = attributes.get('class')
    if (className !== undefined && this.#byClass.size > 0) {
      for (const name of facts.classes(className)) collect(this.#byClass.get(name))
    }
    collect(this.#byTag.get(element.tagName.toLowerCase()))
    collect(this.#others)
    return matched.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
  }

  #add(rule: IndexedRule): void {
    const { id, classes, tag } = rule.selector.subject
    if (id !== undefined) addTo(this.#byId, id, rule)
    else if (classes[0] !== undefined) addTo(this.#byClass, classes[0], rule)
    else if (tag !== undefined) addTo(this.#byTag, tag, rule)
    else this.#others.push(rule)
  }
}

function addTo(map: Map<string, IndexedRule[]>, key: string, rule: IndexedRule): void {
  const rules = map.get(key)
  if (rules === undefined) map.set(key, [rule])
  else rules.push(rule)
}

function* allCompounds({ subject, ancestors }: Selector): Generator<Compound> {
  for (const compound of [subject, ...ancestors.map((step) => step.compound)]) {
    yield compound
    yield* compound.not
    for (const members of compound.any) yield* members
  }
}

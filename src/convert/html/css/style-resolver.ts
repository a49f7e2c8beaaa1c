/**
 * Computes the styles of a page's elements, each combination once.
 *
 * @module
 */

import { COSTS, type ConversionBudget } from '../../conversion-budget.js'
import type { HtmlElement } from '../source/html-tree.js'
import { computeStyle, type StyleStart, substitute } from './compute-style.js'
import { type ComputedStyle, INITIAL_STYLE } from './computed-style.js'
import type { PageArea } from './css-length.js'
import { type Declaration, parseDeclarations } from './declarations.js'
import { browserMargins, DEFAULT_LOOKS, startStyle } from './element-defaults.js'
import { ElementFacts } from './match-selector.js'
import type { StyleRule } from './parse-style-sheet.js'
import { HINT_ATTRIBUTES, presentationalHints } from './presentational-hints.js'
import { looksAround, RuleIndex } from './rule-index.js'
import type { GeneratedPseudo, ShownPseudo, UnshownPseudo } from './selector.js'

/** An element's place in the cascade. Elements with equal places look alike. */
export interface StyledPlace {
  readonly id: string
  readonly style: ComputedStyle
}

/** The size of text that browsers begin with, in twips: 16 pixels. */
const BROWSER_SIZE = 240

/**
 * The place above the root element, given the room for text on a page.
 *
 * @param isDesigned whether what the page leaves open looks as in browsers, and not as the document's styles have it
 */
export function rootPlace(window: PageArea, isDesigned: boolean): StyledPlace {
  const { text, box } = INITIAL_STYLE
  const size = isDesigned ? { fontSize: BROWSER_SIZE, em: BROWSER_SIZE, rem: BROWSER_SIZE } : {}
  return { id: '', style: { text: { ...text, ...size, window }, box } }
}

/**
 * Computes styles of elements. An element's style depends on its parent's place in the cascade, on its name and on the
 * attributes that selectors test, so each such combination is computed once.
 */
export class StyleResolver {
  /** Attributes of elements, and where they stand among their siblings. */
  readonly facts: ElementFacts
  /** Work and memory that is left for the conversion. */
  readonly budget: ConversionBudget
  readonly #rules: RuleIndex
  /** Rules that depend on the elements around, so that elements that are otherwise alike may differ. */
  readonly #around: RuleIndex
  /** Rules about content that is generated, and about labels of items; left out where there are none. */
  readonly #pseudo: Partial<Record<ShownPseudo, RuleIndex>>
  /** Rules about pseudo-elements that are not shown. */
  readonly #unshown: readonly (readonly [UnshownPseudo, RuleIndex])[]
  /** Attributes that selectors test, by name. */
  readonly #attributes: ReadonlyMap<string, number>
  readonly #hidesTargets: boolean
  readonly #places = new Map<string, StyledPlace>()
  /** Places of elements for which only the name matters, by the place of their parent. */
  readonly #plain = new Map<string, Map<string, StyledPlace>>()
  readonly #parsed = new Map<string, readonly Declaration[]>()
  readonly #mode: PageMode
  #count = 0

  /**
   * @param rules the weakest first
   * @param mode how what the page leaves open looks
   */
  constructor(rules: readonly StyleRule[], budget: ConversionBudget, mode: PageMode = 'document') {
    this.#mode = mode
    this.budget = budget
    this.facts = new ElementFacts(budget)
    const own = rules.filter(({ selector }) => selector.pseudo === undefined)
    this.#rules = new RuleIndex(own)
    this.#around = new RuleIndex(own.filter(({ selector }) => looksAround(selector)))
    this.#pseudo = { ...indexPseudo(rules, 'before'), ...indexPseudo(rules, 'after'), ...indexPseudo(rules, 'marker') }
    this.#unshown = UNSHOWN.flatMap((pseudo) => {
      const own = rules.filter(({ selector }) => selector.pseudo === pseudo)
      return own.length === 0 ? [] : [[pseudo, new RuleIndex(own)] as const]
    })
    this.#hidesTargets = !this.#rules.attributes.has('href')
    const names = new Set(['class', 'style', ...HINT_ATTRIBUTES, ...this.#rules.attributes])
    this.#attributes = new Map([...names].map((name, index) => [name, index]))
  }

  /** The element's style, given its parent's place. */
  resolve(element: HtmlElement, parent: StyledPlace): StyledPlace {
    const around = this.#around.match(element, this.facts)
    const isPlain = around.length === 0 && !element.attrs.some(({ name }) => this.#attributes.has(name))
    if (!isPlain) return this.#resolveAs(this.#keyOf(element, parent, around), element, parent)
    let places = this.#plain.get(parent.id)
    if (places === undefined) {
      places = new Map()
      this.#plain.set(parent.id, places)
    }
    let place = places.get(element.tagName)
    if (place === undefined) {
      place = this.#resolveAs(this.#keyOf(element, parent, around), element, parent)
      places.set(element.tagName, place)
    }
    return place
  }

  #keyOf(element: HtmlElement, parent: StyledPlace, around: readonly { readonly order: number }[]): string {
    let key = `${parent.id} ${element.tagName}`
    for (const { name, value } of element.attrs) {
      const index = this.#attributes.get(name)
      if (index === undefined || (name === 'href' && this.#hidesTargets)) continue
      if (value.length > LONG_VALUE) this.budget.step('styles', value.length)
      key += `\u0000${index}=${value}`
    }
    for (const { order } of around) key += ` ${order}`
    return key
  }

  #resolveAs(key: string, element: HtmlElement, parent: StyledPlace): StyledPlace {
    let place = this.#places.get(key)
    if (place === undefined) {
      const matched = this.#rules.match(element, this.facts)
      this.#takeStyle(matched, key, parent)
      const style = this.#compute(element, parent, matched)
      place = { id: String(++this.#count), style }
      this.#places.set(key, place)
    }
    return place
  }

  /** The style of content that is generated before or after that of an element; `undefined` where there is none. */
  resolvePseudo(element: HtmlElement, pseudo: GeneratedPseudo, parent: StyledPlace): StyledPlace | undefined {
    const place = this.resolveShown(element, pseudo, parent)
    const content = place?.style.box.content
    return content === undefined || /^(?:none|normal)$/i.test(content) ? undefined : place
  }

  /** The style of generated content or of an item's label; `undefined` where no rule is about it. */
  resolveShown(element: HtmlElement, pseudo: ShownPseudo, parent: StyledPlace): StyledPlace | undefined {
    const rules = this.#pseudo[pseudo]
    if (rules === undefined) return undefined
    const matched = rules.match(element, this.facts)
    if (matched.length === 0) return undefined
    const key = `${parent.id} ::${pseudo} ${matched.map(({ order }) => order).join(' ')}`
    let place = this.#places.get(key)
    if (place === undefined) {
      const declarations = byImportance(matched.flatMap((rule) => rule.declarations))
      this.#takeStyle(matched, key, parent)
      const start = { text: {}, box: { display: 'inline' as const } }
      const style = computeStyle(parent.style.text, start, declarations, itemOf(parent))
      place = { id: String(++this.#count), style }
      this.#places.set(key, place)
    }
    return place
  }

  /**
   * What style sheets and the element itself declare of some properties, the weakest first, with variables filled in.
   *
   * @param variables those that hold around the element
   */
  declared(
    element: HtmlElement,
    isWanted: (property: string) => boolean,
    variables: ReadonlyMap<string, string>,
  ): readonly (readonly [property: string, value: string])[] {
    const rules = this.#rules.match(element, this.facts).flatMap((rule) => rule.declarations)
    const own = this.#parse(this.facts.attributes(element).get('style') ?? '')
    this.budget.step('styles', STEPS_OF_DECLARATION * (1 + rules.length + own.length))
    return byImportance([...rules, ...own]).flatMap(({ property, value }) => {
      const filled = isWanted(property) ? substitute(value, variables) : undefined
      return filled === undefined ? [] : [[property, filled] as const]
    })
  }

  /** The pseudo-elements of an element that the page styles in a way that is not shown, such as `::first-letter`. */
  unshownOf(element: HtmlElement): readonly string[] {
    if (this.#unshown.length === 0) return NONE
    return this.#unshown.flatMap(([pseudo, rules]) =>
      rules.match(element, this.facts).length > 0 ? [`::${pseudo}`] : [],
    )
  }

  /** Charges a style before it is computed: its own memory, that of its name, and that of inherited variables. */
  #takeStyle(
    matched: readonly { readonly declarations: readonly Declaration[] }[],
    key: string,
    { style }: StyledPlace,
  ): void {
    let declarations = 0
    for (const rule of matched) declarations += rule.declarations.length
    const variables = style.text.variables?.size ?? 0
    this.budget.step('styles', STEPS_OF_STYLE + STEPS_OF_DECLARATION * declarations + variables)
    this.budget.hold('styles', COSTS.style + key.length + COSTS.variable * (variables + declarations))
  }

  #compute(
    element: HtmlElement,
    parent: StyledPlace,
    matched: readonly { readonly declarations: readonly Declaration[] }[],
  ): ComputedStyle {
    const tag = element.tagName
    const attributes = this.facts.attributes(element)
    const own = this.#parse(attributes.get('style') ?? '')
    const rules = matched.flatMap((rule) => rule.declarations)
    const isImportant = (declaration: Declaration) => declaration.important
    const declarations = [
      ...this.#parse(this.#mode === 'document' ? '' : browserMargins(tag, parentTag(element), this.#mode)),
      ...this.#parse(DEFAULT_LOOKS.get(tag) ?? ''),
      ...this.#parse(presentationalHints(tag, attributes)),
      ...rules.filter((declaration) => !declaration.important),
      ...own.filter((declaration) => !declaration.important),
      ...rules.filter(isImportant),
      ...own.filter(isImportant),
    ]
    const language = attributes.get('lang') ?? attributes.get('xml:lang')
    const start = this.#start(tag, parent, attributes)
    const text = tag === 'html' || language === undefined ? start.text : { ...start.text, language }
    const style = computeStyle(parent.style.text, { ...start, text }, declarations, itemOf(parent))
    // Lengths in `rem` refer to the size of the root element.
    return tag === 'html' ? { ...style, text: { ...style.text, rem: style.text.em } } : style
  }

  /** In quirks mode, tables have the text of a page that says nothing of it (Quirks Mode Standard, 3.7). */
  #start(tag: string, { style }: StyledPlace, attributes: ReadonlyMap<string, string>): StyleStart {
    const start = startStyle(tag, style.text, attributes)
    return this.#mode === 'quirks' && tag === 'table' ? { ...start, text: { ...start.text, ...QUIRKY_TABLE } } : start
  }

  #parse(text: string): readonly Declaration[] {
    if (text === '') return NO_DECLARATIONS
    let declarations = this.#parsed.get(text)
    if (declarations === undefined) {
      this.budget.hold('styles', COSTS.declarationCharacter * text.length)
      declarations = parseDeclarations(text)
      this.#parsed.set(text, declarations)
    }
    return declarations
  }
}

/**
 * How properties look that a page leaves open: as in the document's styles, as in browsers, or as in browsers' quirks mode
 * (Quirks Mode Standard), for a page with a style sheet but without a document type.
 */
export type PageMode = 'document' | 'browser' | 'quirks'

const QUIRKY_TABLE: StyleStart['text'] = {
  fontSize: BROWSER_SIZE,
  em: BROWSER_SIZE,
  bold: undefined,
  italic: undefined,
  lineHeight: undefined,
  textAlign: undefined,
}

function parentTag({ parentNode }: HtmlElement): string | undefined {
  return parentNode !== null && 'tagName' in parentNode ? parentNode.tagName : undefined
}

function indexPseudo(rules: readonly StyleRule[], pseudo: ShownPseudo): Partial<Record<ShownPseudo, RuleIndex>> {
  const own = rules.filter(({ selector }) => selector.pseudo === pseudo)
  const generates = own.some(({ declarations }) => declarations.some(({ property }) => property === 'content'))
  return generates || (pseudo === 'marker' && own.length > 0) ? { [pseudo]: new RuleIndex(own) } : {}
}

function byImportance(declarations: readonly Declaration[]): Declaration[] {
  return [...declarations.filter(({ important }) => !important), ...declarations.filter(({ important }) => important)]
}

function isContainer({ style }: StyledPlace): boolean {
  return /^(?:inline-)?(?:flex|grid)$/.test(style.box.display)
}

/** Length in characters from which comparing attribute values takes noticeable time. */
const LONG_VALUE = 256
/** Steps that computing a style takes. */
const STEPS_OF_STYLE = 300
const STEPS_OF_DECLARATION = 20

const NONE: readonly string[] = []
const UNSHOWN: readonly UnshownPseudo[] = ['first-letter', 'first-line']
const NO_DECLARATIONS: readonly Declaration[] = []

/** What the element around makes of an element: an item of its container, which may inherit from it. */
function itemOf(parent: StyledPlace): { isItem: boolean; around: ComputedStyle['box'] } {
  return { isItem: isContainer(parent), around: parent.style.box }
}

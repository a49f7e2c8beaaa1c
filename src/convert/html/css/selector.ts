/**
 * Selectors of CSS (Selectors Level 4) that depend on the tree, without those that depend on user interaction.
 *
 * @module
 */

import { append, largest } from '../../../lists.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import { findOutside, splitOutside, unescapeCss, unquote } from './css-text.js'

/** Relation of an element to that of the compound selector before it. */
type Combinator = 'descendant' | 'child' | 'next' | 'following'

/** A condition on an attribute. */
export interface AttributeTest {
  readonly name: string
  readonly operator: '' | '=' | '~=' | '|=' | '^=' | '$=' | '*='
  readonly value: string
  readonly ignoreCase: boolean
}

/** A condition on the place of an element among its siblings: the `step`th from `offset` on. */
export interface PositionTest {
  readonly step: number
  readonly offset: number
  readonly fromEnd: boolean
  readonly sameType: boolean
  /** Selectors of which a sibling must match one to be counted; left out: all are counted. */
  readonly among?: readonly Selector[]
}

/** Conditions on one element. */
export interface Compound {
  /** Name of the element in lower case; left out: any. */
  readonly tag?: string
  readonly id?: string
  readonly classes: readonly string[]
  readonly attributes: readonly AttributeTest[]
  readonly positions: readonly PositionTest[]
  readonly isRoot: boolean
  readonly isEmpty: boolean
  /** The element must not match any of these selectors. */
  readonly not: readonly Selector[]
  /** The element must match at least one selector of each list. */
  readonly any: readonly (readonly Selector[])[]
  /** For each list, an element in the given relation must match at least one of its selectors. */
  readonly has: readonly (readonly RelativeSelector[])[]
}

/** A selector for elements seen from another one. */
export interface RelativeSelector {
  readonly combinator: Combinator
  readonly selector: Selector
}

/** Content that style sheets add. */
export type GeneratedPseudo = 'before' | 'after'

/** Pseudo-elements whose style is shown: content that style sheets add, and the labels of items. */
export type ShownPseudo = GeneratedPseudo | 'marker'

type PseudoElement = ShownPseudo | UnshownPseudo

/** Pseudo-elements whose style is not shown: rules for them only cause a warning. */
export type UnshownPseudo = 'first-letter' | 'first-line'

/** A selector, from its rightmost compound selector to the left. */
export interface Selector {
  readonly subject: Compound
  readonly ancestors: readonly { readonly combinator: Combinator; readonly compound: Compound }[]
  /** Pseudo-element that the selector is about; left out: the element itself. */
  readonly pseudo?: PseudoElement
  /** The three numbers of the specificity (Selectors Level 4, 17) as one number that compares like them. */
  readonly specificity: number
}

/** Reads the selectors of a rule. One that cannot be understood, or can never hold on paper, is left out. */
export function parseSelectorList(text: string, depth = 0): Selector[] {
  const selectors: Selector[] = []
  for (const part of splitOutside(text, ',')) {
    const selector = parseSelector(part.trim(), depth)
    if (selector !== undefined) selectors.push(selector)
  }
  return selectors
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

const COMBINATORS: Readonly<Record<string, Combinator>> = { '>': 'child', '+': 'next', '~': 'following' }

/** Selectors in the brackets of others that are followed. */
const MAX_DEPTH = 4

function parseSelector(text: string, depth: number): Selector | undefined {
  const compounds: Compound[] = []
  const combinators: Combinator[] = []
  let specificity = 0
  let pseudo: PseudoElement | undefined
  for (let at = 0; at < text.length; ) {
    const end = findOutside(text, ' \t\n\r\f>+~', at)
    const parsed = parseCompound(text.slice(at, end), depth)
    if (parsed === undefined || pseudo !== undefined || compounds.length >= CONVERT_LIMITS.maxSelectorParts) {
      return undefined
    }
    compounds.push(parsed.compound)
    pseudo = parsed.pseudo
    specificity += parsed.specificity
    const gap = /^[\s>+~]*/.exec(text.slice(end, end + 64))?.[0] ?? ''
    at = end + gap.length
    if (at < text.length) combinators.push(COMBINATORS[gap.trim()] ?? 'descendant')
  }
  const subject = compounds.pop()
  if (subject === undefined || combinators.length !== compounds.length) return undefined
  const ancestors = compounds.map((compound, index) => ({
    combinator: combinators[index] ?? 'descendant',
    compound,
  }))
  return { subject, ancestors: ancestors.reverse(), ...(pseudo === undefined ? {} : { pseudo }), specificity }
}

const ID = 1_000_000
const CLASS = 1000
const TYPE = 1

const SIMPLE =
  /(\*|(?:[-\w\u0080-\uffff]|\\.)+)|#((?:[-\w\u0080-\uffff]|\\.)+)|\.((?:[-\w\u0080-\uffff]|\\.)+)|\[([^\]]*)\]|(::?)([-\w]+)(\()?/y

interface ParsedCompound {
  readonly compound: Compound
  readonly specificity: number
  readonly pseudo?: PseudoElement | undefined
}

function parseCompound(text: string, depth: number): ParsedCompound | undefined {
  const compound: Mutable<Compound> = {
    classes: [],
    attributes: [],
    positions: [],
    isRoot: false,
    isEmpty: false,
    not: [],
    any: [],
    has: [],
  }
  let pseudoElement: PseudoElement | undefined
  let specificity = 0
  let at = 0
  if (text === '') return undefined
  while (at < text.length) {
    SIMPLE.lastIndex = at
    const match = SIMPLE.exec(text)
    if (match === null) return undefined
    at = SIMPLE.lastIndex
    const [, tag, id, className, attribute, colons, pseudo = '', bracket] = match
    if (tag !== undefined) {
      if (match.index !== 0) return undefined
      if (tag === '*') continue
      compound.tag = unescapeCss(tag).toLowerCase()
      specificity += TYPE
    } else if (id !== undefined) {
      compound.id = unescapeCss(id)
      specificity += ID
    } else if (className !== undefined) {
      compound.classes.push(unescapeCss(className))
      specificity += CLASS
    } else if (attribute !== undefined) {
      const test = parseAttributeTest(attribute)
      if (test === undefined) return undefined
      compound.attributes.push(test)
      specificity += CLASS
    } else {
      const name = pseudo.toLowerCase()
      if (bracket === undefined && isPseudoElement(name)) {
        pseudoElement = name
        specificity += TYPE
        continue
      }
      if (colons === '::') return undefined
      const close = bracket === undefined ? at : findOutside(text, ')', at)
      const added = addPseudoClass(compound, name, text.slice(at, close), depth)
      if (added === undefined) return undefined
      specificity += added
      at = bracket === undefined ? at : close + 1
    }
  }
  return { compound, specificity, pseudo: pseudoElement }
}

function isPseudoElement(name: string): name is PseudoElement {
  return PSEUDO_ELEMENTS.has(name)
}

const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set<PseudoElement>([
  'before',
  'after',
  'first-letter',
  'first-line',
  'marker',
])

/** The specificity that the pseudo-class adds; `undefined` for one that never holds here or is not known. */
function addPseudoClass(
  compound: Mutable<Compound>,
  name: string,
  argument: string,
  depth: number,
): number | undefined {
  const position = (step: number, offset: number, fromEnd: boolean, sameType: boolean) => {
    compound.positions.push({ step, offset, fromEnd, sameType })
    return CLASS
  }
  switch (name) {
    case 'root':
      compound.isRoot = true
      return CLASS
    case 'empty':
      compound.isEmpty = true
      return CLASS
    case 'link':
    case 'any-link':
      compound.attributes.push({ name: 'href', operator: '', value: '', ignoreCase: false })
      return CLASS
    case 'checked':
    case 'disabled':
    case 'required':
      compound.attributes.push({ name, operator: '', value: '', ignoreCase: false })
      return CLASS
    case 'first-child':
    case 'last-child':
    case 'first-of-type':
    case 'last-of-type':
      return position(0, 1, name.startsWith('last'), name.endsWith('type'))
    case 'only-child':
    case 'only-of-type':
      position(0, 1, false, name.endsWith('type'))
      return position(0, 1, true, name.endsWith('type'))
    case 'nth-child':
    case 'nth-last-child':
    case 'nth-of-type':
    case 'nth-last-of-type': {
      return addNth(compound, name, argument, depth)
    }
    case 'not':
    case 'is':
    case 'where':
    case 'matches':
    case '-webkit-any':
      return depth < MAX_DEPTH ? addAlternatives(compound, name, argument, depth + 1) : undefined
    case 'has':
      return depth < MAX_DEPTH ? addRelatives(compound, argument, depth + 1) : undefined
    default:
      return undefined
  }
}

/** Pseudo-classes that only hold while a page is read on a screen, and never on paper. */
const ASKS_FOR_READER =
  /:(?:hover|active|focus(?:-within|-visible)?|visited|target(?:-within)?|fullscreen|user-invalid)\b/i

function addAlternatives(
  compound: Mutable<Compound>,
  name: string,
  argument: string,
  depth: number,
): number | undefined {
  const parts = splitOutside(argument, ',').filter((part) => !ASKS_FOR_READER.test(part))
  if (parts.length === 0) return name === 'not' ? CLASS : undefined
  const known = parseSelectorList(parts.join(','), depth).filter((selector) => selector.pseudo === undefined)
  if (known.length === 0 || (name === 'not' && known.length < parts.length)) return undefined
  if (name === 'not') append(compound.not, known)
  else compound.any.push(known)
  return name === 'where' ? 0 : largest(known.map((member) => member.specificity))
}

function addRelatives(compound: Mutable<Compound>, argument: string, depth: number): number | undefined {
  const members = splitOutside(argument, ',').flatMap((part): RelativeSelector[] => {
    const [, sign = '', rest = ''] = /^\s*([>+~]?)\s*([\s\S]*)$/.exec(part) ?? []
    const selector = parseSelector(rest.trim(), depth)
    return selector === undefined ? [] : [{ combinator: COMBINATORS[sign] ?? 'descendant', selector }]
  })
  if (members.length === 0) return undefined
  compound.has.push(members)
  return largest(members.map(({ selector }) => selector.specificity))
}

/** `an+b`, and the siblings that it counts: `an+b of S` (Selectors Level 4, 14.3). */
function addNth(compound: Mutable<Compound>, name: string, argument: string, depth: number): number | undefined {
  const [, written = argument, list] = /^([\s\S]*?)\sof\s([\s\S]*)$/i.exec(argument) ?? []
  const formula = parseNth(written)
  if (formula === undefined) return undefined
  const [step, offset] = formula
  const test = { step, offset, fromEnd: name.includes('last'), sameType: name.endsWith('type') }
  const among = list === undefined || test.sameType || depth >= MAX_DEPTH ? [] : parseSelectorList(list, depth + 1)
  if (list !== undefined && among.length === 0) return undefined
  compound.positions.push(list === undefined ? test : { ...test, among })
  return CLASS + largest([0, ...among.map(({ specificity }) => specificity)])
}

/** `an+b` (CSS Syntax Module Level 3, 6). */
function parseNth(text: string): [step: number, offset: number] | undefined {
  const formula = text.trim().toLowerCase().replace(/\s+/g, '')
  if (formula === 'odd') return [2, 1]
  if (formula === 'even') return [2, 0]
  if (/^[-+]?\d{1,6}$/.test(formula)) return [0, Number(formula)]
  const match = /^([-+]?\d{0,6})n([-+]\d{1,6})?$/.exec(formula)
  if (match === null) return undefined
  const step = match[1] ?? ''
  return [/^[-+]?$/.test(step) ? Number(`${step}1`) : Number(step), Number(match[2] ?? 0)]
}

function parseAttributeTest(text: string): AttributeTest | undefined {
  const match = /^\s*([-\w:\u0080-\uffff]+)\s*(?:([~|^$*]?=)\s*([\s\S]*?)\s*)?$/.exec(text)
  if (match === null) return undefined
  const [, name = '', operator = '', written = ''] = match
  const flagged = /^([\s\S]*["']|\S+)\s+([is])$/i.exec(written)
  return {
    name: name.toLowerCase(),
    operator: operator as AttributeTest['operator'],
    value: unquote(flagged?.[1] ?? written),
    ignoreCase: flagged?.[2]?.toLowerCase() === 'i',
  }
}

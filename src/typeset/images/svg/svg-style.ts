/**
 * The style sheets and style attributes of SVG.
 *
 * @module
 */

import { elementsOf, type SvgElement } from './svg-markup.js'
import { readNumbers } from './svg-transform.js'

/** Values of properties by name, as CSS text. */
export type SvgStyle = ReadonlyMap<string, string>

/** What one part of a selector asks for; '' for anything. */
interface Compound {
  readonly tag: string
  readonly className: string
  readonly id: string
  /** Whether the part before it holds for the parent, not just for any element around. */
  readonly isChild: boolean
}

interface Rule {
  /** The last one holds for the element itself. */
  readonly compounds: readonly Compound[]
  readonly declarations: readonly (readonly [name: string, value: string])[]
}

/** Properties that may be given as attributes too (SVG 2, 6.6). */
const PRESENTATION = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-miterlimit',
  'vector-effect',
  'clip-rule',
  'letter-spacing',
  'marker-start',
  'marker-mid',
  'marker-end',
  'dominant-baseline',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'visibility',
  'display',
  'opacity',
  'clip-path',
  'stop-color',
  'stop-opacity',
  'filter',
  'mask',
] as const

/** Properties that are not inherited. */
const OWN: ReadonlySet<string> = new Set([
  'display',
  'opacity',
  'clip-path',
  'stop-color',
  'stop-opacity',
  'vector-effect',
])
/** Maximum number of rules, since each rule is tested on each element. */
const MAX_RULES = 300

/** Maximum number of parts of a selector. Rules with a longer one are left out. */
const MAX_COMPOUNDS = 8

/**
 * The style sheets of a file: rules for tags, classes and ids, also inside other elements, in the order of increasing
 * precedence.
 */
export class SvgStyles {
  readonly #rules: Rule[] = []
  readonly #parents = new Map<SvgElement, SvgElement>()

  constructor(root: SvgElement) {
    this.#collect(root, 0)
    if (this.#rules.some(({ compounds }) => compounds.length > 1)) this.#noteParents(root)
    this.#rules.sort((a, b) => weight(a) - weight(b))
  }

  /** The properties of an element, added to those that it inherits. */
  styleOf(element: SvgElement, inherited: SvgStyle): SvgStyle {
    const style = new Map([...inherited].filter(([name]) => !OWN.has(name)))
    const set = (name: string, value: string) => {
      if (value !== 'inherit') style.set(name, value)
    }
    const { attributes } = element
    for (const name of PRESENTATION) {
      const value = attributes.get(name)
      if (value !== undefined) set(name, value.trim())
    }
    if (this.#rules.length > 0) {
      for (const { compounds, declarations } of this.#rules) {
        if (this.#matches(element, compounds)) for (const [name, value] of declarations) set(name, value)
      }
    }
    for (const [name, value] of readDeclarations(attributes.get('style') ?? '')) set(name, value)
    return style
  }

  #noteParents(element: SvgElement): void {
    for (const child of elementsOf(element)) {
      this.#parents.set(child, element)
      this.#noteParents(child)
    }
  }

  #matches(element: SvgElement, compounds: readonly Compound[]): boolean {
    let index = compounds.length - 1
    let part = compounds[index]
    if (part === undefined || !holds(part, element)) return false
    let around = this.#parents.get(element)
    while (index > 0) {
      const { isChild } = part
      part = compounds[--index] ?? part
      while (!isChild && around !== undefined && !holds(part, around)) around = this.#parents.get(around)
      if (around === undefined || !holds(part, around)) return false
      around = this.#parents.get(around)
    }
    return true
  }

  #collect(element: SvgElement, depth: number): void {
    if (element.name === 'style') {
      this.#addSheet(element.children.filter((child) => typeof child === 'string').join(''))
    } else if (depth < 8) {
      for (const child of elementsOf(element)) this.#collect(child, depth + 1)
    }
  }

  #addSheet(text: string): void {
    const css = withoutComments(text.slice(0, 200_000))
    for (const block of css.split('}')) {
      const [selectors = '', body = ''] = block.split('{', 2)
      const declarations = readDeclarations(body)
      for (const selector of selectors.split(',')) {
        const compounds = readSelector(selector)
        if (compounds !== undefined && this.#rules.length < MAX_RULES) this.#rules.push({ compounds, declarations })
      }
    }
  }
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, index) => (index === 0 ? part : (part.split('*/', 2)[1] ?? '')))
    .join('')
}

/** The parts of a selector; undefined for one that asks for anything else. */
function readSelector(selector: string): Compound[] | undefined {
  const compounds: Compound[] = []
  let isChild = false
  for (const word of selector.replaceAll('>', ' > ').trim().split(/\s+/)) {
    if (word === '>') {
      isChild = true
      continue
    }
    const parts = /^(\w*|\*)(?:\.([\w-]+))?(?:#([\w-]+))?$/.exec(word)
    if (parts === null || compounds.length === MAX_COMPOUNDS) return undefined
    const [, tag = '', className = '', id = ''] = parts
    compounds.push({ tag: tag === '*' ? '' : tag, className, id, isChild })
    isChild = false
  }
  return compounds
}

function holds({ tag, className, id }: Compound, { name, attributes }: SvgElement): boolean {
  if (tag !== '' && tag !== name) return false
  if (id !== '' && id !== attributes.get('id')) return false
  return className === '' || (attributes.get('class') ?? '').split(/\s+/).includes(className)
}

function weight({ compounds }: Rule): number {
  return compounds.reduce(
    (sum, { tag, className, id }) => sum + (id === '' ? 0 : 100) + (className === '' ? 0 : 10) + (tag === '' ? 0 : 1),
    0,
  )
}

function readDeclarations(text: string): (readonly [string, string])[] {
  return text.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    if (colon < 0) return []
    const value = declaration.slice(colon + 1).replace(/!important/i, '')
    return [[declaration.slice(0, colon).trim().toLowerCase(), value.trim()] as const]
  })
}

const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
}

/** A length in user units. Percentages refer to `whole`. */
export function readSvgLength(text: string | undefined, fallback: number, whole = 0): number {
  const [value] = readNumbers(text, 1)
  if (value === undefined || text === undefined) return fallback
  const unit = /(%|[a-z]+)\s*$/i.exec(text.slice(0, 40))?.[1]?.toLowerCase() ?? 'px'
  return unit === '%' ? (value / 100) * whole : value * (UNITS[unit] ?? 1)
}

/** A number between 0 and 1, or a percentage. */
export function readSvgShare(text: string | undefined, fallback: number): number {
  const value = Number.parseFloat(text ?? '')
  if (!Number.isFinite(value)) return fallback
  return Math.max(0, Math.min(1, text?.includes('%') ? value / 100 : value))
}

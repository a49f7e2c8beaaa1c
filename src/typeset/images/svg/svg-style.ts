/**
 * The style sheets and style attributes of SVG.
 *
 * @module
 */

import { elementsOf, type SvgElement } from './svg-markup.js'
import { readNumbers } from './svg-transform.js'

/** Values of properties by name, as CSS text. */
export type SvgStyle = ReadonlyMap<string, string>

interface Rule {
  readonly tag: string
  readonly className: string
  readonly id: string
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

/** The style sheets of a file: rules for a tag, a class or an identifier, in the order of increasing precedence. */
export class SvgStyles {
  readonly #rules: Rule[] = []

  constructor(root: SvgElement) {
    this.#collect(root, 0)
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
      const classes = (attributes.get('class') ?? '').split(/\s+/)
      for (const rule of this.#rules) {
        if (rule.tag !== '' && rule.tag !== element.name) continue
        if (rule.className !== '' && !classes.includes(rule.className)) continue
        if (rule.id !== '' && rule.id !== attributes.get('id')) continue
        for (const [name, value] of rule.declarations) set(name, value)
      }
    }
    for (const [name, value] of readDeclarations(attributes.get('style') ?? '')) set(name, value)
    return style
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
        const parts = /^(\w*|\*)(?:\.([\w-]+))?(?:#([\w-]+))?$/.exec(selector.trim())
        if (parts === null || this.#rules.length >= MAX_RULES) continue
        const [, tag = '', className = '', id = ''] = parts
        this.#rules.push({ tag: tag === '*' ? '' : tag, className, id, declarations })
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

function weight({ tag, className, id }: Rule): number {
  return (id === '' ? 0 : 100) + (className === '' ? 0 : 10) + (tag === '' ? 0 : 1)
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

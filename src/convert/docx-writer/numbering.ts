/**
 * Lists as numbering definitions (ECMA-376-1, 17.9).
 *
 * @module
 */

import { escapeAttribute } from '../../escape.js'
import type { FlowList, ListLevel } from './flow-document.js'
import { W_NAMESPACE, XML_DECLARATION } from './package/namespaces.js'
import { twips } from './property-values.js'

/** Levels of a list in WordprocessingML. */
export const LIST_LEVELS = 9

const BULLETS = ['•', '◦', '▪'] as const
/** The largest number that Word starts a list with. */
const MAX_START = 32_767

/** Definitions in a reference document, as XML, with the first ids that are free after them. */
export interface PresentNumbering {
  readonly abstractNumbers: string
  readonly numbers: string
  readonly nextAbstractId: number
  readonly nextId: number
}

const NONE: PresentNumbering = { abstractNumbers: '', numbers: '', nextAbstractId: 0, nextId: 1 }

/** Gives every list its number. Lists of the same shape share the definition of their levels. */
export class Numbering {
  readonly #present: PresentNumbering
  readonly #ids = new Map<FlowList, number>()
  /** Definitions by the shape of their levels. */
  readonly #abstractIds = new Map<string, number>()
  /** The w:num of bullet lists, by definition. Bullets are not counted, so one w:num serves all lists of a shape. */
  readonly #bulletIds = new Map<number, number>()
  #abstractNumbers = ''
  #numbers = ''
  #nextId: number

  constructor(present: PresentNumbering = NONE) {
    this.#present = present
    this.#nextId = present.nextId
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0 && this.#present.numbers === ''
  }

  /** The w:numId of a list. */
  idOf(list: FlowList): number {
    const known = this.#ids.get(list)
    if (known !== undefined) return known
    const id = this.#define(list.levels)
    this.#ids.set(list, id)
    return id
  }

  /** word/numbering.xml. */
  toXml(): string {
    const { abstractNumbers, numbers } = this.#present
    return `${XML_DECLARATION}<w:numbering xmlns:w="${W_NAMESPACE}">${abstractNumbers}${this.#abstractNumbers}\
${numbers}${this.#numbers}</w:numbering>`
  }

  #define(levels: readonly ListLevel[]): number {
    const abstractId = this.#abstractIdOf(levels)
    const isBullets = levels.every(({ format }) => format === 'bullet' || format === 'none')
    const shared = isBullets ? this.#bulletIds.get(abstractId) : undefined
    if (shared !== undefined) return shared
    const id = this.#nextId++
    // Without an override, Word would continue counting from the last list of this shape.
    const overrides = isBullets ? '' : levels.slice(0, LIST_LEVELS).map(overrideXml).join('')
    this.#numbers += `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${overrides}</w:num>`
    if (isBullets) this.#bulletIds.set(abstractId, id)
    return id
  }

  #abstractIdOf(levels: readonly ListLevel[]): number {
    const key = levels.map(shapeOf).join('\n')
    const known = this.#abstractIds.get(key)
    if (known !== undefined) return known
    let xml = ''
    for (let level = 0; level < LIST_LEVELS; level++) xml += levelXml(level, levels[level] ?? nextLevel(levels, level))
    const id = this.#present.nextAbstractId + this.#abstractIds.size
    this.#abstractIds.set(key, id)
    // Word takes definitions with the same w:nsid for one list.
    const nsid = (0x5ea10000 + id).toString(16).toUpperCase().padStart(8, '0')
    this.#abstractNumbers += `<w:abstractNum w:abstractNumId="${id}"><w:nsid w:val="${nsid}"/>\
<w:multiLevelType w:val="hybridMultilevel"/>${xml}</w:abstractNum>`
    return id
  }
}

/** A text that is equal for levels that are written alike. */
function shapeOf({ format, bullet = '', start, indent, hanging, pattern = '' }: ListLevel): string {
  return `${format} ${start} ${indent} ${hanging} ${JSON.stringify([bullet, pattern])}`
}

/** A level that the list does not define: like the last one, but indented further. */
function nextLevel(levels: readonly ListLevel[], level: number): ListLevel {
  const last = levels.at(-1)
  const indent = (last?.indent ?? 0) + 360 * (level + 1 - levels.length)
  return { format: last?.format ?? 'bullet', start: 1, indent, hanging: last?.hanging ?? 360 }
}

function levelXml(index: number, level: ListLevel): string {
  return `<w:lvl w:ilvl="${index}"><w:start w:val="${startOf(level)}"/><w:numFmt w:val="${level.format}"/>\
<w:lvlText w:val="${escapeAttribute(labelText(index, level))}"/><w:lvlJc w:val="left"/><w:pPr>\
<w:ind w:left="${twips(level.indent)}" w:hanging="${twips(level.hanging, 0)}"/></w:pPr></w:lvl>`
}

function overrideXml(level: ListLevel, index: number): string {
  return `<w:lvlOverride w:ilvl="${index}"><w:startOverride w:val="${startOf(level)}"/></w:lvlOverride>`
}

/** `%1` is the number of the first level, `%2` of the second. */
function labelText(index: number, { format, bullet, pattern = '%.' }: ListLevel): string {
  if (format === 'none') return ''
  if (format === 'bullet') return bullet ?? BULLETS[index % BULLETS.length] ?? ''
  return /%\d/.test(pattern) ? pattern : pattern.replace('%', `%${index + 1}`)
}

function startOf({ start }: ListLevel): number {
  return twips(start, 0, MAX_START)
}

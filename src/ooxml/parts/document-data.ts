/**
 * Data that content controls show: custom XML parts, and the properties of the document.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { OpcPackage } from '../package/package.js'
import { childrenOf, type XmlElement } from '../xml/xml-element.js'

/** Id that Word uses for the core properties of every document ([MS-OE376], 2.5.2.15). */
const CORE_PROPERTIES = '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}'
const EXTENDED_PROPERTIES = '{6668398D-A668-4E3E-A5EB-62B293D839F1}'

/** Longest path in steps, and deepest text, that are searched. */
const MAX_DEPTH = 50
/** Maximum number of data parts that are searched. */
const MAX_PARTS = 200
/** Longest text that is used, in characters, so that many controls cannot repeat a large data part endlessly. */
const MAX_TEXT = 20_000

/**
 * A step of a path in the form that Word writes, such as `ns0:party[2]`. The prefix is ignored, since the data identifies the
 * element anyway.
 */
const STEP = /^(?:[\w.-]+:)?([\w.-]+)(?:\[(\d+)\])?$/
const ATTRIBUTE = /^@(?:[\w.-]+:)?([\w.-]+)$/

/** The data of one document (ECMA-376-1, 22.5). */
export class DocumentData {
  readonly #package: OpcPackage
  #parts: ReadonlyMap<string, string> | undefined
  /** Children by name, so that many controls find theirs quickly among many. */
  readonly #index: ChildIndex = new WeakMap()

  constructor(document: OpcPackage) {
    this.#package = document
  }

  /**
   * The text of the element, or the value of the attribute, that a path leads to.
   *
   * @param path a path as in w:xpath (17.5.2.6)
   * @param id id of the data part, as in w:storeItemID; without one, the first part with such a path is used
   * @returns undefined where the path leads to nothing, or has a form that Word does not write
   */
  textAt(path: string, id = ''): string | undefined {
    this.#parts ??= this.#findParts()
    const part = this.#parts.get(id.toUpperCase())
    const candidates = id === '' ? [...new Set(this.#parts.values())] : part === undefined ? [] : [part]
    for (const name of candidates) {
      const root = this.#read(name)
      const text = root === undefined ? undefined : follow(root, path, this.#index)
      if (text !== undefined) return text
    }
    return undefined
  }

  /** Names of parts by their ids, in upper case. */
  #findParts(): ReadonlyMap<string, string> {
    const document = this.#package
    const parts = new Map<string, string>()
    for (const { type, target, external } of document.relationships(document.mainPart).values()) {
      if (type !== 'customXml' || external || parts.size >= MAX_PARTS) continue
      const properties = document.relatedPart(target, 'customXmlProps')
      const root = properties === undefined ? undefined : this.#read(properties)
      const id = Object.entries(root?.attributes ?? {}).find(([name]) => /(?:^|:)itemID$/.test(name))?.[1]
      // A part without an id is found by its content only.
      parts.set(id?.toUpperCase() ?? target, target)
    }
    const core = document.relatedPart('/', 'core-properties') ?? document.relatedPart('/', 'coreProperties')
    const extended = document.relatedPart('/', 'extended-properties') ?? document.relatedPart('/', 'extendedProperties')
    if (core !== undefined) parts.set(CORE_PROPERTIES, core)
    if (extended !== undefined) parts.set(EXTENDED_PROPERTIES, extended)
    return parts
  }

  /** Reads a data part. Damaged data is ignored. */
  #read(name: string): XmlElement | undefined {
    try {
      return this.#package.xml(name)
    } catch (error) {
      if (error instanceof SealwrightError && error.code === 'invalid_document') return undefined
      throw error
    }
  }
}

type ChildIndex = WeakMap<XmlElement, Map<string, XmlElement[]>>

function follow(root: XmlElement, path: string, index: ChildIndex): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//')) return undefined
  const steps = path.slice(1).split('/')
  if (steps.length > MAX_DEPTH) return undefined
  let place: XmlElement = { name: '', attributes: {}, children: [root] }
  for (const [depth, step] of steps.entries()) {
    const isLast = depth === steps.length - 1
    const attribute = ATTRIBUTE.exec(step)?.[1]
    if (isLast && attribute !== undefined) return attributeOf(place, attribute)
    if (isLast && step === 'text()') break
    const next = childAt(place, step, index)
    if (next === undefined) return undefined
    place = next
  }
  const texts: string[] = []
  addTexts(place, 0, texts, MAX_TEXT)
  return texts.join('').slice(0, MAX_TEXT)
}

function childAt(parent: XmlElement, step: string, index: ChildIndex): XmlElement | undefined {
  const match = STEP.exec(step)
  if (match === null) return undefined
  const [, name, position = '1'] = match
  let named = index.get(parent)
  if (named === undefined) {
    named = new Map()
    for (const child of childrenOf(parent)) {
      const found = named.get(localName(child.name))
      if (found === undefined) named.set(localName(child.name), [child])
      else found.push(child)
    }
    index.set(parent, named)
  }
  return named.get(name ?? '')?.[Number(position) - 1]
}

function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  return Object.entries(attributes).find(([full]) => localName(full) === name)?.[1]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Adds the texts below an element until no room is left. Returns the remaining room. */
function addTexts(element: XmlElement, depth: number, texts: string[], room: number): number {
  let left = depth > MAX_DEPTH ? 0 : room
  for (const child of element.children) {
    if (left <= 0) break
    if (typeof child !== 'string') left = addTexts(child, depth + 1, texts, left)
    else {
      texts.push(child)
      left -= child.length
    }
  }
  return depth > MAX_DEPTH ? room : left
}

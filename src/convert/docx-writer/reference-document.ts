/**
 * A DOCX whose styles, list definitions, theme, font table and page setup are reused.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { escapeAttribute, escapeXml } from '../../escape.js'
import { type OpcPackage, openPackage } from '../../ooxml/package/package.js'
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml/xml-element.js'
import { CHARACTER_STYLES, PARAGRAPH_STYLES, TABLE_STYLE } from './default-styles.js'
import type { PageSetup } from './flow-document.js'
import type { CharacterStyleName, ParagraphStyleName } from './flow-format.js'
import type { PresentNumbering } from './numbering.js'
import { A_NAMESPACE, R_NAMESPACE, W_NAMESPACE, XML_DECLARATION } from './package/namespaces.js'
import { type ReferenceRunning, readReferenceRunning } from './reference-running.js'
import type { StyleIds } from './style-sheet.js'

/** The parts that are used of a reference document. */
export interface ReferenceDocument {
  readonly styleIds: StyleIds
  readonly numbering: PresentNumbering
  /** The theme; `undefined` if there is none that can be used. */
  readonly themeXml: string | undefined
  readonly fontTableXml: string | undefined
  readonly page: Pick<PageSetup, 'width' | 'height' | 'margins'> | undefined
  /** The headers and footers. */
  readonly running: ReferenceRunning
  /** The styles, followed by added ones. */
  stylesXml(added: string): string
}

/**
 * @throws {SealwrightError} `invalid_document` for a DOCX without styles, and what opening a package throws
 */
export function readReferenceDocument(bytes: Uint8Array): ReferenceDocument {
  const source = openPackage(bytes)
  const stylesName = source.relatedPart(source.mainPart, 'styles')
  const root = stylesName === undefined ? undefined : source.xml(stylesName)
  if (root?.name !== 'w:styles') throw new SealwrightError('invalid_document', 'The reference document has no styles.')
  const numbering = readNumbering(source)
  const styles = serializeStyles(root, numbering !== undefined)
  return {
    styleIds: readStyleIds(root),
    numbering: numbering ?? { abstractNumbers: '', numbers: '', nextAbstractId: 0, nextId: 1 },
    themeXml: readSelfContained(source, 'theme', 'a:theme'),
    fontTableXml: readSelfContained(source, 'fontTable', 'w:fonts'),
    page: readPage(source),
    running: readReferenceRunning(source),
    stylesXml: (added) =>
      `${XML_DECLARATION}<w:styles xmlns:w="${W_NAMESPACE}" xmlns:r="${R_NAMESPACE}">${styles}${added}</w:styles>`,
  }
}

/**
 * Writes every style once, even if the reference has it twice. Numbered styles lose their numbering when the definitions they
 * refer to are not used.
 */
function serializeStyles(root: XmlElement, hasNumbering: boolean): string {
  const seen = new Set<string | undefined>()
  let xml = ''
  for (const child of childrenOf(root)) {
    const id = child.attributes['w:styleId']
    if (child.name === 'w:style' && seen.has(id)) continue
    seen.add(id)
    xml += serializeXml(child)
  }
  return hasNumbering ? xml : xml.replace(/<w:numPr(?:\/>|>.*?<\/w:numPr>)/gs, '')
}

function readStyleIds(root: XmlElement): StyleIds {
  const idsByName = new Map<string, string>()
  const taken = new Set<string>()
  /** Types of Word's own styles, by their ids. */
  const builtIn = new Map<string, string>()
  for (const style of childrenOf(root, 'w:style')) {
    const id = style.attributes['w:styleId']
    if (id === undefined) continue
    taken.add(id)
    const type = style.attributes['w:type'] ?? 'paragraph'
    if (style.attributes['w:customStyle'] === undefined) builtIn.set(id, type)
    for (const name of namesOf(style)) {
      const key = `${type} ${name}`
      if (!idsByName.has(key)) idsByName.set(key, id)
    }
  }
  /** Programs that translate the names of styles keep their ids. */
  const find = (type: string, names: readonly string[], id?: string): string | undefined => {
    for (const name of names) {
      const found = idsByName.get(`${type} ${name.toLowerCase()}`)
      if (found !== undefined) return found
    }
    return id !== undefined && builtIn.get(id) === type ? id : undefined
  }
  const paragraphs = new Map<ParagraphStyleName, string>()
  for (const name of Object.keys(PARAGRAPH_STYLES) as ParagraphStyleName[]) {
    const id = find('paragraph', PARAGRAPH_STYLES[name].names, PARAGRAPH_STYLES[name].id)
    if (id !== undefined) paragraphs.set(name, id)
  }
  // Reference documents for pandoc have text paragraphs in styles of their own.
  const text = idsByName.has('paragraph first paragraph') ? find('paragraph', ['Body Text']) : undefined
  if (text !== undefined) paragraphs.set('body', text)
  const characters = new Map<CharacterStyleName, string>()
  for (const name of Object.keys(CHARACTER_STYLES) as CharacterStyleName[]) {
    const id = find('character', CHARACTER_STYLES[name].names, CHARACTER_STYLES[name].id)
    if (id !== undefined) characters.set(name, id)
  }
  return { paragraphs, characters, table: find('table', TABLE_STYLE.names), isBodyNamed: text !== undefined, taken }
}

/** Names of a style in lower case. Old files have alternative names after commas (ECMA-376-1, 17.7.4.9 and .1). */
function namesOf(style: XmlElement): string[] {
  const name = childOf(style, 'w:name')?.attributes['w:val'] ?? ''
  const others = childOf(style, 'w:aliases')?.attributes['w:val'] ?? ''
  return [name, ...`${name},${others}`.split(',')].map((one) => one.trim().toLowerCase()).filter((one) => one !== '')
}

/** The list definitions. Definitions with picture bullets refer to other parts and are not used. */
function readNumbering(source: OpcPackage): PresentNumbering | undefined {
  const name = source.relatedPart(source.mainPart, 'numbering')
  const root = name === undefined ? undefined : source.xml(name)
  if (name === undefined || root === undefined || source.relationships(name).size > 0) return undefined
  const abstractNumbers = childrenOf(root, 'w:abstractNum')
  const numbers = childrenOf(root, 'w:num')
  return {
    abstractNumbers: abstractNumbers.map((element) => serializeXml(element)).join(''),
    numbers: numbers.map((element) => serializeXml(element)).join(''),
    nextAbstractId: nextId(abstractNumbers, 'w:abstractNumId', -1),
    nextId: nextId(numbers, 'w:numId', 0),
  }
}

function nextId(elements: readonly XmlElement[], attribute: string, least: number): number {
  const ids = elements.map((element) => Number.parseInt(element.attributes[attribute] ?? '', 10))
  return ids.filter(Number.isFinite).reduce((most, id) => Math.max(most, id), least) + 1
}

/** A part as XML. Undefined if it needs other parts, such as pictures in a theme or embedded fonts. */
function readSelfContained(source: OpcPackage, type: string, rootName: string): string | undefined {
  const name = source.relatedPart(source.mainPart, type)
  if (name === undefined || source.relationships(name).size > 0) return undefined
  const root = source.xml(name)
  return root?.name === rootName ? XML_DECLARATION + serializeXml(root, true) : undefined
}

function readPage(source: OpcPackage): ReferenceDocument['page'] {
  const section = childOf(childOf(source.xml(source.mainPart), 'w:body'), 'w:sectPr')
  const size = childOf(section, 'w:pgSz')?.attributes
  const margins = childOf(section, 'w:pgMar')?.attributes
  if (size === undefined || margins === undefined) return undefined
  const read = (attributes: Readonly<Record<string, string>>, name: string, otherwise: number): number => {
    const value = Number.parseInt(attributes[name] ?? '', 10)
    return Number.isFinite(value) ? Math.abs(value) : otherwise
  }
  return {
    width: read(size, 'w:w', 11_906),
    height: read(size, 'w:h', 16_838),
    margins: {
      top: read(margins, 'w:top', 1440),
      right: read(margins, 'w:right', 1440),
      bottom: read(margins, 'w:bottom', 1440),
      left: read(margins, 'w:left', 1440),
    },
  }
}

/** Namespaces that are kept. The others are extensions, which may be left out (ECMA-376-3). */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['w', W_NAMESPACE],
  ['a', A_NAMESPACE],
  ['r', R_NAMESPACE],
])

/** Elements for extensions of a drawing, which are empty without them. */
const DROPPED: ReadonlySet<string> = new Set(['a:extLst'])

/** Writes an element of the `w` and `a` namespaces as XML, with declarations if it is the root of a part. */
function serializeXml(element: XmlElement, isRoot = false): string {
  if (!isKept(element.name) || DROPPED.has(element.name)) return ''
  let xml = `<${element.name}`
  if (isRoot) for (const [prefix, uri] of KEPT) xml += ` xmlns:${prefix}="${uri}"`
  for (const [name, value] of Object.entries(element.attributes)) {
    if (!name.includes(':') || isKept(name) || name.startsWith('xml:'))
      xml += ` ${name}="${escapeAttribute(integral(value))}"`
  }
  let content = ''
  for (const child of element.children) content += typeof child === 'string' ? escapeXml(child) : serializeXml(child)
  return content === '' ? `${xml}/>` : `${xml}>${content}</${element.name}>`
}

function isKept(name: string): boolean {
  return KEPT.has(name.slice(0, name.indexOf(':')))
}

/** Removes the fraction of a whole number. Some programs write one, which the schema does not permit. */
function integral(value: string): string {
  return value.replace(/^(-?\d+)\.0+$/, '$1')
}

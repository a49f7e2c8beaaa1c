/**
 * The structure that a DOCX shows, read from its XML: styles by their ids, lists by their numbering, links by their
 * relationships.
 *
 * @module
 */
import { childOf, childrenOf, type XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { parseXml } from '../../../src/ooxml/xml/xml-parser.js'
import { partOf } from '../../convert/docx-writer/part-of.js'
import { resolveAddress } from './structure-of-html.js'
import { type InlineStyle, InlineText, lineOf } from './structured-text.js'

const KINDS: Readonly<Record<string, string>> = { HTMLPreformatted: 'pre', HorizontalLine: 'hr', TableHeading: 'th' }
const ON: ReadonlySet<string | undefined> = new Set([undefined, '1', 'true', 'on'])

/** The lines of a DOCX, with addresses resolved against `baseUrl`. */
export function structureOfDocx(docx: Uint8Array, baseUrl: string): string[] {
  return new DocxStructure(docx, baseUrl).read()
}

class DocxStructure {
  readonly #baseUrl: string
  readonly #body: XmlElement | undefined
  readonly #targets: ReadonlyMap<string, string>
  readonly #formats: ReadonlyMap<string, string>
  readonly #lines: (string | undefined)[] = []

  constructor(docx: Uint8Array, baseUrl: string) {
    this.#baseUrl = baseUrl
    this.#body = childrenOf(readPart(docx, '/word/document.xml')).find(({ name }) => name === 'w:body')
    this.#targets = readTargets(docx)
    this.#formats = readListFormats(docx)
  }

  read(): string[] {
    for (const child of childrenOf(this.#body)) this.#readBlock(child, '')
    return this.#lines.filter((line) => line !== undefined)
  }

  #readBlock(element: XmlElement, cell: string): void {
    if (element.name === 'w:p') this.#readParagraph(element, cell)
    else if (element.name === 'w:tbl') this.#readTable(element)
    else if (element.name === 'w:sdt') for (const child of contentOf(element)) this.#readBlock(child, cell)
  }

  #readTable(table: XmlElement): void {
    for (const row of childrenOf(table, 'w:tr')) {
      const isHeader = childOf(childOf(row, 'w:trPr'), 'w:tblHeader') !== undefined
      for (const cell of childrenOf(row, 'w:tc')) {
        for (const block of childrenOf(cell)) this.#readBlock(block, isHeader ? 'th' : 'td')
      }
    }
  }

  #readParagraph(paragraph: XmlElement, cell: string): void {
    const properties = childOf(paragraph, 'w:pPr')
    const style = valOf(childOf(properties, 'w:pStyle')) ?? ''
    const level = /^Heading(\d)$/.exec(style)?.[1]
    const kind = KINDS[style] || cell || (level === undefined ? 'p' : `h${level}`)
    const text = new InlineText(kind === 'pre')
    for (const inline of childrenOf(paragraph)) this.#readInline(inline, text, {})
    this.#lines.push(lineOf({ kind, quoted: style === 'Quote', marker: this.#markerOf(properties) }, text.toString()))
  }

  #markerOf(properties: XmlElement | undefined): string {
    const numbering = childOf(properties, 'w:numPr')
    const list = valOf(childOf(numbering, 'w:numId'))
    if (list === undefined || list === '0') return ''
    const level = valOf(childOf(numbering, 'w:ilvl')) ?? '0'
    const format = this.#formats.get(`${list}/${level}`)
    return `${Number(level) + 1}${format === 'bullet' ? '*' : '1.'}`
  }

  #readInline(element: XmlElement, text: InlineText, style: InlineStyle): void {
    switch (element.name) {
      case 'w:r':
        this.#readRun(element, text, style)
        break
      case 'w:hyperlink': {
        const { 'r:id': id, 'w:anchor': anchor } = element.attributes
        const target = id === undefined ? undefined : this.#targets.get(id)
        const hash = anchor === undefined ? '' : `#${anchor}`
        const link = resolveAddress((target ?? '') + hash, this.#baseUrl)
        for (const inner of childrenOf(element)) this.#readInline(inner, text, { ...style, link })
        break
      }
      case 'w:sdt':
        for (const inner of contentOf(element)) this.#readInline(inner, text, style)
        break
    }
  }

  #readRun(run: XmlElement, text: InlineText, outer: InlineStyle): void {
    const properties = childOf(run, 'w:rPr')
    const character = valOf(childOf(properties, 'w:rStyle'))
    const style = {
      ...outer,
      bold: isOn(childOf(properties, 'w:b')),
      italic: isOn(childOf(properties, 'w:i')),
      strike: isOn(childOf(properties, 'w:strike')),
      code: character === 'HTMLCode',
    }
    for (const part of childrenOf(run)) {
      if (part.name === 'w:t') text.add(part.children.join(''), style)
      else if (part.name === 'w:tab') text.add('\t', style)
      else if (part.name === 'w:br') text.add('\n', style)
      else if (part.name === 'w:drawing') text.add(describePicture(part), style)
    }
  }
}

function describePicture(drawing: XmlElement): string {
  const [inline] = childrenOf(drawing)
  return childOf(inline, 'wp:docPr')?.attributes['descr'] ?? ''
}

function readPart(docx: Uint8Array, name: string): XmlElement | undefined {
  const part = partOf(docx, name)
  return part === '' ? undefined : parseXml(new TextEncoder().encode(part))
}

function readTargets(docx: Uint8Array): Map<string, string> {
  const relationships = childrenOf(readPart(docx, '/word/_rels/document.xml.rels'))
  return new Map(relationships.map(({ attributes }) => [attributes['Id'] ?? '', attributes['Target'] ?? '']))
}

function readListFormats(docx: Uint8Array): Map<string, string> {
  const formats = new Map<string, string>()
  const numbering = readPart(docx, '/word/numbering.xml')
  const definitions = new Map(
    childrenOf(numbering, 'w:abstractNum').map((each) => [each.attributes['w:abstractNumId'], each]),
  )
  for (const list of childrenOf(numbering, 'w:num')) {
    const definition = definitions.get(valOf(childOf(list, 'w:abstractNumId')))
    for (const level of childrenOf(definition, 'w:lvl')) {
      const format = valOf(childOf(level, 'w:numFmt')) ?? 'decimal'
      formats.set(`${list.attributes['w:numId']}/${level.attributes['w:ilvl']}`, format)
    }
  }
  return formats
}

function contentOf(sdt: XmlElement): XmlElement[] {
  return childrenOf(childOf(sdt, 'w:sdtContent'))
}

function valOf(element: XmlElement | undefined): string | undefined {
  return element?.attributes['w:val']
}

function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && ON.has(element.attributes['w:val'])
}

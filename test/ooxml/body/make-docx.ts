/**
 * Makes DOCX files out of a body and parts.
 *
 * @module
 */

import { storedZip } from './stored-zip.js'

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
].join(' ')

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** What a made document has beside its body. Values are the inner XML of the part's root. */
export interface DocxParts {
  readonly styles?: string
  readonly numbering?: string
  readonly settings?: string
  readonly footnotes?: string
  readonly header1?: string
  readonly header2?: string
  readonly footer1?: string
  /** Targets of external hyperlinks by relationship id. */
  readonly links?: Readonly<Record<string, string>>
  /** In front of w:body. */
  readonly beforeBody?: string
}

const ROOTS = {
  styles: 'w:styles',
  numbering: 'w:numbering',
  settings: 'w:settings',
  footnotes: 'w:footnotes',
  header1: 'w:hdr',
  header2: 'w:hdr',
  footer1: 'w:ftr',
} as const

/** A DOCX with that content of w:body. Parts are related to the main part under their own names as ids. */
export function makeDocx(body: string, parts: DocxParts = {}): Uint8Array {
  const files: Record<string, Uint8Array> = {}
  const overrides = [override('document', 'document.main')]
  const relationships: string[] = []
  for (const name of Object.keys(ROOTS) as (keyof typeof ROOTS)[]) {
    const content = parts[name]
    if (content === undefined) continue
    const type = name.replace(/\d$/, '')
    files[`word/${name}.xml`] = xml(`<${ROOTS[name]} ${NAMESPACES}>${content}</${ROOTS[name]}>`)
    overrides.push(override(name, type))
    relationships.push(`<Relationship Id="${name}" Type="${TYPES}/${type}" Target="${name}.xml"/>`)
  }
  for (const [id, target] of Object.entries(parts.links ?? {})) {
    relationships.push(`<Relationship Id="${id}" Type="${TYPES}/hyperlink" Target="${target}" TargetMode="External"/>`)
  }
  files['[Content_Types].xml'] = xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  )
  files['_rels/.rels'] = relationshipPart(
    `<Relationship Id="main" Type="${TYPES}/officeDocument" Target="word/document.xml"/>`,
  )
  files['word/_rels/document.xml.rels'] = relationshipPart(relationships.join(''))
  files['word/document.xml'] = xml(
    `<w:document ${NAMESPACES}>${parts.beforeBody ?? ''}<w:body>${body}</w:body></w:document>`,
  )
  return storedZip(files)
}

function override(name: string, type: string): string {
  return `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`
}

function relationshipPart(content: string): Uint8Array {
  return xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`,
  )
}

function xml(content: string): Uint8Array {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`)
}

/** A paragraph of runs of plain text. */
export function p(text: string, pPr = ''): string {
  return `<w:p>${pPr === '' ? '' : `<w:pPr>${pPr}</w:pPr>`}${r(text)}</w:p>`
}

/** A run of plain text. */
export function r(text: string, rPr = ''): string {
  return `<w:r>${rPr === '' ? '' : `<w:rPr>${rPr}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
}

/** A complex field. */
export function field(code: string, result?: string): string {
  const separated = result === undefined ? '' : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}`
  return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>${separated}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

/**
 * Puts parts together into a package (ECMA-376-2).
 *
 * @module
 */

import { MEDIA_TYPES } from './media.js'
import { XML_DECLARATION } from './namespaces.js'
import type { Relationships } from './relationships.js'
import type { ZipFile } from './zip-writer.js'

/** An XML part. */
export interface XmlPart {
  /** Name of the part, such as `word/document.xml`. */
  readonly name: string
  readonly contentType: string
  readonly content: string | Uint8Array
  readonly relationships?: Relationships
}

const PACKAGE = 'application/vnd.openxmlformats-package'
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

/** The files of a package. The package's relationships say which part is the document. */
export function packageFiles(
  parts: readonly XmlPart[],
  rootRelationships: Relationships,
  media: readonly ZipFile[],
): ZipFile[] {
  const files: ZipFile[] = [
    xmlFile('[Content_Types].xml', contentTypesXml(parts, media)),
    xmlFile('_rels/.rels', XML_DECLARATION + rootRelationships.toXml()),
  ]
  for (const { name, content, relationships } of parts) {
    files.push(xmlFile(name, content))
    if (relationships !== undefined && !relationships.isEmpty) {
      files.push(xmlFile(name.replace(/[^/]+$/, '_rels/$&.rels'), XML_DECLARATION + relationships.toXml()))
    }
  }
  return [...files, ...media]
}

function contentTypesXml(parts: readonly XmlPart[], media: readonly ZipFile[]): string {
  const endings = new Set(media.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)))
  let xml = `<Default Extension="rels" ContentType="${PACKAGE}.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`
  for (const [ending, type] of Object.entries(MEDIA_TYPES)) {
    if (endings.has(ending)) xml += `<Default Extension="${ending}" ContentType="${type}"/>`
  }
  for (const { name, contentType } of parts) xml += `<Override PartName="/${name}" ContentType="${contentType}"/>`
  return `${XML_DECLARATION}<Types xmlns="${CONTENT_TYPES}">${xml}</Types>`
}

function xmlFile(name: string, content: string | Uint8Array): ZipFile {
  return { name, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content }
}

/**
 * Documents embedded in a document (w:altChunk, ECMA-376-1, 17.17.2.1): their text replaces the reference.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { Block } from '../typeset/model/document-model.js'
import { BlockReader } from './body/block-reader.js'
import { type BodyContext, type Flow, startStory } from './body/story.js'
import { OOXML_LIMITS } from './ooxml-limits.js'
import { allTextIn, quoteStart } from './text-census.js'
import { childOf, childrenOf, type XmlElement } from './xml/xml-element.js'

/** An embedded part of another format. */
export interface EmbeddedPart {
  /** Identifies the part in all readings of the same bytes. */
  readonly key: string
  readonly bytes: Uint8Array
  /** Media type in lower case, without parameters; empty where the package names none. */
  readonly mediaType: string
}

/**
 * Converts a part of another format to a DOCX. Returns `undefined` for a part that must be left out, and throws
 * `invalid_document` or a similar error for one that cannot be read.
 */
export type ConvertEmbedded = (part: EmbeddedPart) => Uint8Array | undefined

/** Number of documents that were embedded so far, and their size. */
export interface EmbeddedCounts {
  documents: number
  bytes: number
}

/** An opened embedded document. */
export interface OpenedDocument {
  readonly context: BodyContext
  readonly body: XmlElement
  /** Adds the notes and fonts of its text to the enclosing document. */
  finish(): void
}

/** The place of a w:altChunk, and what is needed to read it. */
interface EmbeddedScope {
  readonly counts: EmbeddedCounts
  /** Number of enclosing documents. */
  readonly depth: number
  readonly convert: ConvertEmbedded | undefined
  open(bytes: Uint8Array, prefix: string): OpenedDocument
}

/** Errors that concern the embedded document only: it is left out. Limits and refusals concern the enclosing document as well. */
const LEFT_OUT: ReadonlySet<string> = new Set(['invalid_document', 'unsupported_document', 'document_encrypted'])

/** Reads the document that a w:altChunk refers to. Returns nothing, and gives a warning, when it cannot be read. */
export function readEmbedded(chunk: XmlElement, flow: Flow, scope: EmbeddedScope): readonly Block[] {
  const { story } = flow
  const { context } = story
  const id = chunk.attributes['r:id']
  const relationship = id === undefined ? undefined : story.relationships.get(id)
  const name = relationship?.target ?? id ?? ''
  const leaveOut = (why: string): readonly Block[] => {
    context.warn(`An embedded document (altChunk, ${name.slice(0, 100)}) is left out: ${why}`)
    return []
  }
  if (relationship === undefined) return leaveOut('the package does not have it.')
  if (relationship.external) return leaveOut('it is not in the file.')
  try {
    const bytes = context.package.part(relationship.target)
    if (bytes === undefined) return leaveOut('the package does not have it.')
    count(bytes, scope)
    const key = `${context.prefix}${scope.counts.documents}>`
    const mediaType = context.package.contentType(relationship.target) ?? ''
    const docx = isArchive(bytes) ? bytes : scope.convert?.({ key, bytes, mediaType })
    if (docx === undefined)
      return leaveOut(`documents of ${mediaType === '' ? 'its type' : `the type ${mediaType}`} are not read.`)
    return readDocument(scope.open(docx, key), flow)
  } catch (error) {
    if (error instanceof SealwrightError && LEFT_OUT.has(error.code)) return leaveOut(`${error.message}.`)
    throw error
  }
}

function count(bytes: Uint8Array, { counts, depth }: EmbeddedScope): void {
  counts.documents++
  counts.bytes += bytes.length
  const { maxEmbeddedBytes, maxEmbeddedDocuments, maxEmbeddedNesting } = OOXML_LIMITS
  if (depth >= maxEmbeddedNesting || counts.documents > maxEmbeddedDocuments || counts.bytes > maxEmbeddedBytes) {
    throw new SealwrightError(
      'document_too_complex',
      'Embedded documents are too many, too large or nested too deeply.',
    )
  }
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** Reads the text into the pages of the enclosing document. A section that starts a page there starts one here. */
function readDocument({ context, body, finish }: OpenedDocument, around: Flow): Block[] {
  const blocks: Block[] = []
  const sections: (XmlElement | undefined)[] = []
  const flow = startStory(context, context.package.mainPart, body)
  const endSection = (sectPr: XmlElement | undefined, read: readonly Block[]): void => {
    const startsPage = sections.length > 0 && startOf(sectPr) !== 'continuous'
    sections.push(sectPr)
    read.forEach((block, index) => {
      blocks.push(startsPage && index === 0 ? onNewPage(block) : block)
    })
  }
  const reader = new BlockReader({ ...flow, tableDepth: around.tableDepth }, endSection)
  reader.read(body)
  endSection(childOf(body, 'w:sectPr'), reader.finish())
  warnOfRunningContent(sections, context)
  finish()
  return blocks
}

function startOf(sectPr: XmlElement | undefined): string {
  return childOf(sectPr, 'w:type')?.attributes['w:val'] ?? 'nextPage'
}

function onNewPage(block: Block): Block {
  if (block.kind !== 'paragraph') return block
  return { ...block, properties: { ...block.properties, pageBreakBefore: true } }
}

/** Warns that headers and footers are lost, since the pages have those of the enclosing document. */
function warnOfRunningContent(
  sections: readonly (XmlElement | undefined)[],
  { package: part, warn }: BodyContext,
): void {
  const references = sections.flatMap((sectPr) => [
    ...childrenOf(sectPr, 'w:headerReference'),
    ...childrenOf(sectPr, 'w:footerReference'),
  ])
  if (references.length === 0) return
  const relationships = part.relationships(part.mainPart)
  const targets = new Set(
    references.flatMap(({ attributes }) => relationships.get(attributes['r:id'] ?? '')?.target ?? []),
  )
  const texts = [...targets].map((target) => {
    const root = part.xml(target)
    return root === undefined ? '' : allTextIn(root).trim()
  })
  const words = texts.filter((text) => text !== '').map(quoteStart)
  const which = words.length === 0 ? '' : `: ${words.join(', ')}`
  warn(`Headers and footers of an embedded document (altChunk) are left out${which}.`)
}

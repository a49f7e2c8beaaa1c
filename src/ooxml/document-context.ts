/**
 * The context of reading a document: its package with tracked changes resolved, and a context for each document in it.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { finishSteps, isTurnOver, type Steps } from '../pace/turns.js'
import { type DrawChart, type ImageSource, TextLinks } from '../typeset/drawings.js'
import type {
  Block,
  DocumentFonts,
  EmbeddedFontFile,
  FontHint,
  Note,
  StoredNumber,
} from '../typeset/model/document-model.js'
import { BlockReader } from './body/block-reader.js'
import { fieldSources } from './body/field-sources.js'
import { type Notes, noteText, readNotes, warnOfUnreferenced } from './body/notes-reader.js'
import { RunVariants } from './body/run-variants.js'
import { type BodyContext, startStory } from './body/story.js'
import { ImageRegistry } from './drawing/image-registry.js'
import { type ConvertEmbedded, type EmbeddedCounts, type OpenedDocument, readEmbedded } from './embedded-document.js'
import { Formatting } from './formatting/formatting.js'
import { Numbering } from './formatting/numbering/numbering.js'
import { OOXML_LIMITS } from './ooxml-limits.js'
import {
  createPackageBudget,
  type DocxSource,
  type OpcPackage,
  openPackage,
  type PackageBudget,
} from './package/package.js'
import { DocumentData } from './parts/document-data.js'
import { readFontTable } from './parts/font-table.js'
import type { ReviewOptions } from './review/review-options.js'
import { type ReviewedPackage, reviewPackage } from './review/reviewed-package.js'
import { allTextIn, quoteStart, TextCensus } from './text-census.js'
import { childOf, type XmlElement } from './xml/xml-element.js'
import type { PartDoubts } from './xml/xml-parser.js'

/** Warnings that are kept, since a hostile document could cause any number of them. */
const MAX_WARNINGS = 100
const TOO_MANY_WARNINGS = `There is more to warn of than these ${MAX_WARNINGS} things.`

/** Options of reading a DOCX. */
export interface ReadDocxOptions extends ReviewOptions {
  /** Aborts reading, which throws the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Converts an embedded part of another format to a DOCX (w:altChunk). Left out: such parts are left out, and named in
   * warnings.
   */
  readonly convertEmbedded?: ConvertEmbedded
  /**
   * Makes a function that draws charts in the fonts of a document. It is called for a document with a chart. Left out: charts
   * are read, but not drawn.
   */
  readonly createDrawChart?: (fonts: DocumentFonts) => DrawChart
}

/** State that a document shares with those embedded in it. */
interface Reading {
  readonly options: ReadDocxOptions
  readonly budget: PackageBudget
  readonly warnings: Set<string>
  readonly images: Map<string, ImageSource>
  readonly footnotes: Map<string, Note>
  readonly endnotes: Map<string, Note>
  readonly fontHints: Map<string, FontHint>
  embeddedFonts: readonly EmbeddedFontFile[]
  readonly counts: BodyContext['counts']
  readonly storedNumbers: StoredNumber[]
  readonly embedded: EmbeddedCounts
}

/** The opened document. */
interface RootDocument {
  readonly root: XmlElement
  /** The root as it is stored, with tracked changes. */
  readonly written: XmlElement
  readonly body: XmlElement
  readonly context: BodyContext
  readonly review: ReviewedPackage
}

export function createReading(options: ReadDocxOptions): Reading {
  return {
    options,
    budget: createPackageBudget(),
    warnings: new Set(),
    images: new Map(),
    footnotes: new Map(),
    endnotes: new Map(),
    fontHints: new Map(),
    embeddedFonts: [],
    counts: { cells: 0, characters: 0 },
    storedNumbers: [],
    embedded: { documents: 0, bytes: 0 },
  }
}

/** Opens a document. `prefix` and `depth` say where it is embedded. */
export function* openDocument(docx: DocxSource, reading: Reading, prefix = '', depth = 0): Steps<RootDocument> {
  const source = openPackage(docx, reading.budget)
  yield* source.loadXml(source.mainPart)
  if (isTurnOver()) yield
  const review = reviewPackage(source, reading.options)
  const root = review.package.xml(review.package.mainPart)
  if (isTurnOver()) yield
  const body = childOf(root, 'w:body')
  if (root === undefined || body === undefined) {
    throw new SealwrightError('invalid_document', 'The document has no body.')
  }
  const context = createContext(review.package, reading, prefix, depth)
  context.census.expect(root)
  return { root, written: source.xml(source.mainPart) ?? root, body, review, context }
}

/** Reads notes and fonts that the text refers to. Returns the separators above the notes. */
export function* finishDocument(
  { context, written }: RootDocument,
  reading: Reading,
): Steps<Record<'footnotes' | 'endnotes', Notes>> {
  const footnotes = readNotes('footnote', context)
  if (isTurnOver()) yield
  const endnotes = readNotes('endnote', context)
  if (isTurnOver()) yield
  warnOfUnreferenced('footnote', footnotes, written, context)
  warnOfUnreferenced('endnote', endnotes, written, context)
  for (const [id, note] of footnotes.notes) reading.footnotes.set(id, note)
  for (const [id, note] of endnotes.notes) reading.endnotes.set(id, note)
  // The fonts of the enclosing document come last, so that its definitions take precedence.
  const fonts = readFontTable(context.package)
  for (const [family, hint] of fonts.hints) reading.fontHints.set(family, hint)
  reading.embeddedFonts = [...fonts.embeddedFonts, ...reading.embeddedFonts]
  // Lost text is reported even if many warnings were given before.
  const referredText = (reference: XmlElement) =>
    reference.name === 'w:altChunk' ? embeddedText(reference, context.package, reading) : noteText(reference, context)
  for (const warning of yield* context.census.warnings(referredText)) reading.warnings.add(warning)
  for (const id of context.formatting.lists.ambiguous) {
    reading.warnings.add(
      `The list ${quoteStart(id)} is defined twice in different ways: other programs may number it otherwise.`,
    )
  }
  for (const [name, doubts] of context.package.doubts) {
    for (const warning of describeDoubts(name, doubts)) reading.warnings.add(warning)
  }
  return { footnotes, endnotes }
}

function* describeDoubts(part: string, { malformed, alternatives }: PartDoubts): Iterable<string> {
  if (malformed > 0) {
    const places = malformed === 1 ? '1 place' : `${malformed} places`
    yield `The part ${part} is damaged: its bytes are no text in ${places}, which show as "\ufffd".`
  }
  for (const [first, second] of alternatives) {
    const texts = `${quoteStart(first)} in some programs and ${quoteStart(second)} in others`
    yield `The part ${part} has alternatives (mc:AlternateContent) that read ${texts}.`
  }
}

/**
 * The text of an embedded document that is not read where it stands, including documents embedded in it. Empty for other
 * formats.
 */
function embeddedText(chunk: XmlElement, document: OpcPackage, { budget }: Pick<Reading, 'budget'>, depth = 0): string {
  const target = document.relationships(document.mainPart).get(chunk.attributes['r:id'] ?? '')?.target
  const bytes = target === undefined ? undefined : document.part(target)
  if (bytes === undefined || depth >= OOXML_LIMITS.maxEmbeddedNesting) return ''
  try {
    const inner = openPackage(bytes, budget)
    const notes = ['footnotes', 'endnotes'].flatMap((kind) => inner.relatedPart(inner.mainPart, kind) ?? [])
    const nested = (chunk: XmlElement) => embeddedText(chunk, inner, { budget }, depth + 1)
    return [inner.mainPart, ...notes].map((name) => allTextIn(inner.xml(name), nested)).join('')
  } catch (error) {
    if (error instanceof SealwrightError && error.code !== 'document_too_complex') return ''
    throw error
  }
}

function openEmbedded(bytes: Uint8Array, reading: Reading, prefix: string, depth: number): OpenedDocument {
  const opened = finishSteps(openDocument(bytes, reading, prefix, depth))
  return {
    context: opened.context,
    body: opened.body,
    finish() {
      finishSteps(finishDocument(opened, reading))
      for (const warning of opened.review.warnings()) opened.context.warn(`In an embedded document: ${warning}`)
    },
  }
}

function createContext(opcPackage: OpcPackage, reading: Reading, prefix: string, depth: number): BodyContext {
  const formatting = new Formatting(opcPackage)
  const images = new ImageRegistry(opcPackage, reading.images, prefix)
  const shapeTypes = new Map<string, XmlElement>()
  const textLinks = new TextLinks()
  const census = new TextCensus()
  const warn = (message: string): void => {
    if (reading.warnings.size < MAX_WARNINGS) reading.warnings.add(message)
    else if (!reading.warnings.has(message)) reading.warnings.add(TOO_MANY_WARNINGS)
  }
  const embedded = {
    counts: reading.embedded,
    depth,
    convert: reading.options.convertEmbedded,
    open: (bytes: Uint8Array, inner: string) => openEmbedded(bytes, reading, inner, depth + 1),
  }
  const drawChart = drawingIn(opcPackage, reading.options)
  const context: BodyContext = {
    package: opcPackage,
    prefix,
    formatting,
    numberingOf: numberingPerStory(formatting),
    runs: new RunVariants(),
    census,
    data: new DocumentData(opcPackage),
    fieldSources: fieldSources(opcPackage),
    referencedNotes: { footnote: new Set(), endnote: new Set() },
    counts: reading.counts,
    storedNumbers: reading.storedNumbers,
    drawings: (partName, boxDepth) => ({
      package: opcPackage,
      partName,
      images,
      theme: formatting.theme,
      census,
      shapeTypes,
      textLinks,
      drawChart,
      readBlocks: (container) => readTextBox(container, partName, boxDepth + 1, context),
      warn,
    }),
    readBlocks(container, flow) {
      const reader = new BlockReader(flow)
      reader.read(container)
      return reader.finish()
    },
    readEmbedded: (chunk, flow) => readEmbedded(chunk, flow, embedded),
    checkpoint: () => reading.options.signal?.throwIfAborted(),
    warn,
  }
  return context
}

function numberingPerStory(formatting: Formatting): BodyContext['numberingOf'] {
  const stories = new Map<string, Numbering>()
  return (story) => {
    const known = stories.get(story)
    if (known !== undefined) return known
    const numbering = new Numbering(formatting)
    stories.set(story, numbering)
    return numbering
  }
}

/** Draws charts with the caller's function, which is made when it is first needed. */
function drawingIn(opcPackage: OpcPackage, { createDrawChart }: ReadDocxOptions): DrawChart {
  if (createDrawChart === undefined) return () => []
  let drawChart: DrawChart | undefined
  return (...call) => {
    drawChart ??= createDrawChart(readFontTable(opcPackage))
    return drawChart(...call)
  }
}

function readTextBox(container: XmlElement, partName: string, depth: number, context: BodyContext): Block[] {
  if (depth > OOXML_LIMITS.maxTextBoxNesting) {
    throw new SealwrightError('document_too_complex', 'Text boxes are nested too deeply.')
  }
  return context.readBlocks(container, startStory(context, partName, container, depth))
}

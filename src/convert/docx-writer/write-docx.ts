/**
 * Writes a document of styled blocks as a DOCX in the form that Word itself uses (ECMA-376-1, transitional).
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { ConversionBudget } from '../conversion-budget.js'
import { writeBlocksInSteps } from './block-writer.js'
import { WrittenBookmarks } from './bookmarks.js'
import type { FlowBlock, FlowDocument } from './flow-document.js'
import { FootnoteReferences } from './footnotes.js'
import { Numbering } from './numbering.js'
import { packageFiles, type XmlPart } from './package/docx-package.js'
import { footnotesPart } from './package/footnotes-part.js'
import { Media } from './package/media.js'
import { PAGED_NAMESPACES, STORY_NAMESPACES, XML_DECLARATION } from './package/namespaces.js'
import { Relationships } from './package/relationships.js'
import { writeRunningPart } from './package/running-parts.js'
import { stylesPart } from './package/styles-part.js'
import { corePropertiesPart, extendedPropertiesPart, fontTablePart, settingsPart } from './package/support-parts.js'
import { themePart } from './package/theme-part.js'
import { XmlChunks } from './package/xml-chunks.js'
import { writeZip, type ZipFile } from './package/zip-writer.js'
import { hexColor } from './property-values.js'
import { type ReferenceDocument, readReferenceDocument } from './reference-document.js'
import type { DocumentState, PageOf, Story } from './story.js'
import { type StyleOverrides, WrittenStyles } from './style-sheet.js'
import { WrittenSections } from './written-sections.js'

/** Changes to the default appearance of a document. */
export interface DocxWriterOptions {
  /** Title of the document, which overrides its own. */
  readonly title?: string | undefined
  /** Changes to the styles of the package. A style in the reference document is not changed. */
  readonly styles?: StyleOverrides | undefined
  /** A DOCX whose styles, list definitions, theme and font table are used. Styles that it lacks are added. */
  readonly referenceDocx?: Uint8Array | undefined
  /**
   * Whether to use the page size and margins of the reference document's last section, and its headers and footers where the
   * document has none. Default `false`.
   */
  readonly useReferencePage?: boolean | undefined
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/**
 * Writes a DOCX. The same input gives the same bytes.
 *
 * @throws {SealwrightError} `document_too_complex` for tables or links nested too deeply, or a file beyond 4 GB; the
 * errors of reading a DOCX for an invalid reference
 * @example
 * ```ts
 * const bytes = writeDocx(flowDocument, { styles: { paragraphs: { heading1: { color: '8A1538' } } } })
 * ```
 */
export function writeDocx(
  document: FlowDocument,
  options: DocxWriterOptions = {},
  context: WritingContext = {},
): Uint8Array {
  return writeZip(writeDocxFiles(document, options, context))
}

/** Further input of the writer. */
interface WritingContext {
  /** Budget that is charged as the parts grow. */
  readonly budget?: ConversionBudget
  /** Returns the page number of a bookmark, if the pages were laid out. */
  readonly pageOf?: PageOf
}

/**
 * Makes the files that {@link writeDocx} puts into an archive, for callers that would only extract them again.
 *
 * @throws {SealwrightError} as `writeDocx` does
 */
export function writeDocxFiles(
  document: FlowDocument,
  options: DocxWriterOptions = {},
  context: WritingContext = {},
): readonly ZipFile[] {
  return finishSteps(writeDocxFilesInSteps(document, options, context))
}

/** {@link writeDocxFiles}, with stops. */
export function* writeDocxFilesInSteps(
  document: FlowDocument,
  options: DocxWriterOptions = {},
  { budget, pageOf }: WritingContext = {},
): Steps<readonly ZipFile[]> {
  const reference = options.referenceDocx === undefined ? undefined : readReferenceDocument(options.referenceDocx)
  const state: DocumentState = {
    styles: new WrittenStyles(document, options.styles, reference?.styleIds),
    numbering: new Numbering(reference?.numbering),
    media: new Media(),
    bookmarks: new WrittenBookmarks(),
    footnotes: new FootnoteReferences(document.footnotes),
    lastObjectId: 0,
    ...(budget === undefined ? {} : { budget }),
    shapes: 0,
    pageOf,
  }
  const sections = new WrittenSections(document, options.useReferencePage === true ? reference : undefined)
  const { room } = sections
  const body = yield* writeBody(document, state, sections)
  if (isTurnOver()) yield
  const notes = footnotesPart(state, document.footnotes, room)
  const written = sections.parts.map((part) => {
    const { out, relationships } = writeRunningPart(state, part, room)
    return { ...xmlPart(part.name, part.kind, out.toBytes()), relationships }
  })
  const marginParts = [...written, ...sections.copiedFiles]
  const parts = [...supportParts(document, state, { reference, body, notes, sections }), ...marginParts]
  const all = [mainPart(body), ...parts, ...propertyParts(document, options.title)]
  return packageFiles(all, rootRelationships(), state.media.files)
}

function mainPart({ out, relationships }: Story): XmlPart {
  const contentType = `${WORD}.document.main+xml`
  return { name: 'word/document.xml', contentType, content: out.toBytes(), relationships }
}

function* writeBody(document: FlowDocument, state: DocumentState, sections: WrittenSections): Steps<Story> {
  const out = new XmlChunks(state.budget)
  const story: Story = { document: state, out, relationships: new Relationships(), sections }
  const namespaces = document.blocks.some(hasFoot) ? PAGED_NAMESPACES : STORY_NAMESPACES
  story.out.write(`${XML_DECLARATION}<w:document ${namespaces}>${backgroundXml(document)}<w:body>`)
  yield* writeBlocksInSteps(story, document.blocks, { kind: 'body', ...sections.room, depth: 0 })
  story.out.write(`${sections.end(story.relationships)}</w:body></w:document>`)
  return story
}

function hasFoot(block: FlowBlock): boolean {
  return block.kind === 'table' && block.rows.some(({ isFooter }) => isFooter === true)
}

/** The background colour of all pages. It is shown only if the settings say so (17.2.1). */
function backgroundXml({ background }: FlowDocument): string {
  return background === undefined ? '' : `<w:background w:color="${hexColor(background)}"/>`
}

/** Finished parts, and the parts that depend on them. */
interface WrittenParts {
  readonly reference: ReferenceDocument | undefined
  readonly body: Story
  readonly notes: Story | undefined
  readonly sections: WrittenSections
}

/** The parts that the text needs, each related to the main part. */
function supportParts(
  { information: { language }, background }: FlowDocument,
  { styles, numbering }: DocumentState,
  { reference, body, notes, sections }: WrittenParts,
): XmlPart[] {
  const parts = [
    xmlPart('styles', 'styles', reference?.stylesXml(styles.missingStylesXml()) ?? stylesPart(styles, language)),
    xmlPart(
      'settings',
      'settings',
      settingsPart(language, {
        hasNotes: notes !== undefined,
        hasBackground: background !== undefined,
        hasEvenPages: sections.hasEvenPages,
        isMirrored: sections.isMirrored,
        hasTextBorders: sections.hasTextBorders,
      }),
    ),
    xmlPart('fontTable', 'fontTable', reference?.fontTableXml ?? fontTablePart(styles.codeFont)),
  ]
  if (!numbering.isEmpty) parts.push(xmlPart('numbering', 'numbering', numbering.toXml()))
  if (notes !== undefined) {
    parts.push({ ...xmlPart('footnotes', 'footnotes', notes.out.toBytes()), relationships: notes.relationships })
  }
  for (const { name } of parts) {
    const target = name.slice('word/'.length)
    body.relationships.add(target.replace('.xml', ''), target)
  }
  body.relationships.add('theme', 'theme/theme1.xml')
  const theme: XmlPart = {
    name: 'word/theme/theme1.xml',
    contentType: 'application/vnd.openxmlformats-officedocument.theme+xml',
    content: reference?.themeXml ?? themePart(),
  }
  return [...parts, theme]
}

function propertyParts({ information }: FlowDocument, title = ''): XmlPart[] {
  return [
    {
      name: 'docProps/core.xml',
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
      content: corePropertiesPart(title.trim() === '' ? information : { ...information, title }),
    },
    {
      name: 'docProps/app.xml',
      contentType: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
      content: extendedPropertiesPart(),
    },
  ]
}

function rootRelationships(): Relationships {
  const relationships = new Relationships()
  relationships.add('officeDocument', 'word/document.xml')
  relationships.add('core-properties', 'docProps/core.xml')
  relationships.add('extended-properties', 'docProps/app.xml')
  return relationships
}

function xmlPart(file: string, type: string, content: string | Uint8Array): XmlPart {
  return { name: `word/${file}.xml`, contentType: `${WORD}.${type}+xml`, content }
}

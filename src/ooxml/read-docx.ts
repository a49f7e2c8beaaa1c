/**
 * Reads a DOCX into the document model.
 *
 * @module
 */

import { finishSteps, type Steps } from '../pace/turns.js'
import type { Block, DocumentModel, Section, SectionProperties } from '../typeset/model/document-model.js'
import { BlockReader } from './body/block-reader.js'
import { readSection, type SectionEnvironment } from './body/section-reader.js'
import { type BodyContext, startStory } from './body/story.js'
import { createReading, finishDocument, openDocument, type ReadDocxOptions } from './document-context.js'
import type { DocxSource } from './package/package.js'
import { readCoreProperties } from './parts/core-properties.js'
import { childOf, type XmlElement } from './xml/xml-element.js'

export type { ReadDocxOptions }

/**
 * Reads a DOCX (ECMA-376, strict or transitional) as Word would show it: tracked changes in their final view unless the options
 * say otherwise, fields with their stored results, styles and numbering applied. Text that is not read is named in the warnings.
 *
 * @throws SealwrightError `invalid_document`, `document_encrypted`, `unsupported_document`, `document_too_complex`, or
 * `pending_changes` where the options refuse what the document has
 * @example
 * ```ts
 * const model = readDocx(await readFile('contract.docx'))
 * console.log(model.sections.length, model.warnings)
 * ```
 */
export function readDocx(docx: DocxSource, options: ReadDocxOptions = {}): DocumentModel {
  return finishSteps(readDocxInSteps(docx, options))
}

/** {@link readDocx}, with stops. */
export function* readDocxInSteps(docx: DocxSource, options: ReadDocxOptions = {}): Steps<DocumentModel> {
  options.signal?.throwIfAborted()
  const reading = createReading(options)
  const document = yield* openDocument(docx, reading)
  const { root, body, context, review } = document
  const { settings } = context.formatting
  const sections = yield* readSections(body, context)
  const { footnotes, endnotes } = yield* finishDocument(document, reading)
  warnOfUnsupported(context)
  const background = settings.displayBackground ? backgroundColor(root) : undefined
  return {
    information: { ...defaultLanguage(context), ...readCoreProperties(context.package) },
    settings: settings.document,
    sections,
    footnotes: reading.footnotes,
    endnotes: reading.endnotes,
    images: reading.images,
    embeddedFonts: reading.embeddedFonts,
    fontHints: reading.fontHints,
    storedNumbers: reading.storedNumbers,
    warnings: [...review.warnings(), ...reading.warnings],
    ...(footnotes.separator === undefined ? {} : { footnoteSeparator: footnotes.separator }),
    ...(footnotes.continuation === undefined ? {} : { footnoteContinuation: footnotes.continuation }),
    ...(footnotes.notice === undefined ? {} : { footnoteNotice: footnotes.notice }),
    ...(endnotes.separator === undefined ? {} : { endnoteSeparator: endnotes.separator }),
    ...(background === undefined ? {} : { background }),
  }
}

/** Warns of settings for the whole document that the pages do not show. */
function warnOfUnsupported({ package: document, formatting, warn }: BodyContext): void {
  const { sheets } = formatting.settings
  if (sheets !== undefined) warn(`Pages are set one by one, although the document asks for ${sheets}.`)
  if (!formatting.settings.displayBackground) return
  const picture = childOf(childOf(document.xml(document.mainPart), 'w:background'), 'v:background')
  if (childOf(picture, 'v:fill')?.attributes['type'] !== undefined)
    warn('The pattern or picture behind the pages is not shown; they have its colour instead.')
}

/** The default language of text (w:lang of the defaults and the default style). */
function defaultLanguage({ formatting }: BodyContext): { readonly language?: string } {
  const { language } = formatting.run(undefined, formatting.paragraph(undefined)).properties
  return language === '' ? {} : { language }
}

function* readSections(body: XmlElement, context: BodyContext): Steps<Section[]> {
  const { mainPart } = context.package
  const env = sectionEnvironment(context)
  const sections: Section[] = []
  let previous: SectionProperties | undefined
  const endSection = (sectPr: XmlElement | undefined, blocks: readonly Block[]): void => {
    previous = readSection(sectPr, previous, env)
    const before = sections.at(-1)
    if (before !== undefined && previous.start === 'continuous') {
      sections[sections.length - 1] = { ...before, blocks: withoutBreakLine(before.blocks) }
    }
    sections.push({ properties: previous, blocks })
  }
  const reader = new BlockReader(startStory(context, mainPart, body), endSection)
  yield* reader.readInSteps(body)
  endSection(childOf(body, 'w:sectPr'), yield* reader.finishInSteps())
  return sections
}

/** Removes the line of an empty paragraph whose only purpose is a continuous section break. */
function withoutBreakLine(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1)
  const isLineOfBreak = last?.kind === 'paragraph' && last.inlines.length === 0 && last.label === undefined
  return isLineOfBreak && blocks.length > 1 ? blocks.slice(0, -1) : blocks
}

/** Context for reading sections. Several sections may share a header part, which is read once. */
function sectionEnvironment(context: BodyContext): SectionEnvironment {
  const relationships = context.package.relationships(context.package.mainPart)
  const read = new Map<string, readonly Block[] | undefined>()
  return {
    settings: context.formatting.settings.document,
    theme: context.formatting.theme,
    styleNamed: (name) => context.formatting.paragraphStyleNamed(name),
    header(id, kind) {
      const relationship = relationships.get(id)
      if (relationship === undefined || relationship.external || relationship.type !== kind) return undefined
      const { target } = relationship
      if (!read.has(target)) {
        const root = context.package.xml(target)
        read.set(target, root === undefined ? undefined : context.readBlocks(root, startStory(context, target, root)))
      }
      return read.get(target)
    },
    warn: context.warn,
  }
}

function backgroundColor(root: XmlElement): string | undefined {
  const color = childOf(root, 'w:background')?.attributes['w:color']
  return color !== undefined && /^[0-9a-f]{6}$/i.test(color) ? color.toUpperCase() : undefined
}

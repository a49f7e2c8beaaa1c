/**
 * The metadata of a PDF.
 *
 * @module
 */

import { headingOf, isLanguageTag, textOfHeading } from '../typeset/layout.js'
import type { Block, DocumentInformation, DocumentModel } from '../typeset/model/document-model.js'

/** Language of a document that names none. An accessible PDF must name one. */
const DEFAULT_LANGUAGE = 'en'

/** Longest title that is made from the first words of a text, in characters. */
const MAX_FIRST_WORDS = 80

/** Characters that can be read: letters, digits, signs. Spaces, controls and private characters do not count. */
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Sources of the title besides the document. */
interface TitleSources {
  /** The caller's title, which takes precedence. */
  readonly title?: string | undefined
  readonly fileName?: string | undefined
}

/**
 * The metadata of a document. The title is the first available of these: the caller's, the document's own, its first heading,
 * the name of its file, its first words.
 */
export function pdfInformation(
  document: DocumentModel,
  sources: TitleSources,
): DocumentInformation & { readonly language: string } {
  const { title: own, ...information } = document.information
  const title =
    readable(sources.title) ??
    readable(own) ??
    readable(firstHeading(document)) ??
    readable(nameOf(sources.fileName)) ??
    firstWords(document)
  const { language = '' } = information
  return {
    ...information,
    ...(title === undefined ? {} : { title }),
    language: isLanguageTag(language) ? language : DEFAULT_LANGUAGE,
  }
}

/** The text without unreadable characters (ISO 14289-2, 8.6); undefined where nothing is left. */
function readable(text: string | undefined): string | undefined {
  if (text === undefined || !READABLE.test(text)) return undefined
  return text.replace(/[\p{Cc}\p{Co}\p{Cs}]+/gu, ' ')
}

function firstHeading({ sections }: DocumentModel): string | undefined {
  for (const { blocks } of sections) {
    for (const block of blocks) {
      const heading = block.kind === 'paragraph' ? headingOf(block) : undefined
      if (heading !== undefined) return heading.title
    }
  }
  return undefined
}

function nameOf(fileName: string | undefined): string | undefined {
  return fileName?.replace(/^.*[\\/]/, '').replace(/\.[^.]{1,10}$/, '') || undefined
}

function firstWords({ sections }: DocumentModel): string | undefined {
  for (const { blocks } of sections) {
    for (const text of textsOf(blocks)) {
      const line = readable(text)?.trim()
      if (line !== undefined) return shorten(line)
    }
  }
  return undefined
}

/** The texts of all paragraphs, including those of cells and text boxes. */
function* textsOf(blocks: readonly Block[]): Iterable<string> {
  for (const block of blocks) {
    if (block.kind === 'table') {
      for (const { cells } of block.rows) for (const cell of cells) yield* textsOf(cell.blocks)
      continue
    }
    yield textOfHeading(block)
    for (const inline of block.inlines) {
      if (inline.kind !== 'drawing' && inline.kind !== 'anchor') continue
      for (const element of inline.drawing.elements) {
        if (element.kind === 'shape') yield* textsOf(element.text?.blocks ?? [])
      }
    }
  }
}

/** Shortens a text to as many whole words as fit. */
function shorten(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_FIRST_WORDS) return text
  const start = characters.slice(0, MAX_FIRST_WORDS).join('')
  const end = start.lastIndexOf(' ')
  return `${(end > MAX_FIRST_WORDS / 2 ? start.slice(0, end) : start).trimEnd()}…`
}

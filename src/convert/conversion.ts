/**
 * Types of options and results of conversions.
 *
 * @module
 */

import type { PartFile } from '../ooxml/package/part-files.js'
import type { Pace } from '../pace/pace.js'
import type { FontSource } from '../typeset/fonts.js'
import type { ConformanceChoice } from '../typeset/painting.js'
import type { ChosenLimits } from './conversion-budget.js'
import type { DocxWriterOptions } from './docx-writer/write-docx.js'
import type { PageOptions } from './html/read-html.js'
import type { DocumentStyleName } from './looks/look-names.js'
import type { MarkdownExtensionChoice } from './markdown/extension-names.js'
import type { ReviewOptions } from './review-options.js'

/** Formats that can be converted. */
export type SourceFormat = 'docx' | 'md' | 'html'
/** Formats that files can be converted to. */
export type TargetFormat = 'pdf' | 'docx'
/** Formats that only library calls can convert to. */
export type TextFormat = 'html' | 'md'

/**
 * Options of conversions: fonts for PDF, how a DOCX under review is treated, and, for Markdown and HTML, the appearance
 * of the document and where images come from.
 */
export interface ConverterOptions extends DocxWriterOptions, ReviewOptions, PageOptions {
  /**
   * The standard that a PDF must follow, or an archive standard and an accessibility standard together, such as `['PDF/A-2u',
   * 'PDF/UA-1']`. A document that cannot follow it is refused (`cannot_conform`). Left out: the PDF claims PDF/A-3u where it
   * can. All PDFs are tagged.
   */
  readonly conformance?: ConformanceChoice | undefined
  /**
   * Title of the result. Left out: the document's own title. A PDF without one gets its first heading, the name of its file or
   * its first words.
   */
  readonly title?: string | undefined
  /**
   * Extensions of Markdown that change what some text of CommonMark means, such as `['definition-lists', 'attributes']`;
   * `['all']` for all. Tables, task lists, alerts, footnotes, math and `[toc]` are always read. Default: none. Front matter
   * may name more under `markdown-extensions`.
   */
  readonly markdownExtensions?: readonly MarkdownExtensionChoice[] | undefined
  /**
   * A built-in look for Markdown, and for HTML without a look of its own: `letter`, `report` or `contract`. Front matter and
   * `meta` elements have the facts that it shows, such as sender, recipient, date and parties. Left out: the `style` that the
   * document names, or else the plain look.
   */
  readonly style?: DocumentStyleName | undefined
  /**
   * Encoding of a Markdown or HTML file where you know it, such as `windows-1252`. It overrides what the file says, except for a
   * byte order mark. Default: the encoding in `contentType`, then the one that the file names, then UTF-8.
   */
  readonly charset?: string | undefined
  /** Name of the file, which becomes the title of a PDF whose document has neither title nor heading. */
  readonly fileName?: string | undefined
  /**
   * How much work and memory HTML or Markdown may take. Both are counted before the work is done; beyond the limit, the
   * conversion is refused (`document_too_complex`). Left out: in proportion to the length of the file, at most 250 million steps
   * and 1.1 GB.
   */
  readonly budget?: ChosenLimits | undefined
  /**
   * Fonts in addition to those of the package. They take precedence over substitutes, and columns of a DOCX are measured with
   * them as well.
   */
  readonly fonts?: readonly FontSource[] | undefined
}

/** A converted file, with warnings about what it does not show as the source does. */
export interface Conversion {
  readonly bytes: Uint8Array
  readonly warnings: readonly string[]
}

/** The files of a DOCX before they are put into an archive, with warnings about what they do not show. */
export interface DocxFiles {
  readonly files: readonly PartFile[]
  readonly warnings: readonly string[]
}

/**
 * Makes a file of one format from a file of another.
 *
 * @param pace lets the event loop turn, and receives the progress. Left out: a pace with the signal only.
 */
export type Converter = (input: Uint8Array, options: ConverterOptions, pace?: Pace) => Promise<Conversion>

/** Makes the files of a DOCX, as a {@link Converter} makes the whole. */
export type FilesConverter = (input: Uint8Array, options: ConverterOptions, pace?: Pace) => Promise<DocxFiles>

/** Converters, with keys of the form `from>to`. */
export type ConverterTable = ReadonlyMap<`${SourceFormat}>${TargetFormat}`, Converter>

/** Converters to text formats, with keys of the form `from>to`. */
export type TextConverterTable = ReadonlyMap<`${SourceFormat}>${TextFormat}`, Converter>

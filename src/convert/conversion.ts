/**
 * What a conversion takes and gives.
 *
 * @module
 */

import type { PartFile } from '../ooxml/package/part-files.js'
import type { Pace } from '../pace/pace.js'
import type { FontSource } from '../typeset/fonts.js'
import type { ConformanceChoice } from '../typeset/painting.js'
import type { ConversionLimits } from './conversion-budget.js'
import type { DocxWriterOptions } from './docx-writer/write-docx.js'
import type { PageOptions } from './html/read-html.js'
import type { DocumentStyleName } from './looks/look-names.js'
import type { MarkdownExtensionChoice } from './markdown/extension-names.js'
import type { ReviewOptions } from './review-options.js'

/** What can be converted. */
export type SourceFormat = 'docx' | 'md' | 'html'
/** What it can become. */
export type TargetFormat = 'pdf' | 'docx'
/** What a library call can make besides that. */
export type TextFormat = 'html' | 'md'

/**
 * Options of conversions: fonts for PDF, how a DOCX under review is treated, and, for Markdown and HTML, the appearance
 * of the document and where images come from.
 */
export interface ConverterOptions extends DocxWriterOptions, ReviewOptions, PageOptions {
  /**
   * The standard that a PDF has to follow, or an archive and an accessible one together, such as
   * `['PDF/A-2u', 'PDF/UA-1']`; what cannot follow is refused (`cannot_conform`). Left out: PDF/A-3u, which the file
   * claims where it can. All PDFs are tagged.
   */
  readonly conformance?: ConformanceChoice
  /**
   * Title of the result. Left out: the document's own, and for a PDF else its first heading, the name of its file or its
   * first words.
   */
  readonly title?: string
  /**
   * Extensions of Markdown that change what some text of CommonMark means, such as `['definition-lists', 'attributes']`;
   * `['all']` for all. Tables, task lists, alerts, footnotes, math and `[toc]` are always read. Default: none. Front matter
   * may name more under `markdown-extensions`.
   */
  readonly markdownExtensions?: readonly MarkdownExtensionChoice[]
  /**
   * A built-in look for Markdown, and for HTML without a look of its own: `letter`, `report` or `contract`. Front matter and
   * `meta` elements say what it shows: sender, recipient, date, parties and the like. Left out: what the document itself
   * names as its `style`, or else the plain look.
   */
  readonly style?: DocumentStyleName
  /**
   * Encoding of a Markdown or HTML file where you know it, such as `windows-1252`: it goes before what the file says, except for
   * a byte order mark. Default: what `contentType` says, then what the file says, then UTF-8.
   */
  readonly charset?: string
  /** Gives a PDF its title where the document has neither title nor heading. */
  readonly fileName?: string
  /**
   * How much work and memory HTML or Markdown may take, counted before it is done; past it the conversion is refused
   * (`document_too_complex`). Left out: in step with the length of the file, at most 250 million steps and 1.1 GB.
   */
  readonly budget?: Partial<ConversionLimits>
  /**
   * Fonts in addition to those that come with the package; they take precedence over any substitute. Columns of a DOCX are
   * measured with them, too.
   */
  readonly fonts?: readonly FontSource[]
}

/** A converted file, and warnings about what it does not show as the source does. */
export interface Conversion {
  readonly bytes: Uint8Array
  readonly warnings: readonly string[]
}

/** The files of a DOCX that was not put into an archive, and warnings about what it does not show. */
export interface DocxFiles {
  readonly files: readonly PartFile[]
  readonly warnings: readonly string[]
}

/**
 * Makes a file of one format from a file of another.
 *
 * @param pace lets the event loop turn, and is told how far the conversion is. Left out: one with the signal alone.
 */
export type Converter = (input: Uint8Array, options: ConverterOptions, pace?: Pace) => Promise<Conversion>

/** Converters by `from>to`. */
export type ConverterTable = ReadonlyMap<`${SourceFormat}>${TargetFormat}`, Converter>

/** Converters to text, by `from>to`. */
export type TextConverterTable = ReadonlyMap<`${SourceFormat}>${TextFormat}`, Converter>

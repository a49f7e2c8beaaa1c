/**
 * What a conversion takes and gives.
 *
 * @module
 */

import type { FontSource } from '../typeset/fonts/font-face.js'

/** What can be converted. */
export type SourceFormat = 'docx' | 'md' | 'html'
/** What it can become. */
export type TargetFormat = 'pdf' | 'docx'

/** What converting may be told. */
export interface ConverterOptions {
  readonly signal?: AbortSignal
  /** Fonts beside those that come with the package; they go before any substitute. */
  readonly fonts?: readonly FontSource[]
}

/** A converted file, and what it does not show as the source does. */
export interface Conversion {
  readonly bytes: Uint8Array
  readonly warnings: readonly string[]
}

/** Makes a file of one format from a file of another. */
export type Converter = (input: Uint8Array, options: ConverterOptions) => Promise<Conversion>

/** Converters by `from>to`. */
export type ConverterTable = ReadonlyMap<`${SourceFormat}>${TargetFormat}`, Converter>

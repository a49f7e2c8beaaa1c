/**
 * What an interpreter could not interpret. Nothing of it is an exception: whoever judges a drawing decides what not
 * knowing means.
 *
 * @module
 */
import { CONTENT_LIMITS } from './content-limits.js'

/** Why something is unknown. */
export type UnknownCode =
  /** An operator that ISO 32000-2, annex A does not have, outside of BX and EX. */
  | 'unknown_operator'
  /** Too few or too many operands, or of another type: viewers differ in what they make of it. */
  | 'malformed_operands'
  /** Bytes that are no token of a content stream. */
  | 'malformed_content'
  /** A name that the resources lack. */
  | 'missing_resource'
  /** A stream or an object that cannot be read. */
  | 'unreadable'
  /** A budget or a limit was reached: the rest was not drawn. */
  | 'limit'
  /** An operator where it does not belong, such as text outside of a text object; q without Q. */
  | 'misplaced_operator'
  /** A font without a usable encoding or widths. */
  | 'font'
  /** A colour space, function or colour that is not understood. */
  | 'colour'
  /** A blend mode, soft mask or transfer function whose effect is not computed. */
  | 'transparency'
  /** An image whose mask is compressed in a way that is not decoded here. */
  | 'image'
  /** A pattern or shading whose look is not computed. */
  | 'pattern'
  /** Optional content whose visibility hangs on the viewer. */
  | 'optional_content'
  /** Matrices, boxes or clipping paths that are degenerate, or kept only roughly. */
  | 'geometry'

/** Something that is unknown, and where. */
export interface UnknownContent {
  readonly code: UnknownCode
  /** A sentence fragment in English, such as `the operator "xx" does not exist`. */
  readonly detail: string
  /** Names of the forms, patterns and glyphs that lead there, such as `/Fm0`; empty for the content itself. */
  readonly path: string
  /** Byte offset in the decoded content. */
  readonly offset: number
}

/** Gathers what is unknown, up to a limit; the same thing at the same path is listed once. */
export class UnknownLog {
  readonly #items: UnknownContent[] = []
  readonly #seen = new Set<string>()

  get items(): readonly UnknownContent[] {
    return this.#items
  }

  add(code: UnknownCode, detail: string, path: string, offset: number): void {
    if (this.#items.length >= CONTENT_LIMITS.maxUnknown) return
    const key = `${code} ${path} ${detail}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#items.push({ code, detail, path, offset })
  }
}

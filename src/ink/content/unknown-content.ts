/**
 * Records what could not be interpreted. Nothing is thrown: the code that judges a drawing decides what the gaps mean.
 *
 * @module
 */

import { areaOf, type Box, uniteBoxes } from '../../pdf/matrix.js'
import { CONTENT_LIMITS } from './content-limits.js'

/** Why something is unknown. */
export type UnknownCode =
  /** An operator that ISO 32000-2, annex A does not have, outside of BX and EX. */
  | 'unknown_operator'
  /** Too few or too many operands, or operands of another type, which viewers treat in different ways. */
  | 'malformed_operands'
  /** Bytes that are no token of a content stream. */
  | 'malformed_content'
  /** A name that the resources lack. */
  | 'missing_resource'
  /** A stream or an object that cannot be read. */
  | 'unreadable'
  /** A budget or a limit was reached, and the rest was not drawn. */
  | 'limit'
  /** An operator where it does not belong: text outside of a text object, or q without Q. */
  | 'misplaced_operator'
  /** A font without a usable encoding or widths. */
  | 'font'
  /** A glyph that viewers may paint elsewhere: its outline cannot be read, or viewers take its width from their own font. */
  | 'glyph_place'
  /** A colour space, function or colour that is not understood. */
  | 'colour'
  /** A blend mode or transfer function whose effect is not computed. */
  | 'transparency'
  /** A look that is not computed, of something whose area is known: viewers paint there, and nowhere else. */
  | 'unread'
  /** An image whose mask is compressed in a way that is not decoded here. */
  | 'image'
  /** Optional content whose visibility depends on the viewer. */
  | 'optional_content'
  /** Matrices, boxes or clipping paths that are degenerate, or kept only roughly. */
  | 'geometry'

export interface UnknownContent {
  readonly code: UnknownCode
  /** A sentence fragment in English, such as `the operator "xx" does not exist`. */
  readonly detail: string
  /** Names of the forms, patterns and glyphs that lead there, such as `/Fm0`; empty for the content itself. */
  readonly path: string
  /** Byte offset in the decoded content. */
  readonly offset: number
  /** The part of the page that it concerns; `undefined` for all of it. */
  readonly box?: Box | undefined
}

/**
 * Collects unknown content up to a limit. The same detail at the same path and place is listed once. After the limit each new
 * code is still listed, so that many minor entries cannot hide it.
 */
export class UnknownLog {
  readonly #items: UnknownContent[] = []
  readonly #seen = new Set<string>()
  readonly #codes = new Set<UnknownCode>()
  #last: (UnknownContent & { box: Box }) | undefined
  #places = 0

  get items(): readonly UnknownContent[] {
    return this.#items
  }

  /** @param box The part of the page that it concerns. Places that lie close together are listed as one. */
  add(code: UnknownCode, detail: string, path: string, offset: number, box?: Box): void {
    const isFull = this.#items.length >= CONTENT_LIMITS.maxUnknown - RESERVED
    const bounded = box?.every(Number.isFinite) ? box : undefined
    if (bounded !== undefined && this.#joins(code, bounded, isFull)) return
    if (isFull && this.#codes.has(code)) return
    const place = isFull ? undefined : bounded
    const key = `${code} ${path} ${detail} ${place?.join(' ') ?? ''}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    if (place === undefined) this.#codes.add(code)
    const item = { code, detail, path, offset }
    this.#items.push(place === undefined ? item : this.#place({ ...item, box: place }))
  }

  #place(item: UnknownContent & { box: Box }): UnknownContent {
    this.#last = item
    this.#places++
    return item
  }

  /** Adds the place to the one listed last, if both are close together or the list is full. */
  #joins(code: UnknownCode, box: Box, isFull: boolean): boolean {
    const last = this.#last
    if (last === undefined || last.code !== code) return false
    const both = uniteBoxes(last.box, box)
    const isClose = areaOf(both) <= ROOM * (areaOf(last.box) + areaOf(box))
    if (!isClose && !isFull && this.#places < MAX_PLACES) return false
    last.box = both
    return true
  }
}

/** Entries that are reserved for codes that come late. There are fewer codes than this. */
const RESERVED = 20
/** Places that are listed separately: the lines of a page. Further ones are joined to the last. */
const MAX_PLACES = 60
/** Two places are joined when the box around both is at most this many times as large as they are together. */
const ROOM = 1.3

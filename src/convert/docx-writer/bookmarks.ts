/**
 * Bookmarks of a DOCX, under names that Word accepts.
 *
 * @module
 */

import { createHash } from '../../platform/hashes.js'

/** Longest name of a bookmark that Word accepts, in characters (ECMA-376-1, 17.13.6.2, and MS-OI29500, 2.1.362). */
const MAX_NAME_LENGTH = 40

/** Maps names in the source to names that Word accepts, and records which bookmarks were written. */
export class WrittenBookmarks {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #set = new Set<string>()
  #nextId = 0

  /** The name in the document for a name in the source. Equal names stay equal, and different names stay different. */
  nameOf(source: string): string {
    const known = this.#names.get(source)
    if (known !== undefined) return known
    let name = isBookmarkName(source) ? source : shortened(source)
    // Word ignores case when it compares bookmarks.
    if (this.#taken.has(name.toLowerCase())) name = shortened(source)
    this.#taken.add(name.toLowerCase())
    this.#names.set(source, name)
    return name
  }

  /** An empty bookmark, or one around `content`. Only the first bookmark of a name is written. */
  xml(source: string, content = ''): string {
    const name = this.nameOf(source)
    if (this.#set.has(name)) return content
    this.#set.add(name)
    const id = this.#nextId++
    return `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`
  }
}

function isBookmarkName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)
}

function shortened(source: string): string {
  const readable = source.replace(/[^\p{L}\p{N}_.-]+/gu, '_').slice(0, 24)
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 10)
  return `b_${readable.replace(/\p{Surrogate}/gu, '')}_${digest}`
}

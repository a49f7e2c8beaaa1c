/**
 * Where documents come from and where results go.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { BATCH_LIMITS } from './batch-limits.js'

/** What is known of a document without reading it. */
export interface DocumentFacts {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Differs whenever the content differs: an entity tag, or size and time. */
  readonly version: string
}

/** A document as it was read. */
export interface StoredDocument {
  readonly bytes: Uint8Array
  readonly version: string
}

/** How a store is asked. */
export interface StoreCall {
  /**
   * Whether the thread has nothing else to do: what takes no longer than handing it to another thread may then be done in it.
   * Default false.
   */
  readonly mayBlock?: boolean
}

/** How a document is read. */
export interface ReadOptions extends StoreCall {
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

/** How a document is written. */
export interface WriteOptions extends StoreCall {
  readonly contentType: string
  /** Id of the job that writes: what earlier tries of it left unfinished can be told by it. */
  readonly job: string
  readonly signal?: AbortSignal
}

/**
 * A place for documents. Names are paths with `/`, relative, without `.` and `..`: see {@link assertDocumentName}, which
 * every method calls.
 *
 * Methods reject with SealwrightError `document_not_found`, `file_too_large`, `invalid_request` for a name that is none,
 * and with whatever the medium throws, which counts as a temporary failure.
 */
export interface DocumentStore {
  /** Whole, unless it has more bytes than that. */
  read(name: string, options: ReadOptions): Promise<StoredDocument>
  /** Null where there is none. */
  stat(name: string, options?: StoreCall): Promise<DocumentFacts | null>
  /**
   * Writes a document that is seen whole or not at all, whenever the process or the machine ends. One that is there already
   * stays as it is: the answer is then `exists`.
   */
  write(name: string, bytes: Uint8Array, options: WriteOptions): Promise<'written' | 'exists'>
  /** All documents in a folder and those below it; `''` for all. */
  list(folder: string): AsyncIterable<DocumentFacts>
  /** A document that is not there is no error. */
  remove(name: string): Promise<void>
  /**
   * Removes a folder with all that is in it and below it, and folders around it that are then empty. One that is not there is no
   * error. Stores without folders need not implement it: their documents are then removed one by one.
   */
  removeFolder?(folder: string): Promise<void>
  /**
   * Removes what writers that were killed left behind: that of a job, where one is named, and what is older than anybody can
   * still be writing. Stores that leave nothing behind need not implement it.
   */
  tidy?(job?: string): Promise<void>
}

/** Control characters, halves of surrogate pairs, the backslash, and what Windows reserves for drives and streams. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\\:]/u

/**
 * Checks a document's name: parts separated by `/`, none of them empty, `.` or `..`, none beginning with `.drafts`.
 *
 * @throws SealwrightError `invalid_request`
 */
export function assertDocumentName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || name === '') throw invalid('A document needs a name.')
  if (Buffer.byteLength(name) > BATCH_LIMITS.maxDocumentNameBytes) throw invalid('The name of a document is too long.')
  if (FORBIDDEN.test(name)) throw invalid('The name of a document may not hold control characters, "\\" or ":".')
  for (const part of name.split('/')) {
    if (part === '' || part === '.' || part === '..') {
      throw invalid('The name of a document may not be absolute, end in "/" or have empty parts, "." or "..".')
    }
    if (part === DRAFTS_FOLDER) throw invalid(`"${DRAFTS_FOLDER}" is where results are written.`)
    if (Buffer.byteLength(part) > BATCH_LIMITS.maxDocumentNamePartBytes) {
      throw invalid('A part of the name of a document is too long.')
    }
  }
}

/** Where stores that need one keep what is not whole yet. */
export const DRAFTS_FOLDER = '.drafts'

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}

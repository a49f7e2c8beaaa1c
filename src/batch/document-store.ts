/**
 * The interface of stores of documents and results.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { BATCH_LIMITS } from './batch-limits.js'

/** Facts about a document, without its bytes. */
export interface DocumentFacts {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** A text that differs whenever the content differs: an entity tag, or size and time. */
  readonly version: string
}

/** A document that was read, with its bytes. */
export interface StoredDocument {
  readonly bytes: Uint8Array
  readonly version: string
}

/** Options of a call of a store. */
export interface StoreCall {
  /**
   * Whether the thread does nothing else. The store may then block it for work that takes no longer than giving it to another
   * thread. Default false.
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
  /** Id of the job that writes. By it, unfinished files of the job's earlier attempts are recognised. */
  readonly job: string
  readonly signal?: AbortSignal
}

/**
 * A store of documents. Names are relative paths with `/`, without `.` and `..`. Every method checks its names with
 * {@link assertDocumentName}.
 *
 * Methods reject with SealwrightError `document_not_found`, `file_too_large`, `invalid_request` for an invalid name, and with
 * whatever the medium throws, which counts as a temporary failure.
 */
export interface DocumentStore {
  /** Reads a document as a whole, unless it has more than `maxBytes`. */
  read(name: string, options: ReadOptions): Promise<StoredDocument>
  /** Facts about a document; null where it does not exist. */
  stat(name: string, options?: StoreCall): Promise<DocumentFacts | null>
  /**
   * Writes a document atomically: whenever the process or the machine ends, others see the whole document or nothing. An
   * existing document stays unchanged, and the answer is `exists`.
   */
  write(name: string, bytes: Uint8Array, options: WriteOptions): Promise<'written' | 'exists'>
  /** All documents in a folder and its subfolders; `''` for all. */
  list(folder: string): AsyncIterable<DocumentFacts>
  /** Removes a document. A missing document is not an error. */
  remove(name: string): Promise<void>
  /**
   * Removes a folder with everything in it, and parent folders that are empty then. A missing folder is not an error. Stores
   * without folders need not implement this method: their documents are then removed one by one.
   */
  removeFolder?(folder: string): Promise<void>
  /**
   * Removes unfinished files that killed writers left behind: those of `job` if it is given, and those so old that nobody can
   * still be writing them. Stores that leave nothing behind need not implement this method.
   */
  tidy?(job?: string): Promise<void>
}

/**
 * Characters that no name may contain: control characters, halves of surrogate pairs, the backslash, and the colon, which
 * Windows reserves for drives and streams.
 */
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

/** Folder for unfinished files, in stores that need one. */
export const DRAFTS_FOLDER = '.drafts'

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}

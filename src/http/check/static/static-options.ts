/**
 * What the verification page on a static host is made of, and by.
 *
 * @module
 */

import type { VerifySettings } from '../../../jobs/document-job.js'

/** How the page verifies. */
export interface CheckPageFilesOptions {
  /** Options of verifyDocument: anchors and policy, which stand in the page for everybody to see. */
  readonly verify?: Omit<VerifySettings, 'proofs' | 'fetchRevocation' | 'onProgress'>
  /** Largest file that it takes, in bytes. Default 25 MB. */
  readonly maxBytes?: number
}

/** A file of the page. */
export interface CheckPageFile {
  /** Below the folder of the page, with `/` between folders. */
  readonly path: string
  readonly bytes: Uint8Array
}

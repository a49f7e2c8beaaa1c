/**
 * Options and output of the verification page for a static host.
 *
 * @module
 */

import type { VerifySettings } from '../../../jobs/document-job.js'

/** How the page verifies. */
export interface CheckPageFilesOptions {
  /** Options of verifyDocument. The anchors and the policy are part of the page and visible to everyone. */
  readonly verify?: Omit<VerifySettings, 'proofs' | 'fetchRevocation' | 'onProgress'> | undefined
  /** Largest file that the page accepts, in bytes. Default 25 MB. */
  readonly maxBytes?: number | undefined
}

/** A file of the page. */
export interface CheckPageFile {
  /** Path below the folder of the page, with `/` between folders. */
  readonly path: string
  readonly bytes: Uint8Array
}

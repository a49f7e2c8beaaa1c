/**
 * verifyDocument for cases in which it must not throw anything but a refusal.
 *
 * @module
 */

import { SealwrightError, verifyDocument } from '../../../src/index.js'

/** The part of a report that cases look at. A file that is refused counts as not valid. */
export interface Verdict {
  readonly valid: boolean
  readonly reason: string
  readonly statuses: readonly string[]
}

/** What verifyDocument may throw about a document. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid_document', 'document_encrypted', 'document_too_complex'])

/**
 * Verifies a document.
 *
 * @throws whatever verifyDocument throws and may not
 */
export async function verdictOf(bytes: Uint8Array): Promise<Verdict> {
  try {
    const { valid, reason, signers } = await verifyDocument(bytes)
    return { valid, reason, statuses: signers.map(({ status }) => status) }
  } catch (error) {
    if (!(error instanceof SealwrightError) || !REFUSALS.has(error.code)) throw error
    return { valid: false, reason: error.message, statuses: [] }
  }
}

/**
 * verifyDocument for cases in which it must not throw anything but a refusal of what is no PDF.
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

/**
 * Verifies a document.
 *
 * @throws whatever verifyDocument throws and may not: anything but `invalid_document`
 */
export async function verdictOf(bytes: Uint8Array): Promise<Verdict> {
  try {
    const { valid, reason, signers } = await verifyDocument(bytes)
    return { valid, reason, statuses: signers.map(({ status }) => status) }
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_document') throw error
    return { valid: false, reason: error.message, statuses: [] }
  }
}

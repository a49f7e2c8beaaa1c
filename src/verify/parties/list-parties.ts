/**
 * listParties: who has signed a document, and who has not.
 *
 * @module
 */
import type { FileInput } from '../../input/read-input.js'
import type { PartyState, VerificationReport } from '../report.js'
import { verifyDocument } from '../verify-document.js'
import type { VerifyOptions } from '../verify-options.js'

/** Who has signed a document, and who has not. */
export interface PartiesReport {
  /** Whether the document can be relied on: `valid` of verifyDocument. */
  readonly valid: boolean
  /** One sentence; for an invalid document the first decisive fault. */
  readonly reason: string
  /** Whether the document is valid and everybody has signed. */
  readonly complete: boolean
  /** In the order of their rows; empty for a document without rows. */
  readonly parties: readonly PartyState[]
}

/**
 * Tells who of the parties of a document has signed, and who has not. The document is verified for that, so that a row
 * that only looks as if it were signed does not count.
 *
 * @param input The PDF: its bytes, a Blob, a stream or an async iterable of bytes.
 * @param options Those of verifyDocument.
 * @throws SealwrightError as verifyDocument
 * @example
 * ```ts
 * const { complete, parties } = await listParties(bytes)
 * const waiting = parties.filter(({ state }) => state === 'unsigned').map(({ email }) => email)
 * ```
 */
export async function listParties(input: FileInput, options: VerifyOptions = {}): Promise<PartiesReport> {
  return partiesOf(await verifyDocument(input, options))
}

/** The parties in a report. */
export function partiesOf({ valid, reason, document }: VerificationReport): PartiesReport {
  const { parties = [] } = document
  const complete = valid && parties.length > 0 && parties.every(({ state }) => state === 'signed')
  return { valid, reason, complete, parties }
}

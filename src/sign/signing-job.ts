/**
 * One call of signDocument.
 *
 * @module
 */
import type { Pace } from '../pace/pace.js'
import type { CmsSigner } from './identity/cms-signer.js'
import type { ParsedSignRequest } from './request/request.js'
import type { SignOptions } from './sign-options.js'
import type { SigningSource } from './signing-source.js'

/** What is signed, for whom, how and when; equal for all attempts. */
export interface SigningJob {
  /** The PDF to sign, and what it was made from. */
  readonly source: SigningSource
  readonly request: ParsedSignRequest
  readonly options: SignOptions
  readonly now: Date
  readonly signer: CmsSigner
  /** True when the signer's certificate was made for this signature only. */
  readonly isIssued: boolean
  /** Gives turns to the event loop, and reports progress. */
  readonly pace: Pace
}

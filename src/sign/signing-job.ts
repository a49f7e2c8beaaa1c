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

/** What is signed, for whom, with what and when. The same for every try. */
export interface SigningJob {
  /** The PDF to sign, and what it was made from. */
  readonly source: SigningSource
  readonly request: ParsedSignRequest
  readonly options: SignOptions
  readonly now: Date
  readonly signer: CmsSigner
  /** The signer's certificate was made for this signature alone. */
  readonly isIssued: boolean
  /** Lets the event loop turn, and is told how far the call is. */
  readonly pace: Pace
}

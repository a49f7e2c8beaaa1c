/**
 * The state of a signature between its two steps, authenticated so that nobody else can have written it.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { isBytes } from '../../input/foreign-values.js'
import { jsonText } from '../../input/json-text.js'
import { createHmac, hash, timingSafeEqual } from '../../platform/hashes.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import type { SignatureAlgorithm } from '../identity/identity.js'
import type { RecordFacts } from '../seal-document.js'
import { TWO_PHASE_LIMITS } from './two-phase-limits.js'

const STATE_VERSION = 2

/** Contents of the state, with bytes in base64. */
export interface SigningState {
  /** Version, increased whenever the contents change, since hosts may be updated between the two steps. */
  readonly version: typeof STATE_VERSION
  /** Time of sealing, in milliseconds since 1970. */
  readonly sealedAt: number
  readonly expiresAt: number
  readonly certificates: readonly string[]
  readonly algorithm: SignatureAlgorithm
  /** Digest over the ByteRange, as in the signed attributes. */
  readonly digest: string
  /** SHA-256 of the prepared document, in hexadecimal. */
  readonly documentSha256: string
  /** Start of the increment, in bytes. */
  readonly inputLength: number
  /** Position of /Contents in the increment. */
  readonly contentsOffset: number
  /** Largest size of the CMS, in bytes. */
  readonly maxBytes: number
  /** SHA-256 of the certificate of the time-stamping authority for which the document holds validation data. */
  readonly authoritySha256?: string
  /** Address of the authority that the field requests. */
  readonly authorityUrl?: string
  /** Signed attributes beyond those of every signature, for example a content time stamp. */
  readonly signedAttributes: readonly string[]
  /** Facts about the audit record for the result. */
  readonly record: RecordFacts
  readonly level: PadesLevel
  /** Lowest permitted level. */
  readonly leastLevel: PadesLevel
  /** True when /VRI is written, in a revision of its own. */
  readonly vri: boolean
  readonly onUnavailable: 'fail' | 'degrade'
  readonly warnings: readonly string[]
}

const MAC_BYTES = 32

/** Writes a state and seals it. */
export function sealState(facts: Omit<SigningState, 'version'>, secret: Uint8Array | string): Uint8Array {
  const state: SigningState = { version: STATE_VERSION, ...facts }
  const text = new TextEncoder().encode(jsonText(state))
  return new Uint8Array(Buffer.concat([mac(text, secret), text]))
}

/**
 * Opens a state.
 *
 * @throws SealwrightError `signing_state_invalid` when it was written with another secret, changed, or written by another
 *   version; `signing_state_expired`
 */
export function openState(sealed: Uint8Array, secret: Uint8Array | string, now: Date): SigningState {
  if (!isBytes(sealed) || sealed.length > TWO_PHASE_LIMITS.maxStateBytes) throw invalidState()
  const text = sealed.subarray(MAC_BYTES)
  if (sealed.length <= MAC_BYTES || !timingSafeEqual(sealed.subarray(0, MAC_BYTES), mac(text, secret))) {
    throw invalidState()
  }
  const state = parseState(text)
  if (state === undefined) {
    const message = 'The state was written by another version of this library: prepare the signature again.'
    throw new SealwrightError('signing_state_invalid', message)
  }
  if (now.getTime() > state.expiresAt) {
    const end = new Date(state.expiresAt).toISOString()
    throw new SealwrightError('signing_state_expired', `The signature could be completed until ${end}.`)
  }
  return state
}

/** The contents of a state; undefined for one of another version, in any format. */
function parseState(text: Uint8Array): SigningState | undefined {
  try {
    const state = JSON.parse(new TextDecoder().decode(text)) as SigningState | null
    return state?.version === STATE_VERSION ? state : undefined
  } catch {
    return undefined
  }
}

function mac(text: Uint8Array, secret: Uint8Array | string): Uint8Array {
  return createHmac('sha256', secret).update('sealwright signing state 1\n').update(text).digest()
}

function invalidState(): SealwrightError {
  const message = 'The state was changed, or was not written with this secret.'
  return new SealwrightError('signing_state_invalid', message)
}

/** True when these are the bytes that prepareSignature returned. */
export function isPreparedDocument({ documentSha256 }: SigningState, document: Uint8Array): boolean {
  return hash('sha256', document) === documentSha256
}

/** Throws `invalid_request` for an unusable secret. */
export function assertSecret(secret: unknown): asserts secret is Uint8Array | string {
  const length = typeof secret === 'string' ? Buffer.byteLength(secret) : isBytes(secret) ? secret.length : 0
  if (length >= TWO_PHASE_LIMITS.minSecretBytes) return
  const message = `secret must have ${TWO_PHASE_LIMITS.minSecretBytes} bytes or more.`
  throw new SealwrightError('invalid_request', message)
}

/**
 * The second of two steps: the signature goes into its place.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { assertInput, SealwrightError } from '../../errors.js'
import type { DssMaterial } from '../../pdf/dss-writer.js'
import type { ObtainedTimestamp } from '../../trust/timestamping/obtain-timestamp.js'
import { assertValidAt } from '../identity/identity-certificate.js'
import { createSplitSigner } from '../identity/key-signer.js'
import { assertTimestampInValidity } from '../identity/timestamp-demand.js'
import { archive } from '../level/archive.js'
import { describeRevoked, toMaterial } from '../level/gatherer.js'
import { LevelJob } from '../level/level-job.js'
import { assertEvidenceOptions, type EvidenceOptions, reaches } from '../level/level-options.js'
import type { SignedDocument } from '../seal-document.js'
import { readClock } from '../sign-options.js'
import { writeContents } from '../signature-dictionary.js'
import { assertSecret, isPreparedDocument, openState, type SigningState } from './signing-state.js'

/** Options of completeSignature. */
export interface CompleteOptions extends EvidenceOptions {
  /** The document that prepareSignature gave. */
  readonly document: Uint8Array
  /** The secret that it was given. */
  readonly secret: Uint8Array | string
  /** Opens an encrypted document, where its level calls for a revision after the signature's. */
  readonly password?: string | Uint8Array
  readonly now?: () => Date
  readonly signal?: AbortSignal
}

/** See `completeSignature`, which loads this module on its first call. */
export async function completeSealing(
  state: Uint8Array,
  signature: Uint8Array,
  options: CompleteOptions,
): Promise<SignedDocument> {
  assertSecret(options?.secret)
  assertEvidenceOptions(options)
  assertInput(options.document, Number.POSITIVE_INFINITY)
  options.signal?.throwIfAborted()
  if (!(signature instanceof Uint8Array)) {
    throw new SealwrightError('invalid_request', 'The signature must be given as a Uint8Array.')
  }
  const now = () => readClock(options)
  const facts = openState(state, options.secret, now())
  if (!isPreparedDocument(facts, options.document)) {
    throw new SealwrightError('signing_state_invalid', 'The document is not the one that was prepared.')
  }
  assertAuthorities(facts, options)
  const certificates = facts.certificates.map(fromBase64)
  const split = createSplitSigner({ certificates, algorithm: facts.algorithm })
  assertValidAt(split.leaf, now())
  const signed = split.finish(split.attributesFor(fromBase64(facts.digest)), signature)
  const { level: wanted, onUnavailable, maxBytes } = facts
  const level = new LevelJob({ ...options, level: wanted, onUnavailable }, now, options.signal)
  const { cms, timestamp } = await level.stamp(signed, maxBytes)
  assertTimestampInValidity(split.leaf, timestamp?.info.time)
  const bytes = options.document.slice()
  writeContents(bytes, facts.inputLength + facts.contentsOffset, cms)
  const late = await gatherLate(level, facts, timestamp)
  const sealed = { bytes, material: undefined, late, vriKey: '' }
  const completed = await archive(sealed, options.password === undefined ? {} : { password: options.password }, level)
  return {
    bytes: completed,
    contentType: 'application/pdf',
    ...facts.record,
    outputSha256: hash('sha256', completed),
    level: level.level,
    warnings: [...facts.warnings, ...level.warnings],
  }
}

/** The document holds data for the authority that was expected; for another one it has to be appended. */
function gatherLate(
  level: LevelJob,
  { authoritySha256 }: SigningState,
  timestamp: ObtainedTimestamp | undefined,
): Promise<DssMaterial | undefined> {
  return level.attempt('B-LT', 'B-T', async () => {
    if (timestamp === undefined || hash('sha256', timestamp.certificate.der) === authoritySha256) return undefined
    const path = await level.gatherer.forAuthority(timestamp.certificate, timestamp.certificates)
    if (path.revoked !== undefined) throw new SealwrightError('timestamp_untrusted', describeRevoked(path))
    return toMaterial([path], timestamp.certificates)
  })
}

function assertAuthorities({ level }: SigningState, { timestampAuthorities = [] }: CompleteOptions): void {
  if (!reaches(level, 'B-T') || timestampAuthorities.length > 0) return
  throw new SealwrightError('invalid_request', `Level ${level} needs timestampAuthorities.`)
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

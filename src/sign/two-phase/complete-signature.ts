/**
 * The second of two steps: inserts the signature.
 *
 * @module
 */

import { ownBytes } from '../../bytes.js'
import { SealwrightError } from '../../errors.js'
import {
  BYTES,
  checkOptions,
  FUNCTION,
  type OptionTable,
  required,
  SIGNAL,
  TEXT_OR_BYTES,
} from '../../input/check-options.js'
import { isBytes } from '../../input/foreign-values.js'
import { readDss } from '../../pdf/catalog.js'
import { PdfDocument } from '../../pdf/document.js'
import { PASSWORD } from '../../pdf/reading.js'
import { type DssMaterial, vriKeyOf } from '../../pdf/writing.js'
import { hash } from '../../platform/hashes.js'
import { mergeMaterial } from '../../trust/gathering.js'
import type { ObtainedTimestamp } from '../../trust/stamping.js'
import { preferAuthority } from '../field/field-demand.js'
import { assertValidAt } from '../identity/identity-certificate.js'
import { createSplitSigner } from '../identity/key-signer.js'
import { assertTimestampInValidity } from '../identity/timestamp-demand.js'
import { archive, paddedTo } from '../level/archive.js'
import { describeRevoked, toMaterial } from '../level/gatherer.js'
import { LevelJob } from '../level/level-job.js'
import { EVIDENCE_OPTIONS, type EvidenceOptions, reaches } from '../level/level-options.js'
import type { SignedDocument } from '../seal-document.js'
import { readClock } from '../sign-options.js'
import { writeContents } from '../signature-dictionary.js'
import { assertSecret, isPreparedDocument, openState, type SigningState } from './signing-state.js'

/** Options of completeSignature. */
export interface CompleteOptions extends EvidenceOptions {
  /** The document from prepareSignature. */
  readonly document: Uint8Array
  /** The secret that was given to prepareSignature. */
  readonly secret: Uint8Array | string
  /** Opens an encrypted document, if its level needs a revision after the signature's. */
  readonly password?: string | Uint8Array | undefined
  readonly now?: (() => Date) | undefined
  readonly signal?: AbortSignal | undefined
}

const COMPLETE_OPTIONS: OptionTable<CompleteOptions> = {
  ...EVIDENCE_OPTIONS,
  document: required(BYTES),
  secret: required(TEXT_OR_BYTES),
  password: PASSWORD,
  now: FUNCTION,
  signal: SIGNAL,
}

/** See `completeSignature`, which loads this module on its first call. */
export async function completeSealing(
  state: Uint8Array,
  signature: Uint8Array,
  options: CompleteOptions,
): Promise<SignedDocument> {
  checkOptions(options, COMPLETE_OPTIONS)
  assertSecret(options.secret)
  options.signal?.throwIfAborted()
  if (!isBytes(signature)) {
    throw new SealwrightError('invalid_request', 'The signature must be given as a Uint8Array.')
  }
  const now = () => readClock(options)
  const facts = openPrepared(state, options, now())
  const certificates = facts.certificates.map(fromBase64)
  const split = createSplitSigner({ certificates, algorithm: facts.algorithm })
  assertValidAt(split.leaf, now())
  const extra = facts.signedAttributes.map(fromBase64)
  const signed = split.finish(split.attributesFor(fromBase64(facts.digest), extra), signature)
  const { level: wanted, leastLevel, onUnavailable, maxBytes, vri } = facts
  const authorities = preferAuthority(options.timestampAuthorities ?? [], facts.authorityUrl)
  const settings = { ...options, timestampAuthorities: authorities, level: wanted, onUnavailable }
  const level = new LevelJob(settings, now, options.signal, leastLevel)
  const { cms, timestamp } = await level.stamp(signed, maxBytes)
  assertTimestampInValidity(split.leaf, timestamp?.info.time)
  const bytes = options.document.slice()
  writeContents(bytes, facts.inputLength + facts.contentsOffset, cms)
  const late = await gatherLate(level, facts, timestamp)
  const { password } = options
  const material = vri && level.needs('B-LT') ? materialOf(bytes, password, late) : undefined
  const sealed = { bytes, material, late: vri ? undefined : late, vriKey: vriKeyOf(paddedTo(maxBytes, cms)) }
  const completed = await archive(sealed, { vri, ...(password === undefined ? {} : { password }) }, level)
  return {
    bytes: ownBytes(completed),
    contentType: 'application/pdf',
    ...facts.record,
    outputSha256: hash('sha256', completed),
    level: level.level,
    warnings: [...facts.warnings, ...level.warnings],
  }
}

/** The prepared state, if it belongs to the document and the needed authorities are there. */
function openPrepared(state: Uint8Array, options: CompleteOptions, now: Date): ReturnType<typeof openState> {
  const facts = openState(state, options.secret, now)
  if (!isPreparedDocument(facts, options.document)) {
    throw new SealwrightError('signing_state_invalid', 'The document is not the one that was prepared.')
  }
  assertAuthorities(facts, options)
  return facts
}

/** All validation data, from the document security store and gathered later, which only /VRI needs. */
function materialOf(
  bytes: Uint8Array,
  password: CompleteOptions['password'],
  late: DssMaterial | undefined,
): DssMaterial {
  const stored = readDss(PdfDocument.open(bytes, password === undefined ? {} : { password }))
  return mergeMaterial([stored, ...(late ? [late] : [])])
}

/** Gathers data for an unexpected authority, which has to be appended. The document holds that of the expected one. */
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

/**
 * Finds the reading of a SignerInfo that its signature value matches. Signers differ in which of two named hashes they use,
 * and in the order of the signed attributes.
 *
 * @module
 */

import {
  checkSignature,
  type DigestAlgorithm,
  isCurveOfKey,
  type PublicKeyInfo,
  type SignatureCheck,
  type SignatureScheme,
} from '../../cms/algorithms.js'
import { readDer, TAG } from '../../cms/asn1.js'
import { sortSignedAttrs } from '../../cms/messages.js'
import { INTEGRITY_TEXTS } from './integrity-texts.js'

/** A signature value with everything that it may be over. */
interface ValueInput {
  readonly scheme: SignatureScheme
  readonly digest: DigestAlgorithm | undefined
  readonly publicKey: PublicKeyInfo
  readonly parts: readonly Uint8Array[]
  readonly signature: Uint8Array
}

/** The reading that a value matches. */
interface ValueOutcome {
  readonly outcome: SignatureCheck
  /** The hash that was used. */
  readonly hashed?: DigestAlgorithm | undefined
  /** For attributes that are not in DER order: whether the signature is over them in DER order, or as written. */
  readonly order?: 'sorted' | 'written' | undefined
}

/** Tries the readings of a SignerInfo that standards and common signers use, beginning with those of the standards. */
export function compareValue(input: ValueInput, signedAttrsDer: Uint8Array | undefined): ValueOutcome {
  const sorted = signedAttrsDer === undefined ? undefined : sortSignedAttrs(signedAttrsDer)
  let outcome: SignatureCheck = 'mismatch'
  for (const [parts, order] of [
    ...(sorted === undefined ? [] : [[[sorted], 'sorted'] as const]),
    [input.parts, 'written'] as const,
  ]) {
    for (const scheme of schemesOf(input)) {
      outcome = checkSignature(scheme, input.publicKey, parts, input.signature)
      if (outcome === 'unsupported') return { outcome }
      if (outcome === 'match') return { outcome, hashed: scheme.digest, order: sorted && order }
    }
  }
  return { outcome }
}

/**
 * Signature schemes to try. Some signers hash with the digest algorithm whatever the signature algorithm says, as OpenSSL did
 * for years.
 */
function schemesOf({ scheme, digest }: ValueInput): SignatureScheme[] {
  const isOtherHash = scheme.digest !== undefined && scheme.type !== 'rsa-pss' && scheme.digest.name !== digest?.name
  return isOtherHash && digest !== undefined ? [{ ...scheme, digest }, scheme] : [scheme]
}

/** Why a signature value does not match, as far as its form tells. */
export function explainMismatch(scheme: SignatureScheme, publicKey: PublicKeyInfo, signature: Uint8Array): string {
  if (!isCurveOfKey(scheme, publicKey)) return INTEGRITY_TEXTS.curve_mismatch
  const isPlain = scheme.type === 'ecdsa' && !scheme.plain && isPlainValue(publicKey, signature)
  return isPlain ? INTEGRITY_TEXTS.signature_plain : INTEGRITY_TEXTS.signature_mismatch
}

/** True for a value in the form of BSI TR-03111, 5.2.1: two numbers as long as the order of the curve. */
function isPlainValue({ kind }: PublicKeyInfo, signature: Uint8Array): boolean {
  if (kind.type !== 'ec' || kind.bits === undefined || signature.length !== 2 * Math.ceil(kind.bits / 8)) return false
  try {
    return readDer(signature).tag !== TAG.sequence
  } catch {
    return true
  }
}

/**
 * Issues one key with its certificate for one document. Loaded on first use, since checking what an authority may issue takes
 * much code.
 *
 * @module
 */

import { checkSignature, readPublicKeyInfo } from '../../cms/algorithms.js'
import { readDer } from '../../cms/asn1.js'
import { type Certificate, encodeCertificate, findPathFault, parseCertificate } from '../../cms/certificates.js'
import type { SigningScheme } from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { IssuedIdentity, IssuedTo, SignatureAlgorithm } from './identity.js'
import { normalizeEcdsaSignature, resolveScheme, toSignatureScheme } from './identity-algorithm.js'
import { callIdentity } from './identity-call.js'
import { createSigner, generateKey } from './identity-local-key.js'
import { encodeOneShotTbs } from './one-shot-certificate.js'

/** A certification authority: its certificate, that one with those above it in DER, and how it signs. */
export interface Authority {
  readonly certificate: Certificate
  readonly certificates: readonly Uint8Array[]
  readonly scheme: SigningScheme
  readonly sign: (data: Uint8Array, options?: { readonly signal?: AbortSignal }) => Promise<Uint8Array> | Uint8Array
}

/** Terms that all certificates of an issuer share. */
export interface OneShotTerms {
  readonly authority: Authority
  readonly keyAlgorithm: SignatureAlgorithm
  readonly policies: readonly string[]
  readonly validitySeconds: number
  readonly backdateSeconds: number
}

/**
 * Makes a key, and has it certified.
 *
 * @throws SealwrightError `signing_failed`, and errors for what the authority's certificate does not permit
 */
export async function issueOneShot(
  { authority, keyAlgorithm, policies, validitySeconds, backdateSeconds }: OneShotTerms,
  signer: IssuedTo,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<IssuedIdentity> {
  const { certificate, certificates, scheme } = authority
  const pair = await generateKey(keyAlgorithm)
  const publicKey = readPublicKeyInfo(readDer(pair.publicKey.export({ type: 'spki', format: 'der' })))
  const keyScheme = resolveScheme(keyAlgorithm, publicKey)
  const notBefore = new Date(now.getTime() - backdateSeconds * 1000)
  const notAfter = new Date(notBefore.getTime() + validitySeconds * 1000)
  const tbs = encodeOneShotTbs({ issuer: certificate, scheme, signer, publicKey, notBefore, notAfter, policies })
  const leaf = encodeCertificate(tbs, scheme, await signTbs(authority, tbs, signal))
  assertSoundPath(leaf, authority, signer, now)
  return forgettable([leaf, ...certificates], keyAlgorithm, createSigner(pair.privateKey, keyScheme))
}

/** The authority's signature, after checking it. */
async function signTbs(
  { certificate, scheme, sign }: Authority,
  tbs: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const raw = await callIdentity(() => sign(tbs.slice(), signal && { signal }), signal)
  const { kind } = certificate.publicKey
  const signature = kind.type === 'ec' && kind.bits !== undefined ? normalizeEcdsaSignature(raw, kind.bits) : raw
  if (checkSignature(toSignatureScheme(scheme), certificate.publicKey, [tbs], signature) !== 'match') {
    throw new SealwrightError('signing_failed', "The issuer's signature does not fit its certificate.")
  }
  return signature
}

/** Refuses what the authority's own certificate forbids: issuing at all, at this time, or for such names (RFC 5280, 6.1). */
function assertSoundPath(leaf: Uint8Array, { certificate }: Authority, signer: IssuedTo, now: Date): void {
  const fault = findPathFault([parseCertificate(leaf), certificate], {
    at: now,
    purpose: 'document-signing',
    maxNameComparisons: CRYPTO_LIMITS.maxNameComparisons,
  })
  if (fault === undefined) return
  if (fault.code === 'certificate_expired' || fault.code === 'certificate_not_yet_valid') {
    throw new SealwrightError(fault.code, 'The certificate of the issuer is not valid at this time.')
  }
  if (fault.code === 'name_not_permitted') {
    throw new SealwrightError(
      'invalid_identity',
      `The name constraints of the issuer do not permit a certificate for ${signer.email}.`,
    )
  }
  throw new SealwrightError(
    'invalid_identity',
    `The issuer may not issue certificates for signing (${fault.code.replaceAll('_', ' ')}).`,
  )
}

/** An identity that can discard its key. */
function forgettable(
  certificates: readonly Uint8Array[],
  algorithm: SignatureAlgorithm,
  signer: ReturnType<typeof createSigner>,
): IssuedIdentity {
  let key: typeof signer | undefined = signer
  return {
    certificates,
    algorithm,
    sign(data, signing) {
      if (key === undefined)
        throw new SealwrightError('signing_failed', 'The one-shot key was used already and has been discarded.')
      return key(data, signing)
    },
    forget() {
      key = undefined
    },
  }
}

/**
 * Signing identities: who signs, and with which key.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** Signature algorithm of an identity. RSASSA-PSS uses MGF1 with the same hash and a salt as long as the hash. */
export type SignatureAlgorithm =
  | {
      readonly name: 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA'
      readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512'
    }
  | { readonly name: 'Ed25519' | 'ML-DSA-44' | 'ML-DSA-65' | 'ML-DSA-87' }

/**
 * A certificate, and a function that signs with its private key. The key itself can be anywhere: in this process, in a
 * KMS or in an HSM.
 *
 * @example
 * ```ts
 * const identity: SigningIdentity = {
 *   certificates: [leafDer, intermediateDer],
 *   algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
 *   sign: (data, options) => kms.sign('RSASSA_PKCS1_V1_5_SHA_256', data, options?.signal),
 * }
 * ```
 */
export interface SigningIdentity {
  /** Certificates in DER: the signer's own first, then its issuers. */
  readonly certificates: readonly Uint8Array[]
  readonly algorithm: SignatureAlgorithm
  /** What verifiers will object to in the certificate, in plain English. The functions that open a key file fill it in. */
  readonly warnings?: readonly string[]
  /**
   * Signs `data` (about 200 to 300 bytes), which includes hashing it. An ECDSA signature may be DER or concatenated r and s.
   * The result is checked against the certificate.
   */
  sign(data: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array> | Uint8Array
}

/** An identity that makes a whole detached CMS signature itself. See {@link identityFromSignpdf}. */
export interface CmsIdentity {
  /** Signs `content` and returns CMS SignedData in DER or BER, without the content inside. */
  signDetached(
    content: Uint8Array,
    options: { readonly signingTime: Date; readonly signal?: AbortSignal },
  ): Promise<Uint8Array>
}

/** The signer that an identity is made for, as the request names it. */
export interface IssuedTo {
  readonly name: string
  readonly email: string
}

/** An identity for one signature. */
export interface IssuedIdentity extends SigningIdentity {
  /** Discards the private key, after which signing fails. Called when the document is sealed, or sealing failed. */
  forget(): void
}

/**
 * Makes an identity for each signature. In the options of signing it replaces a {@link SigningIdentity}. See `oneShotIssuer`.
 */
export interface IdentityIssuer {
  /** Certificates of the issuer in DER: its own first, then those above it. */
  readonly issuerCertificates: readonly Uint8Array[]
  /** Called once for each document, after the request was found valid. */
  issueIdentity(
    signer: IssuedTo,
    options: { readonly now: Date; readonly signal?: AbortSignal },
  ): Promise<IssuedIdentity>
}

/** Options of the functions that open a key file. */
export interface IdentityOptions {
  /** Signature algorithm; by default one that suits the key: SHA-256, or the hash that matches a larger elliptic curve. */
  readonly algorithm?: SignatureAlgorithm | undefined
  readonly signal?: AbortSignal | undefined
}

/** Options of opening a PKCS#12 file. */
export interface Pkcs12Options extends IdentityOptions {
  /** Which of several private keys signs: its alias (friendlyName), in any case. */
  readonly alias?: string | undefined
  /** Which of several private keys signs: the serial number of its certificate, in hexadecimal digits. */
  readonly serialNumber?: string | undefined
}

/** Turns an error about a malformed structure into `invalid_identity`; other errors are returned unchanged. */
export function asIdentityError(error: unknown, message: string): unknown {
  const isMalformed = error instanceof SealwrightError && error.code === 'invalid_asn1'
  return isMalformed ? new SealwrightError('invalid_identity', message, { cause: error }) : error
}

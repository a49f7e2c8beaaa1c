/**
 * Issues a certificate for each signer: a new key and a certificate of ten minutes for every document.
 *
 * @module
 */

import { importPublicKey } from '../../cms/algorithms.js'
import { basicConstraintsOf } from '../../cms/certificates.js'
import { SealwrightError } from '../../errors.js'
import {
  checkOptions,
  FUNCTION,
  listOf,
  must,
  numberFrom,
  type OptionTable,
  required,
  TEXT_OR_BYTES,
} from '../../input/check-options.js'
import { CERTIFICATE_FILES, SIGNATURE_ALGORITHM } from '../../input/identity-checks.js'
import { asIdentityError, type IdentityIssuer, type SignatureAlgorithm } from './identity.js'
import { defaultAlgorithm, resolveScheme } from './identity-algorithm.js'
import type { Authority } from './issue-one-shot.js'
import { readCertificates } from './pem-identity.js'

/** The certification authority that issues, and the terms of its certificates. */
export interface OneShotIssuerOptions {
  /** Certificate of the authority, PEM or DER. */
  readonly certificate: string | Uint8Array
  /** Certificates above it, PEM or DER, which become a part of the signatures. The root may be left out. */
  readonly chain?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined
  /** Signature algorithm of the authority. Default: one that suits its key, as for a {@link SigningIdentity}. */
  readonly algorithm?: SignatureAlgorithm | undefined
  /**
   * Signs the TBSCertificate (about 500 bytes) with the authority's key, which includes hashing it. An ECDSA signature may be
   * DER or concatenated r and s. The result is checked against the authority's certificate.
   */
  sign(data: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array> | Uint8Array
  /** Algorithm of the signers' keys. Default: ECDSA on P-256 with SHA-256. */
  readonly keyAlgorithm?: SignatureAlgorithm | undefined
  /** Length of the validity in seconds, 60 to 86,400. Default 600. */
  readonly validitySeconds?: number | undefined
  /** Seconds of the validity before the clock's time, since clocks differ. Default 60, less than `validitySeconds`. */
  readonly backdateSeconds?: number | undefined
  /** Object identifiers for the certificate policies extension. Default: none. */
  readonly policies?: readonly string[] | undefined
}

const DEFAULT_VALIDITY = 600
const MIN_VALIDITY = 60
/** Longest validity in seconds: a day. A certificate that lives longer needs a way to check its revocation. */
const MAX_VALIDITY = 86_400
const DEFAULT_BACKDATE = 60
const OID_TEXT = /^[0-2](?:\.(?:0|[1-9]\d{0,15}))+$/

const isOid = (value: unknown) => typeof value === 'string' && OID_TEXT.test(value)

const OPTIONS: OptionTable<OneShotIssuerOptions> = {
  certificate: required(TEXT_OR_BYTES),
  chain: CERTIFICATE_FILES,
  algorithm: SIGNATURE_ALGORITHM,
  sign: required(FUNCTION),
  keyAlgorithm: SIGNATURE_ALGORITHM,
  validitySeconds: numberFrom(MIN_VALIDITY, MAX_VALIDITY),
  backdateSeconds: numberFrom(0),
  policies: listOf(must('an object identifier, such as 1.3.6.1.4.1.99999.1', isOid), 'object identifiers'),
}

/**
 * Makes an issuer that gives every signer a key in memory and a certificate of ten minutes in the signer's name and
 * e-mail address, signs one document with it, and forgets the key. In the options of signing and of the API it takes the
 * place of an identity.
 *
 * What is signed so needs a time stamp from inside these ten minutes: without `level` B-T or above, signing is refused
 * with `timestamp_required`. The audit record names the certificate and its issuer. Whoever runs such an authority
 * vouches for the names in its certificates, so the e-mail address must have been verified before.
 *
 * @throws SealwrightError `invalid_identity` when the certificate is not one of an authority or its key cannot sign;
 *   `invalid_request` for options that make no sense
 *
 * @example
 * ```ts
 * import { sign } from 'node:crypto'
 *
 * const identity = oneShotIssuer({
 *   certificate: await readFile('signers-ca.pem'),
 *   chain: await readFile('root.pem'),
 *   sign: (data) => sign('sha256', data, caKey),
 * })
 * await signDocument(pdf, request, { identity, level: 'B-LTA', timestampAuthorities })
 * ```
 */
export function oneShotIssuer(options: OneShotIssuerOptions): IdentityIssuer {
  checkOptions(options, OPTIONS)
  const { keyAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }, policies = [] } = options
  const times = readTimes(options)
  const authority = readAuthority(options)
  return {
    issuerCertificates: authority.certificates,
    async issueIdentity(signer, { now, signal }) {
      signal?.throwIfAborted()
      const { issueOneShot } = await import('./issue-one-shot.js')
      return issueOneShot({ authority, keyAlgorithm, policies, ...times }, signer, now, signal)
    },
  }
}

function readTimes({ validitySeconds = DEFAULT_VALIDITY, backdateSeconds = DEFAULT_BACKDATE }: OneShotIssuerOptions): {
  validitySeconds: number
  backdateSeconds: number
} {
  if (backdateSeconds >= validitySeconds) {
    throw new SealwrightError(
      'invalid_request',
      'backdateSeconds must be a number from 0 to less than validitySeconds.',
    )
  }
  return { validitySeconds, backdateSeconds }
}

function readAuthority(options: OneShotIssuerOptions): Authority {
  const { certificate, chain = [], algorithm } = options
  const [own, ...others] = readCertificates(certificate)
  if (own === undefined) throw new SealwrightError('invalid_identity', 'There is no certificate of the issuer.')
  const above = (Array.isArray(chain) ? chain : [chain]).flatMap(readCertificates)
  try {
    if (basicConstraintsOf(own)?.isCa !== true) {
      throw new SealwrightError('invalid_identity', 'The certificate of the issuer is not one of an authority.')
    }
    // An unusable key is reported now, and not with the first document.
    importPublicKey(own.publicKey)
    return {
      certificate: own,
      certificates: [own, ...others, ...above].map(({ der }) => new Uint8Array(der)),
      sign: (data, signing) => options.sign(data, signing),
      scheme: resolveScheme(algorithm ?? defaultAlgorithm(own.publicKey), own.publicKey),
    }
  } catch (error) {
    throw asIdentityError(error, 'The certificate of the issuer is damaged.')
  }
}

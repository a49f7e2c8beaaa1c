/**
 * Certificates from which paths are built: the host's anchors, and those that came with a document.
 *
 * @module
 */

import { latin1, readPemBlocks } from '../cms/asn1.js'
import { type Certificate, parseCertificate } from '../cms/certificates.js'
import { type DistinguishedName, nameKey } from '../cms/names.js'
import { SealwrightError } from '../errors.js'
import { type Check, invalidOption, listOf, must } from '../input/check-options.js'
import { isBytes } from '../input/foreign-values.js'
import { CRYPTO_LIMITS } from '../limits.js'

/** Certificates, each once, indexed by subject. */
export interface CertificatePool {
  /** Certificates by encoding, one character per byte. */
  readonly byDer: ReadonlyMap<string, Certificate>
  readonly bySubject: ReadonlyMap<string, readonly Certificate[]>
}

/** A pool of these certificates. Those beyond the limit of a pool are left out. */
export function createPool(certificates: readonly Certificate[]): CertificatePool {
  const byDer = new Map<string, Certificate>()
  const bySubject = new Map<string, Certificate[]>()
  for (const certificate of certificates) {
    if (byDer.size >= CRYPTO_LIMITS.maxPoolCertificates) break
    const key = latin1(certificate.der)
    if (byDer.has(key)) continue
    byDer.set(key, certificate)
    const subject = nameKey(certificate.subject)
    const others = bySubject.get(subject)
    if (others === undefined) bySubject.set(subject, [certificate])
    else others.push(certificate)
  }
  return { byDer, bySubject }
}

/** The certificates with this subject. */
export function findBySubject(pool: CertificatePool, subject: DistinguishedName): readonly Certificate[] {
  return pool.bySubject.get(nameKey(subject)) ?? []
}

/** True when exactly this certificate is in the pool. */
export function isInPool(pool: CertificatePool, certificate: Certificate): boolean {
  return pool.byDer.has(latin1(certificate.der))
}

/** Certificates in the forms that callers may give: DER, or PEM with one or more; a list, or a single one. */
export type CertificateSource = Uint8Array | string | readonly (Uint8Array | string)[]

const isOne = (value: unknown): value is Uint8Array | string => typeof value === 'string' || isBytes(value)

const CERTIFICATE_LIST = listOf(must('a certificate: DER in a Uint8Array, or PEM', isOne), 'certificates')

/** Accepted forms of certificates in options. Whether they can be read is checked later. */
export const CERTIFICATES: Check = {
  find: (value, path) => (isOne(value) ? [] : CERTIFICATE_LIST.find(value, path)),
}

/** Certificates as a list. */
export function certificateList(certificates: CertificateSource | undefined): readonly (Uint8Array | string)[] {
  if (certificates === undefined) return []
  return isOne(certificates) ? [certificates] : certificates
}

/**
 * Reads the host's anchors.
 *
 * @param given certificates as DER, or as PEM with one or more each
 * @returns undefined when there are none: trust is then not evaluated
 * @param option name of this option of the caller
 * @throws SealwrightError `invalid_request` when one cannot be read: leaving it out would silently distrust what the host
 *   trusts.
 */
export function readTrustAnchors(given: CertificateSource | undefined, option: string): CertificatePool | undefined {
  const anchors = certificateList(given)
  if (anchors.length === 0) return undefined
  const read = (anchor: Uint8Array | string, index: number) => {
    try {
      return readAnchor(anchor)
    } catch (cause) {
      const reason = cause instanceof SealwrightError ? ` ${cause.message}` : ''
      const place = isOne(given) ? option : `${option}[${index}]`
      const hint = isPath(anchor) ? ' Give the content of the file, not its path.' : reason
      throw invalidOption(
        isOne(given) ? [option] : [option, index],
        `${place} cannot be read as a certificate, in DER or PEM.${hint}`,
        cause,
      )
    }
  }
  return createPool(anchors.flatMap(read))
}

function isPath(anchor: Uint8Array | string): boolean {
  return typeof anchor === 'string' && /^[^\n]{1,300}\.(?:pem|crt|cer|der|p7b)$/i.test(anchor)
}

function readAnchor(anchor: Uint8Array | string): Certificate[] {
  const blocks = typeof anchor === 'string' || anchor[0] !== 0x30 ? readPemBlocks(anchor) : []
  const encodings = blocks.filter(({ label }) => / ?CERTIFICATE$/.test(label)).map(({ bytes }) => bytes)
  if (encodings.length > 0) return encodings.map(parseCertificate)
  return [parseCertificate(typeof anchor === 'string' ? new TextEncoder().encode(anchor) : anchor)]
}

/** The readable certificates among these encodings. */
export function readCertificates(encodings: readonly Uint8Array[]): Certificate[] {
  return encodings.slice(0, CRYPTO_LIMITS.maxPoolCertificates).flatMap((der) => {
    try {
      return [parseCertificate(der)]
    } catch {
      return []
    }
  })
}

/**
 * Signs a validation report with an enveloped XAdES signature of the level B-B (ETSI EN 319 132-1, 6). It has the
 * certificates of the signer and one reference to the whole report.
 *
 * @module
 */

import { checkSignature } from '../../cms/algorithms.js'
import { DerReader, readInteger, readWholeDer, TAG } from '../../cms/asn1.js'
import { type Certificate, parseCertificate } from '../../cms/certificates.js'
import type { SigningScheme } from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'
import { hash } from '../../platform/hashes.js'
import { asIdentityError, type SigningIdentity } from '../../sign/identity/identity.js'
import { normalizeEcdsaSignature, resolveScheme, toSignatureScheme } from '../../sign/identity/identity-algorithm.js'
import { callIdentity } from '../../sign/identity/identity-call.js'
import { assertKeyUsage, assertValidAt } from '../../sign/identity/identity-certificate.js'
import { canonicalXml, element, elementWith, type ReportElement } from './xml-tree.js'
import { sha256Parts, xmlBase64, xmlTime } from './xml-values.js'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties'
const SIGNATURE_ID = 'report-signature'
const PROPERTIES_ID = 'report-signed-properties'
const REFERENCE_ID = 'report-reference'

/** The signer of a report. */
export interface ReportSigner {
  /** The certificate that names the validator in the report (TS 119 102-2, 4.2.4). */
  readonly validator: ReportElement
  /** Returns the report with its signature. */
  sign(report: ReportElement): Promise<ReportElement>
}

/**
 * Makes a signer from an identity. Its `sign` rejects with `signing_failed`.
 *
 * @throws SealwrightError `invalid_identity` for an algorithm that XML signatures do not have; `certificate_expired`,
 *   `certificate_not_yet_valid`
 */
export function reportSigner(identity: SigningIdentity, now: Date, signal: AbortSignal | undefined): ReportSigner {
  const { leaf, scheme } = prepare(identity)
  const method = signatureMethod(scheme)
  assertValidAt(leaf, now)
  const { certificates } = identity
  return {
    validator: element(
      'vr:SignatureValidator',
      element('vr:DigitalId', element('tsl:X509Certificate', xmlBase64(leaf.der))),
    ),
    async sign(report) {
      const properties = signedProperties(leaf, now)
      const signedInfo = signedInfoElement(method, digestOf(report), digestOf(properties))
      const bytes = new TextEncoder().encode(canonicalXml(signedInfo))
      const raw = await callIdentity(() => identity.sign(bytes.slice(), signal && { signal }), signal)
      const value = checkedValue(raw, bytes, scheme, leaf)
      const signature = elementWith(
        'ds:Signature',
        { Id: SIGNATURE_ID },
        signedInfo,
        element('ds:SignatureValue', xmlBase64(value)),
        element('ds:KeyInfo', element('ds:X509Data', ...certificates.map(certificateElement))),
        element('ds:Object', elementWith('xades:QualifyingProperties', { Target: `#${SIGNATURE_ID}` }, properties)),
      )
      return { ...report, children: [...report.children, signature] }
    },
  }
}

function prepare({ certificates, algorithm }: SigningIdentity): { leaf: Certificate; scheme: SigningScheme } {
  try {
    const [first] = certificates
    if (first === undefined) throw new SealwrightError('invalid_identity', 'The identity has no certificate.')
    const leaf = parseCertificate(first)
    assertKeyUsage(leaf)
    return { leaf, scheme: resolveScheme(algorithm, leaf.publicKey) }
  } catch (error) {
    throw asIdentityError(error, 'A certificate of the identity is damaged.')
  }
}

const HASH_BYTES = { sha256: 32, sha384: 48, sha512: 64 } as const

/** The identifier of a signature algorithm (RFC 9231, 2.3). */
function signatureMethod(scheme: SigningScheme): string {
  switch (scheme.type) {
    case 'rsa':
    case 'ecdsa':
      return `http://www.w3.org/2001/04/xmldsig-more#${scheme.type}-${scheme.hash}`
    case 'rsa-pss':
      // The identifiers of 2.3.10 have no parameters: they stand for a salt of the digest's length.
      if (scheme.saltLength !== HASH_BYTES[scheme.hash]) break
      return `http://www.w3.org/2007/05/xmldsig-more#${scheme.hash}-rsa-MGF1`
    case 'ed25519':
      return 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519'
    case 'ml-dsa':
      break
  }
  throw new SealwrightError(
    'invalid_identity',
    'The identity signs with an algorithm that XML signatures do not have. RSA, ECDSA and Ed25519 are possible.',
  )
}

function digestOf(part: ReportElement): Uint8Array {
  return new Uint8Array(hash('sha256', canonicalXml(part), 'buffer'))
}

function signedInfoElement(method: string, report: Uint8Array, properties: Uint8Array): ReportElement {
  return element(
    'ds:SignedInfo',
    algorithmElement('ds:CanonicalizationMethod', EXCLUSIVE),
    algorithmElement('ds:SignatureMethod', method),
    elementWith(
      'ds:Reference',
      { Id: REFERENCE_ID, URI: '' },
      transformsElement(ENVELOPED, EXCLUSIVE),
      ...sha256Parts(report),
    ),
    elementWith(
      'ds:Reference',
      { Type: SIGNED_PROPERTIES, URI: `#${PROPERTIES_ID}` },
      transformsElement(EXCLUSIVE),
      ...sha256Parts(properties),
    ),
  )
}

function transformsElement(...algorithms: readonly string[]): ReportElement {
  return element('ds:Transforms', ...algorithms.map((algorithm) => algorithmElement('ds:Transform', algorithm)))
}

function algorithmElement(
  name: 'ds:CanonicalizationMethod' | 'ds:SignatureMethod' | 'ds:Transform',
  algorithm: string,
) {
  return elementWith(name, { Algorithm: algorithm })
}

/** The signed properties that the level B-B requires (EN 319 132-1, 6.3). */
function signedProperties({ der }: Certificate, now: Date): ReportElement {
  const digest = new Uint8Array(hash('sha256', der, 'buffer'))
  return elementWith(
    'xades:SignedProperties',
    { Id: PROPERTIES_ID },
    element(
      'xades:SignedSignatureProperties',
      element('xades:SigningTime', xmlTime(now.toISOString()) ?? ''),
      element('xades:SigningCertificateV2', element('xades:Cert', element('xades:CertDigest', ...sha256Parts(digest)))),
    ),
    element(
      'xades:SignedDataObjectProperties',
      elementWith(
        'xades:DataObjectFormat',
        { ObjectReference: `#${REFERENCE_ID}` },
        element('xades:MimeType', 'application/xml'),
      ),
    ),
  )
}

function certificateElement(der: Uint8Array): ReportElement {
  return element('ds:X509Certificate', xmlBase64(der))
}

/** Returns the signature value in the form of XML signatures, after checking it against the certificate. */
function checkedValue(
  raw: Uint8Array,
  bytes: Uint8Array,
  scheme: SigningScheme,
  { publicKey }: Certificate,
): Uint8Array {
  const { kind } = publicKey
  const isCurve = kind.type === 'ec' && kind.bits !== undefined
  const value = isCurve ? normalizeEcdsaSignature(raw, kind.bits ?? 0) : raw
  if (checkSignature(toSignatureScheme(scheme), publicKey, [bytes], value) !== 'match') {
    throw new SealwrightError('signing_failed', "The identity's signature does not fit its certificate.")
  }
  return isCurve ? sideBySide(value, kind.bits ?? 0) : value
}

/** The signature value r followed by s, each as long as the order of the curve (RFC 9231, 2.3.6). */
function sideBySide(der: Uint8Array, bits: number): Uint8Array {
  const half = (bits + 7) >> 3
  const reader = new DerReader(readWholeDer(der), TAG.sequence)
  const value = new Uint8Array(2 * half)
  for (const end of [half, 2 * half]) {
    const octets = readInteger(reader.read(TAG.integer, 'r, s'))
    const digits = octets.subarray(Math.max(0, octets.length - half))
    value.set(digits, end - digits.length)
  }
  return value
}

/**
 * Certificates, CRLs, OCSP answers, time stamps and signatures of any date: DER by hand, signed with node:crypto.
 *
 * OpenSSL judges that they are what they should be (test/trust/dated-pki.test.ts); it makes none with a date of the past
 * without changing the clock of the machine.
 *
 * @module
 */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  derBitString,
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTime,
  derTrue,
  derUtf8String,
  encodeDer,
} from '../../../src/cms/asn1/der-writer.js'
import { type Certificate, parseCertificate } from '../../../src/cms/certificate/x509.js'

/** A moment: ISO 8601, a day will do. */
export type When = string

export const when = (text: When): Date => new Date(text.length > 10 ? text : `${text}T00:00:00Z`)

const EC_SHA256 = derSequence(derOid('1.2.840.10045.4.3.2'))
const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA1 = '1.3.14.3.2.26'

/** Who holds a key. */
export interface Holder {
  readonly name: string
  readonly privateKey: KeyObject
  readonly certificate: Certificate
  readonly issuer: Holder | undefined
}

export interface HolderOptions {
  readonly issuer?: Holder
  readonly from: When
  readonly to: When
  readonly kind?: 'ca' | 'signer' | 'tsa' | 'responder' | 'nocheck-responder' | 'crl-issuer'
  /** Country of the subject, two letters. */
  readonly country?: string
  /** Encoded extensions beside those of the kind. */
  readonly extensions?: readonly Uint8Array[]
  /** Leaves out the extended key usage. */
  readonly withoutPurpose?: boolean
  /** Certifies this holder's key and name. */
  readonly renews?: Holder
  /** RSA of this size instead of P-256. */
  readonly rsaBits?: number
  /** Digest of the issuer's signature. */
  readonly digest?: 'sha1' | 'sha256'
  /** Contents octets of the serial number. Default: random ones. */
  readonly serialNumber?: Uint8Array
}

export function extension(oid: string, value: Uint8Array, critical = false): Uint8Array {
  return derSequence(derOid(oid), ...(critical ? [derTrue()] : []), derOctetString(value))
}

export const NO_REV_AVAIL = extension('2.5.29.56', derNull())
export const SHORT_TERM = extension('0.4.0.194121.2.1', derNull())

function nameOf(text: string, country?: string): Uint8Array {
  const attributes = [...(country === undefined ? [] : [['2.5.4.6', country] as const]), ['2.5.4.3', text] as const]
  return derSequence(...attributes.map(([oid, value]) => derSetOf([derSequence(derOid(oid), derUtf8String(value))])))
}

function algorithmOf(key: KeyObject, digest: 'sha1' | 'sha256' = 'sha256'): Uint8Array {
  if (key.asymmetricKeyType === 'rsa') {
    return derSequence(derOid(digest === 'sha1' ? '1.2.840.113549.1.1.5' : '1.2.840.113549.1.1.11'), derNull())
  }
  return digest === 'sha1' ? derSequence(derOid('1.2.840.10045.4.1')) : EC_SHA256
}

const PURPOSES: Readonly<Record<string, string>> = {
  tsa: '1.3.6.1.5.5.7.3.8',
  responder: '1.3.6.1.5.5.7.3.9',
  'nocheck-responder': '1.3.6.1.5.5.7.3.9',
}

/** Key usages: cRLSign alone; digitalSignature and nonRepudiation. */
const CRL_SIGN = derBitString(Uint8Array.of(0x02), 1)
const SIGNING = derBitString(Uint8Array.of(0xc0), 6)

/** Makes a key and a certificate for it. */
export function makeHolder(name: string, options: HolderOptions): Holder {
  const { issuer, kind = 'signer', renews, rsaBits, digest = 'sha256' } = options
  const pair =
    rsaBits === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: rsaBits })
  const privateKey = renews?.privateKey ?? pair.privateKey
  const publicKey = renews?.certificate.publicKey.der ?? pair.publicKey.export({ type: 'spki', format: 'der' })
  const subject = renews?.certificate.subject.der ?? nameOf(name, options.country)
  const signer = issuer ?? { privateKey, certificate: { subject: { der: subject } } }
  const purpose = options.withoutPurpose === true ? undefined : PURPOSES[kind]
  const extensions = [
    ...(kind === 'ca'
      ? [
          extension('2.5.29.19', derSequence(derTrue()), true),
          extension('2.5.29.15', derBitString(Uint8Array.of(0x06), 1), true),
        ]
      : [extension('2.5.29.15', kind === 'crl-issuer' ? CRL_SIGN : SIGNING, true)]),
    ...(purpose === undefined ? [] : [extension('2.5.29.37', derSequence(derOid(purpose)), kind === 'tsa')]),
    ...(kind === 'nocheck-responder' ? [extension('1.3.6.1.5.5.7.48.1.5', derNull())] : []),
    ...(options.extensions ?? []),
  ]
  const algorithm = algorithmOf(signer.privateKey, digest)
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    options.serialNumber === undefined ? derInteger(randomBytes(8)) : encodeDer(2, options.serialNumber),
    algorithm,
    signer.certificate.subject.der,
    derSequence(derTime(when(options.from)), derTime(when(options.to))),
    subject,
    new Uint8Array(publicKey),
    derExplicit(3, derSequence(...extensions)),
  )
  const der = derSequence(tbs, algorithm, derBitString(sign(digest, tbs, signer.privateKey)))
  return { name, privateKey, certificate: parseCertificate(der), issuer }
}

function generalizedTime(date: Date): Uint8Array {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '')
  return encodeDer(0x18, new TextEncoder().encode(digits))
}

export interface RevokedOptions {
  readonly who: Holder
  readonly on: When
  /** CRLReason; left out when undefined. */
  readonly reason?: number
  readonly invalidSince?: When
  /** Contents octets of the serial number. Default: that of the certificate. */
  readonly serialNumber?: Uint8Array
  /** Further encoded extensions of the entry. */
  readonly extensions?: readonly Uint8Array[]
}

function entryExtensions({ reason, invalidSince, extensions = [] }: RevokedOptions): Uint8Array[] {
  const list = [
    ...extensions,
    ...(reason === undefined ? [] : [extension('2.5.29.21', encodeDer(0x0a, Uint8Array.of(reason)))]),
    ...(invalidSince === undefined ? [] : [extension('2.5.29.24', generalizedTime(when(invalidSince)))]),
  ]
  return list.length === 0 ? [] : [derSequence(...list)]
}

export interface CrlOptions {
  readonly at: When
  readonly next?: When
  readonly revoked?: readonly RevokedOptions[]
  /** expiredCertsOnCRL: since when certificates that ended are kept on the list. */
  readonly keepsSince?: When
  /** Signs in the issuer's name. */
  readonly forgedBy?: Holder
  /** Further encoded extensions. */
  readonly extensions?: readonly Uint8Array[]
  readonly digest?: 'sha1' | 'sha256'
}

/** A CRL. */
export function makeCrl(issuer: Holder, options: CrlOptions): Uint8Array {
  const entries = (options.revoked ?? []).map((entry) => {
    const { who, serialNumber } = entry
    const number = serialNumber === undefined ? derInteger(who.certificate.serialNumber) : encodeDer(2, serialNumber)
    return derSequence(number, derTime(when(entry.on)), ...entryExtensions(entry))
  })
  const kept = options.keepsSince
  const own = kept === undefined ? [] : [extension('2.5.29.60', generalizedTime(when(kept)))]
  const extensions = [...own, ...(options.extensions ?? [])]
  const { privateKey } = options.forgedBy ?? issuer
  const { digest = 'sha256' } = options
  const tbs = derSequence(
    derInteger(1),
    algorithmOf(privateKey, digest),
    issuer.certificate.subject.der,
    derTime(when(options.at)),
    ...(options.next === undefined ? [] : [derTime(when(options.next))]),
    ...(entries.length === 0 ? [] : [derSequence(...entries)]),
    ...(extensions.length === 0 ? [] : [derExplicit(0, derSequence(...extensions))]),
  )
  return derSequence(tbs, algorithmOf(privateKey, digest), derBitString(sign(digest, tbs, privateKey)))
}

export interface OcspOptions {
  readonly about: Holder
  readonly at: When
  readonly next?: When
  readonly revoked?: Omit<RevokedOptions, 'who'>
  /** archiveCutoff. */
  readonly cutoff?: When
  /** When the responder says that it signed. Default: `at`. */
  readonly producedAt?: When
  /** Further encoded extensions of the answer. */
  readonly extensions?: readonly Uint8Array[]
  /** How often the answer is there. Default: once. */
  readonly copies?: number
  readonly digest?: 'sha1' | 'sha256'
}

/** An OCSP answer by the issuer, or by a responder of its own. */
export function makeOcsp(responder: Holder, options: OcspOptions): Uint8Array {
  const { about, revoked, digest = 'sha256' } = options
  const { issuer } = about
  if (issuer === undefined) throw new Error('An OCSP answer is about an issued certificate.')
  const hashed = (bytes: Uint8Array) => derOctetString(createHash('sha1').update(bytes).digest())
  const id = derSequence(
    derSequence(derOid(SHA1), derNull()),
    hashed(issuer.certificate.subject.der),
    hashed(issuer.certificate.publicKey.keyBytes),
    derInteger(about.certificate.serialNumber),
  )
  const reason = revoked?.reason
  const status =
    revoked === undefined
      ? Uint8Array.of(0x80, 0)
      : encodeDer(
          0xa1,
          generalizedTime(when(revoked.on)),
          ...(reason === undefined ? [] : [derExplicit(0, encodeDer(0x0a, Uint8Array.of(reason)))]),
        )
  const { cutoff, next, at } = options
  const extensions = [
    ...(cutoff === undefined ? [] : [extension('1.3.6.1.5.5.7.48.1.6', generalizedTime(when(cutoff)))]),
    ...(options.extensions ?? []),
  ]
  const single = derSequence(
    id,
    status,
    generalizedTime(when(at)),
    ...(next === undefined ? [] : [derExplicit(0, generalizedTime(when(next)))]),
    ...(extensions.length === 0 ? [] : [derExplicit(1, derSequence(...extensions))]),
  )
  const tbs = derSequence(
    derExplicit(1, responder.certificate.subject.der),
    generalizedTime(when(options.producedAt ?? at)),
    derSequence(...Array.from({ length: options.copies ?? 1 }, () => single)),
  )
  const basic = derSequence(
    tbs,
    algorithmOf(responder.privateKey, digest),
    derBitString(sign(digest, tbs, responder.privateKey)),
    derExplicit(0, derSequence(responder.certificate.der)),
  )
  const bytes = derSequence(derOid('1.3.6.1.5.5.7.48.1.1'), derOctetString(basic))
  return derSequence(encodeDer(0x0a, Uint8Array.of(0)), derExplicit(0, bytes))
}

export interface CmsOptions {
  readonly unsigned?: readonly Uint8Array[]
  readonly certificates?: readonly Holder[]
  /** Holds no certificate, not even that of the signer. */
  readonly isBare?: boolean
  readonly digest?: 'sha1' | 'sha256'
  /** Further signed attributes over a content. */
  readonly signed?: (content: Uint8Array) => readonly Uint8Array[]
}

/** An encoded attribute. */
export function attribute(oid: string, ...values: Uint8Array[]): Uint8Array {
  return derSequence(derOid(oid), derSetOf(values))
}

/** SignedData with signing-certificate-v2; `content` is inside for a type that is not id-data. */
function makeSignedData(
  signer: Holder,
  type: string,
  content: Uint8Array,
  options: CmsOptions & { readonly unsignedOf?: (signature: Uint8Array) => readonly Uint8Array[] },
): Uint8Array {
  const { certificate, privateKey } = signer
  const { digest = 'sha256' } = options
  const isDetached = type === '1.2.840.113549.1.7.1'
  const digestAlgorithm = derSequence(derOid(digest === 'sha1' ? SHA1 : SHA256))
  const ess = derSequence(
    derSequence(derSequence(derOctetString(createHash('sha256').update(certificate.der).digest()))),
  )
  const attributes = [
    attribute('1.2.840.113549.1.9.3', derOid(type)),
    attribute('1.2.840.113549.1.9.4', derOctetString(createHash(digest).update(content).digest())),
    attribute('1.2.840.113549.1.9.16.2.47', ess),
    ...(options.signed?.(content) ?? []),
  ]
  const signed = derSetOf(attributes)
  const signature = sign(digest, signed, privateKey)
  const unsigned = options.unsignedOf?.(signature) ?? []
  const signerInfo = derSequence(
    derInteger(1),
    derSequence(certificate.issuer.der, derInteger(certificate.serialNumber)),
    digestAlgorithm,
    derSetOf(attributes, 0xa0),
    algorithmOf(privateKey, digest),
    derOctetString(signature),
    ...(unsigned.length === 0 ? [] : [derSetOf(unsigned, 0xa1)]),
  )
  const certificates = [certificate, ...(options.certificates ?? []).map((holder) => holder.certificate)]
  const signedData = derSequence(
    derInteger(isDetached ? 1 : 3),
    derSetOf([digestAlgorithm]),
    derSequence(derOid(type), ...(isDetached ? [] : [derExplicit(0, derOctetString(content))])),
    ...(options.isBare === true ? [] : [encodeDer(0xa0, ...certificates.map(({ der }) => der))]),
    derSetOf([signerInfo]),
  )
  return derSequence(derOid('1.2.840.113549.1.7.2'), derExplicit(0, signedData))
}

export interface StampOptions extends CmsOptions {
  readonly at: When
  /** Encoded Accuracy. */
  readonly accuracy?: Uint8Array
  readonly ordering?: boolean
  /** Digest of the imprint. */
  readonly imprint?: 'sha1' | 'sha256'
  /** Encoded extensions of TSTInfo. */
  readonly infoExtensions?: readonly Uint8Array[]
}

/** A time-stamp token over some bytes. */
export function makeStamp(authority: Holder, stamped: Uint8Array, options: StampOptions): Uint8Array {
  const { imprint = 'sha256', accuracy, ordering, infoExtensions = [] } = options
  const info = derSequence(
    derInteger(1),
    derOid('1.2.3.4'),
    derSequence(
      derSequence(derOid(imprint === 'sha1' ? SHA1 : SHA256)),
      derOctetString(createHash(imprint).update(stamped).digest()),
    ),
    derInteger(randomBytes(8)),
    generalizedTime(when(options.at)),
    ...(accuracy === undefined ? [] : [accuracy]),
    ...(ordering === true ? [derTrue()] : []),
    derInteger(randomBytes(8)),
    ...(infoExtensions.length === 0 ? [] : [encodeDer(0xa1, ...infoExtensions)]),
  )
  return makeSignedData(authority, '1.2.840.113549.1.9.16.1.4', info, options)
}

export interface SignatureOptions extends CmsOptions {
  /** Time stamps over the signature value. */
  readonly stamps?: readonly ((signature: Uint8Array) => Uint8Array)[]
}

/** A detached signature. */
export function makeSignature(signer: Holder, content: Uint8Array, options: SignatureOptions = {}): Uint8Array {
  const { stamps = [] } = options
  return makeSignedData(signer, '1.2.840.113549.1.7.1', content, {
    ...options,
    unsignedOf: (signature) => stamps.map((stamp) => attribute('1.2.840.113549.1.9.16.2.14', stamp(signature))),
  })
}

/** The certificate in PEM. */
export function toPem({ certificate }: Holder): string {
  const lines =
    Buffer.from(certificate.der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/**
 * Time-stamp tokens and replies, built piece by piece, so that tests can put a wrong piece or any date in.
 *
 * @module
 */

import { createHash, createPrivateKey, sign } from 'node:crypto'
import { concatBytes } from '../../src/bytes.js'
import { DerReader, encodingOf, readOctetString, readWholeDer, TAG } from '../../src/cms/asn1/der.js'
import { readInteger, readOid } from '../../src/cms/asn1/der-values.js'
import {
  derBitString,
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTrue,
  derUtf8String,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { attribute } from '../cms/build-cms.js'
import { pemToDer, type TestCredential } from '../cms/openssl-keys.js'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA256 = derSequence(derOid('2.16.840.1.101.3.4.2.1'))

/** A request as it was read. */
export interface ReadRequest {
  /** AlgorithmIdentifier and digest, encoded together as MessageImprint. */
  readonly imprint: Uint8Array
  readonly policy: string | undefined
  /** Contents octets. */
  readonly nonce: Uint8Array | undefined
}

/** Reads a TimeStampReq. */
export function readTimestampRequest(bytes: Uint8Array): ReadRequest {
  const reader = new DerReader(readWholeDer(bytes), TAG.sequence)
  reader.read(TAG.integer, 'version')
  const imprint = encodingOf(reader.read(TAG.sequence, 'imprint'))
  const policy = reader.readOptional(TAG.oid)
  const nonce = reader.readOptional(TAG.integer)
  return {
    imprint,
    policy: policy === undefined ? undefined : readOid(policy),
    nonce: nonce === undefined ? undefined : readInteger(nonce),
  }
}

/** A MessageImprint over SHA-256. */
export function sha256Imprint(data: Uint8Array): Uint8Array {
  return derSequence(SHA256, derOctetString(createHash('sha256').update(data).digest()))
}

/** What a token is made of; all but the first two have sound defaults. */
export interface TokenParts {
  readonly credential: TestCredential
  readonly imprint: Uint8Array
  readonly nonce?: Uint8Array | undefined
  readonly policy?: string
  readonly version?: number
  readonly time?: Date
  readonly ess?: 'v1' | 'v2' | 'none' | 'other'
  readonly signers?: number
  /** Certificates after the authority's own, in DER. */
  readonly chain?: readonly Uint8Array[]
  /** Puts those before the authority's own. */
  readonly isChainFirst?: boolean
  readonly withoutCertificate?: boolean
  /** GeneralName that the authority gives itself. */
  readonly authority?: Uint8Array
  /** Changes the signature value. */
  readonly brokenSignature?: boolean
  /** Writes TSTInfo with a length of indefinite form. */
  readonly berContent?: boolean
  /** Bytes of an extension of no meaning, to make the token larger. */
  readonly padding?: number
  /** Whether that extension is critical. */
  readonly isPaddingCritical?: boolean
  /** Contents octets of the serial number. */
  readonly serialNumber?: Uint8Array
}

function generalizedTime(time: Date): Uint8Array {
  const text = `${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
  return encodeDer(TAG.generalizedTime, new TextEncoder().encode(text))
}

function encodeInfo(parts: TokenParts): Uint8Array {
  const { padding = 0 } = parts
  const critical = parts.isPaddingCritical === true ? [derTrue()] : []
  const extension = derSequence(derOid('1.2.3.4.5'), ...critical, derOctetString(new Uint8Array(padding)))
  const fields = [
    derInteger(parts.version ?? 1),
    derOid(parts.policy ?? '1.2.3.4.1'),
    parts.imprint,
    derInteger(parts.serialNumber ?? 4711),
    generalizedTime(parts.time ?? new Date()),
    ...(parts.nonce === undefined ? [] : [encodeDer(TAG.integer, parts.nonce)]),
    ...(parts.authority === undefined ? [] : [derExplicit(0, parts.authority)]),
    ...(padding === 0 ? [] : [encodeDer(0xa1, extension)]),
  ]
  return parts.berContent === true
    ? concatBytes([Uint8Array.of(0x30, 0x80), ...fields, Uint8Array.of(0, 0)])
    : derSequence(...fields)
}

function essAttribute(ess: TokenParts['ess'], certificate: Uint8Array): Uint8Array[] {
  const digest = (name: string, bytes: Uint8Array) => derOctetString(createHash(name).update(bytes).digest())
  const wrap = (hash: Uint8Array) => derSequence(derSequence(derSequence(hash)))
  switch (ess) {
    case 'none':
      return []
    case 'v1':
      return [attribute(SIGNING_CERTIFICATE, wrap(digest('sha1', certificate)))]
    case 'other':
      return [attribute(SIGNING_CERTIFICATE_V2, wrap(digest('sha256', Uint8Array.of(1))))]
    default:
      return [attribute(SIGNING_CERTIFICATE_V2, wrap(digest('sha256', certificate)))]
  }
}

/** A TimeStampToken. */
export function buildToken(parts: TokenParts): Uint8Array {
  const certificate = parseCertificate(pemToDer(parts.credential.certificate))
  const content = encodeInfo(parts)
  const signedAttrs = derSetOf([
    attribute('1.2.840.113549.1.9.3', derOid(TST_INFO)),
    attribute('1.2.840.113549.1.9.4', derOctetString(createHash('sha256').update(content).digest())),
    ...essAttribute(parts.ess, certificate.der),
  ])
  const key = createPrivateKey(parts.credential.key)
  const signature = new Uint8Array(sign('sha256', signedAttrs, key))
  if (parts.brokenSignature === true) signature[20] = (signature[20] ?? 0) ^ 1
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signer = derSequence(
    derInteger(1),
    derSequence(certificate.issuer.der, encodeDer(TAG.integer, certificate.serialNumber)),
    SHA256,
    concatBytes([Uint8Array.of(0xa0), signedAttrs.subarray(1)]),
    isRsa
      ? derSequence(derOid('1.2.840.113549.1.1.11'), Uint8Array.of(5, 0))
      : derSequence(derOid('1.2.840.10045.4.3.2')),
    derOctetString(signature),
  )
  const own = parts.withoutCertificate === true ? [] : [certificate.der]
  const { chain = [] } = parts
  const certificates = parts.isChainFirst === true ? [...chain, ...own] : [...own, ...chain]
  const signedData = derSequence(
    derInteger(3),
    derSetOf([SHA256]),
    derSequence(derOid(TST_INFO), derExplicit(0, derOctetString(content))),
    ...(certificates.length === 0 ? [] : [encodeDer(0xa0, ...certificates)]),
    encodeDer(TAG.set, ...Array.from({ length: parts.signers ?? 1 }, () => signer)),
  )
  return derSequence(derOid('1.2.840.113549.1.7.2'), derExplicit(0, signedData))
}

/** A TimeStampResp that grants a token. */
export function grant(token: Uint8Array, status = 0): Uint8Array {
  return derSequence(derSequence(derInteger(status)), token)
}

/** A TimeStampResp that rejects, with a failure bit and words. */
export function reject(bit: number, words: string): Uint8Array {
  const bits = new Uint8Array((bit >> 3) + 1)
  bits[bit >> 3] = 0x80 >> (bit & 7)
  return derSequence(derSequence(derInteger(2), derSequence(derUtf8String(words)), derBitString(bits, 7 - (bit & 7))))
}

/** The digest in a MessageImprint. */
export function digestIn(imprint: Uint8Array): Uint8Array {
  const reader = new DerReader(readWholeDer(imprint), TAG.sequence)
  reader.readAny('algorithm')
  return readOctetString(reader.readAny('digest'))
}

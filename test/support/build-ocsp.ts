/**
 * OCSP answers of any date, built here.
 *
 * @module
 */

import { createPrivateKey, sign } from 'node:crypto'
import { DerReader, encodingOf, readWholeDer, TAG } from '../../src/cms/asn1/der.js'
import { readInteger } from '../../src/cms/asn1/der-values.js'
import {
  derBitString,
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import type { IssuedCredential } from '../cms/test-ca.js'

/** CertID of the first request, encoded, and its serial number. */
export function readOcspRequest(bytes: Uint8Array): { readonly certId: Uint8Array; readonly serialNumber: Uint8Array } {
  const tbs = new DerReader(readWholeDer(bytes)).read(TAG.sequence, 'tbsRequest')
  const list = new DerReader(tbs).read(TAG.sequence, 'requestList')
  const certId = new DerReader(new DerReader(list).read(TAG.sequence, 'request')).read(TAG.sequence, 'CertID')
  const fields = new DerReader(certId)
  for (const field of ['hash', 'name', 'key']) fields.readAny(field)
  return { certId: encodingOf(certId), serialNumber: readInteger(fields.readAny('serial')) }
}

export interface OcspAnswerParts {
  readonly certId: Uint8Array
  /** Whose key signs: an RSA key. */
  readonly responder: IssuedCredential
  readonly thisUpdate: Date
  readonly nextUpdate?: Date
  readonly revokedAt?: Date | undefined
  readonly isUnknown?: boolean
  readonly nonce?: Uint8Array
}

function time(date: Date): Uint8Array {
  return encodeDer(TAG.generalizedTime, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`))
}

/** An OCSPResponse. */
export function buildOcspAnswer(parts: OcspAnswerParts): Uint8Array {
  const { certId, responder, thisUpdate, nextUpdate, revokedAt, isUnknown, nonce } = parts
  const status =
    isUnknown === true
      ? Uint8Array.of(0x82, 0)
      : revokedAt === undefined
        ? Uint8Array.of(0x80, 0)
        : encodeDer(0xa1, time(revokedAt))
  const single = derSequence(
    certId,
    status,
    time(thisUpdate),
    ...(nextUpdate === undefined ? [] : [derExplicit(0, time(nextUpdate))]),
  )
  const extensions =
    nonce === undefined
      ? []
      : [
          derExplicit(
            1,
            derSequence(derSequence(derOid('1.3.6.1.5.5.7.48.1.2'), derOctetString(derOctetString(nonce)))),
          ),
        ]
  const tbs = derSequence(
    derExplicit(1, responder.parsed.subject.der),
    time(thisUpdate),
    derSequence(single),
    ...extensions,
  )
  const signature = sign('sha256', tbs, createPrivateKey(responder.key))
  const algorithm = derSequence(derOid('1.2.840.113549.1.1.11'), Uint8Array.of(5, 0))
  const certificates = derExplicit(0, derSequence(responder.parsed.der))
  const basic = derSequence(tbs, algorithm, derBitString(signature), certificates)
  const bytes = derSequence(derOid('1.3.6.1.5.5.7.48.1.1'), derOctetString(basic))
  return derSequence(encodeDer(TAG.enumerated, Uint8Array.of(0)), derExplicit(0, bytes))
}

/** An OCSPResponse that says `tryLater`. */
export function ocspTryLater(): Uint8Array {
  return derSequence(encodeDer(TAG.enumerated, derInteger(3).subarray(2)))
}

/**
 * Collects what a signature and its dictionary state besides the parts that are judged: attributes that a validation report has
 * a place for (ETSI TS 119 102-2, annex A).
 *
 * @module
 */

import { readDigestAlgorithm } from '../cms/algorithms.js'
import { DerReader, OID, readAlgorithm, readDer, readOctetString, readOid, TAG } from '../cms/asn1.js'
import { type CmsAttribute, messageDigestOf, type SignerInfo, singleAttributeValue } from '../cms/messages.js'
import { SealwrightError } from '../errors.js'
import { CRYPTO_LIMITS } from '../limits.js'
import type { NamedCertificateReport, SignatureAttributesReport } from './validation-objects-report.js'

/** Entries of a signature dictionary that nothing depends on. */
interface StatedEntries {
  readonly filter: string | null
  readonly contactInfo: string | null
}

/** The attributes of a signature. What cannot be read is left out. */
export function statedAttributes(
  signer: SignerInfo | undefined,
  { filter, contactInfo }: StatedEntries,
): Omit<SignatureAttributesReport, 'storeEntry'> {
  const attributes = signer?.signedAttrs ?? []
  return {
    messageDigest: lenient(() => signer && base64Of(messageDigestOf(signer))) ?? null,
    signingCertificates: lenient(() => namedCertificates(attributes)) ?? [],
    commitmentTypes: lenient(() => commitmentTypes(attributes)) ?? [],
    filter,
    contactInfo,
  }
}

function namedCertificates(attributes: readonly CmsAttribute[]): NamedCertificateReport[] {
  const v2 = singleAttributeValue(attributes, OID.signingCertificateV2)
  const value = v2 ?? singleAttributeValue(attributes, OID.signingCertificate)
  if (value === undefined) return []
  const ids = new DerReader(
    new DerReader(readDer(value), TAG.sequence).read(TAG.sequence, 'certificates'),
    TAG.sequence,
  )
  const found: NamedCertificateReport[] = []
  for (let id = ids.readOptional(TAG.sequence); id !== undefined; id = ids.readOptional(TAG.sequence)) {
    if (found.length >= CRYPTO_LIMITS.maxPoolCertificates) break
    const reader = new DerReader(id, TAG.sequence)
    const stated = reader.readOptional(TAG.sequence)
    const algorithm = stated === undefined ? DEFAULTS[v2 === undefined ? 1 : 2] : labelOf(stated)
    const base64 = base64Of(readOctetString(reader.readAny('a certificate hash')))
    if (algorithm !== undefined && base64 !== undefined) found.push({ algorithm, base64 })
  }
  return found
}

/** Digests of the versions of the attribute where none is named (RFC 2634, 5.4.1; RFC 5035, 4). */
const DEFAULTS = { 1: 'SHA-1', 2: 'SHA-256' } as const

function labelOf(value: Parameters<typeof readAlgorithm>[0]): string | undefined {
  return readDigestAlgorithm(readAlgorithm(value))?.label
}

function commitmentTypes(attributes: readonly CmsAttribute[]): string[] {
  const values = attributes.filter(({ oid }) => oid === OID.commitmentTypeIndication).flatMap((each) => each.values)
  return values.map((value) => readOid(new DerReader(readDer(value), TAG.sequence).read(TAG.oid, 'a commitment')))
}

function base64Of(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** What a reader returns; undefined when it finds the attribute malformed. */
function lenient<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

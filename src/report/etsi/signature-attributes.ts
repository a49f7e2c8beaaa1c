/**
 * The attributes of a signature in the form of ETSI TS 119 102-2, annex A: what the signer and the file state, without a
 * judgement.
 *
 * @module
 */

import type { SignerReport, TimestampReport } from '../../verify/report.js'
import { timestampId } from '../validation/identifiers.js'
import { ownTimestamps } from '../validation/simple-report.js'
import type { ValidationObjects } from './validation-objects.js'
import { element, type ReportElement, textElement, type XmlName } from './xml-tree.js'
import { referenceElement, xmlTime } from './xml-values.js'

/** The attributes that the report has; undefined when it has none. */
export function attributesElement(
  signer: SignerReport,
  index: number,
  objects: ValidationObjects,
): ReportElement | undefined {
  const { signedAt, signedAtSource, name, nameSource, reason, location, subFilter, coverage } = signer
  const claimedTime = xmlTime(signedAtSource === 'claimed' ? signedAt : null)
  const found = [
    wrapped('vr:SigningTime', 'vr:Time', claimedTime),
    policyElement(signer),
    wrapped('vr:SignatureProductionPlace', 'vr:AddressString', location),
    ...ownTimestamps(signer).map((timestamp, at) => stampElement(timestamp, timestampId(timestamp.kind, index, at))),
    ...documentStamps(signer, objects),
    wrapped('vr:Reason', 'vr:ReasonElement', reason),
    wrapped('vr:Name', 'vr:NameElement', nameSource === 'claimed' ? name : null),
    wrapped('vr:SubFilter', 'vr:SubFilterElement', subFilter),
    byteRangeElement(coverage.byteRange),
  ].filter((attribute) => attribute !== undefined)
  return found.length === 0 ? undefined : element('vr:SignatureAttributes', ...found)
}

function wrapped(name: XmlName, inner: XmlName, text: string | null | undefined): ReportElement | undefined {
  const content = textElement(inner, text)
  return content && element(name, content)
}

function policyElement({ signaturePolicy }: SignerReport): ReportElement | undefined {
  const id = signaturePolicy?.id ?? ''
  return wrapped('vr:SigPolicyIdentifier', 'vr:SigPolicyId', /^\d+(?:\.\d+)+$/.test(id) ? `urn:oid:${id}` : null)
}

const STAMP_NAMES: Readonly<Record<TimestampReport['kind'], XmlName>> = {
  signature: 'vr:SignatureTimeStamp',
  content: 'vr:AllDataObjectsTimeStamp',
  document: 'vr:DocTimeStamp',
}

/** The attribute for a time stamp; undefined for one without a time, which is then only an object. */
function stampElement({ kind, time }: Pick<TimestampReport, 'kind' | 'time'>, id: string): ReportElement | undefined {
  const text = xmlTime(time)
  if (text === undefined) return undefined
  return element(STAMP_NAMES[kind], referenceElement('vr:AttributeObject', id), element('vr:TimeStampValue', text))
}

/** The attributes for the document time stamps that prove when the signature existed. */
function documentStamps({ proofs }: SignerReport, objects: ValidationObjects): (ReportElement | undefined)[] {
  return proofs.map(({ kind, name, time }) => {
    const id = kind === 'document-timestamp' ? objects.documentStamp(name) : undefined
    return id === undefined ? undefined : stampElement({ kind: 'document', time }, id)
  })
}

function byteRangeElement(byteRange: readonly number[] | null): ReportElement | undefined {
  if (byteRange === null || !byteRange.every(Number.isSafeInteger)) return undefined
  return element('vr:ByteRange', byteRange.join(' '))
}

/**
 * Finds all signatures of a file, and faults that only show when they are compared.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { readFields } from '../../pdf/forms.js'
import { PdfDict } from '../../pdf/objects.js'
import { quoteText } from '../foreign-text.js'
import type { Finding } from '../report.js'
import type { RevisionChain } from '../revision-views.js'
import { findSignaturePlace, signatureAt } from './signature-place.js'
import type { SignatureReading } from './signature-reading.js'
import { isLineEnds, type SignatureField } from './signature-structure.js'

/** Signature fields that have any dictionary as their value. */
export function signatureFields(document: PdfDocument): SignatureField[] {
  return readFields(document).flatMap(({ ref, dict, name, type, value }) => {
    if (type !== 'Sig' || !(value instanceof PdfDict)) return []
    const found = findSignaturePlace(document, ref)
    // When /Parent contradicts /Kids, readers see different signatures.
    const place = found !== undefined && signatureAt(document, found) === value ? found : undefined
    return [{ ref, dict, name, type, value, signature: value, place }]
  })
}

/** Compares signatures by signing order, which is the order of the ends of what they cover. */
export function bySignedEnd(a: SignatureReading, b: SignatureReading): number {
  return signedEndOf(a) - signedEndOf(b)
}

function signedEndOf({ structure }: SignatureReading): number {
  return structure.ranges?.[1][1] ?? Number.MAX_SAFE_INTEGER
}

/** Most field names that are listed when fields share a signature. */
const MAX_LISTED_FIELDS = 3

/** Finds two signatures that cover the same bytes, and one dictionary in two fields: one of them is a copy. */
export function findCollisions(readings: readonly SignatureReading[]): Map<SignatureReading, Finding> {
  // A single signature cannot collide.
  if (readings.length < 2) return new Map()
  const byPlace = new Map<string, SignatureReading[]>()
  for (const reading of readings) {
    const { field, structure } = reading
    const keys: string[] = []
    if (structure.ranges !== undefined) keys.push(`range ${structure.ranges.flat().join()}`)
    if (field.place !== undefined) keys.push(`object ${field.place.object.num}`)
    for (const key of keys) {
      const group = byPlace.get(key)
      if (group === undefined) byPlace.set(key, [reading])
      else group.push(reading)
    }
  }
  const collisions = new Map<SignatureReading, Finding>()
  for (const group of byPlace.values()) {
    if (group.length < 2) continue
    const names = group.slice(0, MAX_LISTED_FIELDS).map(({ field }) => quoteText(field.name))
    const others = group.length > names.length ? ` and ${group.length - names.length} more` : ''
    const message = `The fields ${names.join(', ')}${others} hold one and the same signature.`
    for (const reading of group) collisions.set(reading, { code: 'signature_shared', message })
  }
  return collisions
}

/**
 * Position of bytes that follow both the last revision and everything its signatures cover; `undefined` for line ends only.
 */
export function findRemainder(
  { bytes }: PdfDocument,
  { views }: RevisionChain,
  readings: readonly SignatureReading[],
): number | undefined {
  const last = views.at(-1)
  let end = last?.markerEnd ?? bytes.length
  for (const { structure } of readings) {
    if (structure.view === last && structure.ranges !== undefined) end = Math.max(end, structure.ranges[1][1])
  }
  return isLineEnds(bytes, end) ? undefined : end
}

/**
 * Appends validation data, a document time stamp, or both, as one increment (ISO 32000-2, 12.8.4.3 and 12.8.5).
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import type { TimestampHash } from '../../cms/timestamps.js'
import { SealwrightError } from '../../errors.js'
import { Pace } from '../../pace/pace.js'
import { getPage } from '../../pdf/catalog.js'
import { PdfDocument } from '../../pdf/document.js'
import { readFields, TIMESTAMP_DESCRIPTION } from '../../pdf/forms.js'
import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../pdf/objects.js'
import { damaged } from '../../pdf/reading.js'
import { addDss, type DssMaterial, IncrementWriter } from '../../pdf/writing.js'
import { createHash } from '../../platform/hashes.js'
import { randomBytes } from '../../platform/random.js'
import type { ObtainedTimestamp, Stamper } from '../../trust/stamping.js'
import { checkSignedFile } from '../check-signed-file.js'
import { conformanceNeeds } from '../conformance.js'
import { addSignatureField, chooseFieldName, emptyForm } from '../field/signature-field.js'
import {
  createContentsPlaceholder,
  fillByteRange,
  fillContents,
  type SignaturePlaceholder,
} from '../signature-dictionary.js'

/** The document that is appended to. */
export interface EvidenceTarget {
  readonly pdf: Uint8Array
  readonly password: string | Uint8Array | undefined
  /** Gives turns to the event loop. Default: one without a signal. */
  readonly pace?: Pace
}

/** A document with its new time stamp. */
interface StampedDocument {
  readonly bytes: Uint8Array
  readonly timestamp: ObtainedTimestamp
}

/** Plan made before a time stamp is obtained. */
export interface StampPlan {
  readonly timestamp: ObtainedTimestamp
  /** Contents of the document security store in the same revision. */
  readonly material: DssMaterial | undefined
}

/** Most plans. When an authority other than the planned one stamps, a new plan is made. */
const MAX_ATTEMPTS = 3

/** Appends validation data only; returns the same bytes when there is nothing new. */
export async function appendMaterial(
  target: EvidenceTarget,
  material: DssMaterial,
  vriKeys: readonly string[] = [],
): Promise<Uint8Array> {
  const { pdf, password } = target
  const document = PdfDocument.open(pdf, { password })
  const increment = new IncrementWriter(document, { searchAll: true })
  const before = increment.size
  putCatalog(document, increment, addDss(document, increment, material, vriKeys))
  if (increment.size === before) return pdf
  const bytes = concatBytes([pdf, increment.finish(randomBytes(16))])
  await checkEarlier(document, bytes, 'validation data', target)
  return bytes
}

/** Checks earlier signatures with the verifier, which is only loaded here. */
async function checkEarlier(
  document: PdfDocument,
  bytes: Uint8Array,
  what: string,
  { password, pace = new Pace({}) }: EvidenceTarget,
): Promise<void> {
  const { checkEarlierSignatures } = await import('../check-earlier-signatures.js')
  await pace.run(checkEarlierSignatures(document, bytes, { what, advice: 'Keep the document as it is.', password }))
}

/**
 * Appends a document time stamp in a new, invisible field, with validation data in the same revision, so that the stamp
 * covers it.
 *
 * @param plan says which authority will probably stamp, and returns the validation data; called again when another one
 *   stamped
 * @throws SealwrightError `timestamp_…`, those of `plan`, and those of reading the document
 */
export async function appendTimestamp(
  target: EvidenceTarget,
  stamper: Stamper,
  plan: () => Promise<StampPlan>,
  vriKeys: readonly string[] = [],
): Promise<StampedDocument> {
  const { pdf, password } = target
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { timestamp: expected, material } = await plan()
    const document = PdfDocument.open(pdf, { password })
    const maxBytes = stamper.roomFor(expected)
    const planned = planTimestamp(document, material, maxBytes, vriKeys)
    const bytes = concatBytes([pdf, planned.increment])
    const [, gapStart, gapEnd] = fillByteRange(bytes, pdf.length, planned.placeholder)
    await checkEarlier(document, bytes, 'a document time stamp', target)
    const digestBy = (hash: TimestampHash) =>
      createHash(hash).update(bytes.subarray(0, gapStart)).update(bytes.subarray(gapEnd)).digest()
    const { timestamp, isExpected } = await stamper.stamp(digestBy)
    if ((isExpected || material === undefined) && timestamp.token.length <= maxBytes) {
      fillContents(bytes, pdf.length, planned.placeholder, timestamp.token)
      checkSignedFile(bytes, planned, timestamp.token)
      return { bytes, timestamp }
    }
  }
  const message = 'The time-stamping authorities changed from one stamp to the next.'
  throw new SealwrightError('timestamp_unavailable', message)
}

interface PlannedTimestamp {
  readonly document: PdfDocument
  readonly increment: Uint8Array
  readonly placeholder: SignaturePlaceholder
  readonly signatureRef: PdfRef
}

function planTimestamp(
  document: PdfDocument,
  material: DssMaterial | undefined,
  maxBytes: number,
  vriKeys: readonly string[],
): PlannedTimestamp {
  const increment = new IncrementWriter(document, { searchAll: true })
  const page = getPage(document, 0)
  if (page === undefined) throw damaged('it has no page')
  const changes = material === undefined ? {} : addDss(document, increment, material, vriKeys)
  const placeholder = createTimestampPlaceholder(maxBytes)
  const signatureRef = increment.add(placeholder.dict)
  const { isTagged, everyAppearance } = conformanceNeeds(document)
  const [left, bottom] = page.box
  const form = addSignatureField(document, increment, {
    name: chooseFieldName(readFields(document), 'Timestamp'),
    page,
    rectangle: isTagged ? [left, bottom, left, bottom] : [0, 0, 0, 0],
    appearance: everyAppearance ? increment.add(emptyForm()) : undefined,
    signature: signatureRef,
    isFirst: false,
    description: isTagged ? TIMESTAMP_DESCRIPTION : undefined,
    structure: undefined,
  })
  putCatalog(document, increment, { ...changes, ...form })
  return { document, increment: increment.finish(randomBytes(16)), placeholder, signatureRef }
}

/** The dictionary of a document time stamp (12.8.5), without name, time and reason, since the token has these. */
function createTimestampPlaceholder(maxBytes: number): SignaturePlaceholder {
  const { byteRange, contents } = createContentsPlaceholder(maxBytes)
  const dict = new PdfDict({
    Type: PdfName.of('DocTimeStamp'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.RFC3161'),
    V: 0,
    ByteRange: byteRange,
    Contents: contents,
  })
  return { dict, byteRange, contents }
}

function putCatalog(document: PdfDocument, increment: IncrementWriter, changes: Record<string, PdfObject>): void {
  if (Object.keys(changes).length > 0) increment.put(document.catalogRef, document.catalog.with(changes))
}

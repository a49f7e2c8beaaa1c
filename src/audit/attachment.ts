/**
 * The audit record inside a PDF: an embedded file (ISO 32000-2, 7.11.4) that is an associated file (14.13).
 *
 * The signature dictionary always names the record, so that each record stands with the signature that covers it. In
 * a document without earlier signatures the record is listed in the catalog too, where every reader shows attachments.
 * In a signed one the catalog must stay as it is. There the record is associated with the form XObject that draws the
 * signature (14.13.8) as well: verifiers expect whatever a new appearance consists of as an addition, while some of
 * them do not look at what the entries of a signature dictionary refer to.
 *
 * @module
 */

import { nameTreeEntries, withNameTreeEntry } from '../pdf/catalog.js'
import type { PdfDocument } from '../pdf/document.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../pdf/objects.js'
import { dateString, decodeTextString, textString } from '../pdf/text.js'
import type { IncrementWriter } from '../pdf/writing.js'
import { deflateSync } from '../platform/deflation.js'
import { createHash } from '../platform/hashes.js'

const FILE_NAME = 'audit-trail'
const COMPRESS_ABOVE_BYTES = 2048

/** Adds the record's embedded file and its file specification; gives the latter's reference. */
export function addAuditAttachment(sink: ObjectSink, record: Uint8Array, fileName: string, date: Date): PdfRef {
  const compressed = record.length > COMPRESS_ABOVE_BYTES
  const file = sink.add(
    new PdfStream(
      new PdfDict({
        Type: PdfName.of('EmbeddedFile'),
        Subtype: PdfName.of('application/json'),
        Params: new PdfDict({
          Size: record.length,
          CheckSum: new PdfString(createHash('md5').update(record).digest(), true),
          CreationDate: dateString(date),
          ModDate: dateString(date),
        }),
        ...(compressed ? { Filter: PdfName.of('FlateDecode') } : {}),
      }),
      compressed ? deflateSync(record) : record,
    ),
  )
  return sink.add(
    new PdfDict({
      Type: PdfName.of('Filespec'),
      F: textString(fileName),
      UF: textString(fileName),
      Desc: textString('Audit trail of the signature'),
      AFRelationship: PdfName.of('Supplement'),
      EF: new PdfDict({ F: file, UF: file }),
    }),
  )
}

/** The first of `audit-trail.json`, `audit-trail-2.json`, ... that the document's attachments do not use. */
export function chooseAttachmentName(document: PdfDocument): string {
  const used = new Set<string>()
  for (const [key] of nameTreeEntries(document, embeddedFiles(document))) used.add(decodeTextString(key.bytes))
  let name = `${FILE_NAME}.json`
  for (let count = 2; used.has(name); count++) name = `${FILE_NAME}-${count}.json`
  return name
}

/** The catalog entries that list a file specification among the document's attachments and associated files. */
export function listInCatalog(
  document: PdfDocument,
  increment: IncrementWriter,
  fileName: string,
  fileSpec: PdfRef,
): Record<string, PdfObject> {
  const { catalog } = document
  const changes: Record<string, PdfObject> = {}

  const associated = catalog.get('AF')
  const files = document.resolve(associated)
  if (associated instanceof PdfRef && Array.isArray(files)) {
    increment.put(associated, [...files, fileSpec])
  } else {
    // A file specification where an array of them should stand stays associated.
    const lone = files instanceof PdfDict && associated !== undefined ? [associated] : []
    changes['AF'] = [...(Array.isArray(files) ? files : lone), fileSpec]
  }

  const namesObject = catalog.get('Names')
  const names = document.resolve(namesObject)
  const dict = names instanceof PdfDict ? names : new PdfDict()
  const tree = dict.get('EmbeddedFiles')
  const newTree = withNameTreeEntry(document, increment, tree, textString(fileName), fileSpec)
  if (newTree !== tree) {
    const changed = dict.with({ EmbeddedFiles: newTree })
    if (namesObject instanceof PdfRef && names instanceof PdfDict) increment.put(namesObject, changed)
    else changes['Names'] = changed
  }
  return changes
}

function embeddedFiles(document: PdfDocument): PdfObject | undefined {
  return document.lookupDict(document.catalog, 'Names')?.get('EmbeddedFiles')
}

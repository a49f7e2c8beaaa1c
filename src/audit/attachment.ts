/**
 * The audit record inside a PDF: an embedded file (ISO 32000-2, 7.11.4) that is an associated file (14.13).
 *
 * The signature dictionary always names the record, so each record belongs to the signature that covers it. In a document
 * without earlier signatures, the catalog lists the record too, because every reader shows those attachments. In a signed
 * document the catalog must stay unchanged. There the record is also associated with the form XObject that draws the
 * signature (14.13.8): verifiers expect the parts of a new appearance as additions, and some of them do not follow the
 * entries of a signature dictionary.
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

/** Adds the embedded file and the file specification of the record. Returns the reference of the file specification. */
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

/** The first name among `audit-trail.json`, `audit-trail-2.json`, ... that no attachment of the document has. */
export function chooseAttachmentName(document: PdfDocument): string {
  const used = new Set<string>()
  for (const [key] of nameTreeEntries(document, embeddedFiles(document))) used.add(decodeTextString(key.bytes))
  let name = `${FILE_NAME}.json`
  for (let count = 2; used.has(name); count++) name = `${FILE_NAME}-${count}.json`
  return name
}

/** Catalog entries that list a file specification among the attachments and the associated files of the document. */
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
    // A single file specification in the place of an array is kept as an associated file.
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

/**
 * Audit records that are kept among private data.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findAuditRecord } from '../../src/audit/find-record.js'
import { findPrivateRecord } from '../../src/audit/private-record.js'
import { addPrivateRecord, privateRecordEntries } from '../../src/audit/write-private-record.js'
import { convertFile } from '../../src/convert/convert-file.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { textString } from '../../src/pdf/syntax/text-string.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import { signerOfIdentity } from '../../src/sign/identity/signer-of-identity.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE, streamText } from '../pdf/make-pdf.js'
import { identityOf, requestWith, sign, WITH_PAGE } from '../sign/signing.js'
import { extractCms } from '../support/oracles.js'

/** A signed PDF/A-2u, whose record is among the private data. */
async function signedArchive(request = requestWith()): Promise<Uint8Array> {
  const markdown = new TextEncoder().encode('# Agreement')
  const { bytes } = await convertFile(markdown, { from: 'md', to: 'pdf' }, { conformance: 'PDF/A-2u' })
  return sign(bytes, {}, request)
}

/** The only signature of a document, and where its record is. */
function recordOf(bytes: Uint8Array) {
  const document = PdfDocument.open(bytes)
  const field = readFields(document).find(({ type }) => type === 'Sig')
  const ref = field?.dict.get('V')
  const signature = document.resolve(ref)
  if (!(ref instanceof PdfRef && signature instanceof PdfDict)) throw new Error('It has no signature.')
  const record = findPrivateRecord(document, signature)
  if (record === undefined) throw new Error('It has no record.')
  return { document, ref, signature, record }
}

function append(bytes: Uint8Array, change: (increment: IncrementWriter, document: PdfDocument) => void): Uint8Array {
  const document = PdfDocument.open(bytes)
  const increment = new IncrementWriter(document)
  change(increment, document)
  return new Uint8Array(Buffer.concat([bytes, increment.finish(new Uint8Array(16))]))
}

/** Puts the signature of the same key over what the file has become. */
async function signAgain(bytes: Uint8Array): Promise<Uint8Array> {
  const { content, byteRange } = extractCms(bytes)
  const signer = signerOfIdentity(await identityOf())
  const cms = await signer.createCms(hash(signer.digestAlgorithm, content, 'buffer'), () => content, {
    now: new Date(),
  })
  const file = Buffer.from(bytes)
  file.write(
    Buffer.from(cms)
      .toString('hex')
      .padEnd(byteRange[2] - byteRange[1] - 2, '0'),
    byteRange[1] + 1,
    'latin1',
  )
  return new Uint8Array(file)
}

const forgedRecord = (record: Uint8Array) =>
  new TextEncoder().encode(new TextDecoder().decode(record).replace('Ada Lovelace', 'Charles Babbage'))

describe('a record among the private data', () => {
  it('is read back, with its chain and its page, and stays off the attachments', async () => {
    const bytes = await signedArchive(WITH_PAGE)
    expect((await verifyDocument(bytes)).signer?.audit).toMatchObject({ status: 'valid', page: 'matches' })
    expect(PdfDocument.open(bytes).catalog.has('Names')).toBe(false)
    expect(Buffer.from(bytes).includes('/EF')).toBe(false)
  })

  it('cannot be exchanged later', async () => {
    const bytes = await signedArchive()
    const { record, document } = recordOf(bytes)
    const stream = document.resolve(record)
    if (!(stream instanceof PdfStream)) throw new Error('The record is no stream.')
    const forged = forgedRecord(document.decode(stream))
    const report = await verifyDocument(
      append(bytes, (increment) => increment.put(record, new PdfStream(new PdfDict(), forged))),
    )
    expect(report.valid).toBe(false)
    // What was signed is reported, not what was put in its place.
    expect(report.signer?.audit?.record?.signer.name).toBe('Ada Lovelace')
  })

  it('cannot be named anew later', async () => {
    const bytes = await signedArchive()
    const { ref, signature } = recordOf(bytes)
    const renamed = append(bytes, (increment) => {
      const other = addPrivateRecord(increment, new TextEncoder().encode('{}'))
      increment.put(ref, signature.with(privateRecordEntries(other, new Date())))
    })
    expect((await verifyDocument(renamed)).valid).toBe(false)
  })

  it('cannot be taken from the form that draws the signature and given another one', async () => {
    const bytes = await signedArchive()
    const { document } = recordOf(bytes)
    const widget = readFields(document).find(({ type }) => type === 'Sig')?.dict
    const form = widget && document.lookupDict(widget, 'AP')?.get('N')
    const drawing = document.resolve(form)
    if (!(form instanceof PdfRef && drawing instanceof PdfStream)) throw new Error('There is no appearance.')
    const report = await verifyDocument(
      append(bytes, (increment) => {
        const other = addPrivateRecord(increment, new TextEncoder().encode('{}'))
        increment.put(form, new PdfStream(drawing.dict.with(privateRecordEntries(other, new Date())), drawing.data))
      }),
    )
    expect(report.valid).toBe(false)
  })

  it('does not count when it was not there when the signature was made', async () => {
    const bytes = await signedArchive()
    const { record, document } = recordOf(bytes)
    const stream = document.resolve(record)
    if (!(stream instanceof PdfStream)) throw new Error('The record is no stream.')
    const missing = String(document.xref.size + 20).padStart(String(record.num).length, '0')
    expect(missing.length).toBe(String(record.num).length)
    const text = Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(`/Private ${record.num} 0 R`, `/Private ${missing} 0 R`)
    const dangling = await signAgain(Buffer.from(text, 'latin1'))
    const alone = await verifyDocument(dangling)
    expect(alone.signer?.integrity.status).toBe('valid')
    expect(alone.signer?.audit).toBeNull()
    const ref = new PdfRef(Number(missing))
    const supplied = await verifyDocument(append(dangling, (increment) => increment.put(ref, stream)))
    expect(supplied.valid).toBe(false)
    expect(supplied.signer?.audit).toBeNull()
  })

  it('is refused beside another one, wherever that stands', () => {
    const document = PdfDocument.open(makePdf({ ...ONE_PAGE, 9: streamText('', '{}') }))
    const record = privateRecordEntries(new PdfRef(9), new Date())
    const file = new PdfStream(new PdfDict(), new TextEncoder().encode('{}'))
    const spec = new PdfDict({ F: textString('audit-trail.json'), EF: new PdfDict({ F: file }) })
    const codesOf = (entries: Record<string, PdfObject>) =>
      findAuditRecord(document, new PdfDict(entries))?.findings.map(({ code }) => code)
    expect(codesOf({})).toBeUndefined()
    expect(codesOf({ AF: [spec] })).toEqual(['audit_malformed'])
    expect(codesOf(record)).toEqual(['audit_malformed'])
    expect(codesOf({ AF: [spec, spec] })).toEqual(['audit_ambiguous'])
    expect(codesOf({ ...record, AF: [spec] })).toEqual(['audit_ambiguous'])
  })
})

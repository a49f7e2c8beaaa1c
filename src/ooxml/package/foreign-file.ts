/**
 * Identifies files that are not a DOCX.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]

/** Beginnings of files that people take for DOCX, with what they are. */
const STARTS: readonly (readonly [start: string, what: string])[] = [
  ['%PDF-', 'a PDF'],
  ['{\\rtf', 'an RTF document'],
  ['<?xml', 'an XML document, not a ZIP archive with parts'],
  ['<!DOCTYPE', 'an HTML document'],
  ['<html', 'an HTML document'],
]

/** Office documents by the content type of their main part. */
const APPLICATIONS: readonly (readonly [part: string, what: string])[] = [
  ['spreadsheetml', 'an Excel workbook'],
  ['ms-excel', 'an Excel workbook'],
  ['presentationml', 'a PowerPoint presentation'],
  ['ms-powerpoint', 'a PowerPoint presentation'],
  ['visio', 'a Visio drawing'],
  ['xps', 'an XPS document'],
]

/**
 * The error for bytes that are not a ZIP archive. Word wraps a document with a password in an OLE compound file ([MS-OFFCRYPTO],
 * 1.3.3), which is also the container of .doc files.
 */
export function refuseForeignFile(bytes: Uint8Array): SealwrightError {
  if (bytes.length === 0) return new SealwrightError('invalid_document', 'The document is empty: it has no bytes.')
  if (COMPOUND_FILE.every((byte, index) => bytes[index] === byte)) {
    if (hasStream(bytes, 'EncryptedPackage')) {
      return new SealwrightError(
        'document_encrypted',
        'The document is protected with a password: save it without one.',
      )
    }
    const what = hasStream(bytes, 'WordDocument') ? 'a Word 97-2003 document (.doc)' : 'an OLE compound file'
    return new SealwrightError('unsupported_document', `The document is ${what}, not a DOCX.`)
  }
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart()
  for (const [prefix, what] of STARTS) {
    if (start.startsWith(prefix))
      return new SealwrightError('unsupported_document', `The document is ${what}, not a DOCX.`)
  }
  return new SealwrightError('invalid_document', 'The document is not a DOCX: it is not a ZIP archive.')
}

/** The error for a ZIP archive whose main part, if it has one, is not a Word document. */
export function refuseForeignArchive(names: Iterable<string>, mainContentType: string | undefined): SealwrightError {
  for (const [part, what] of APPLICATIONS) {
    if (mainContentType?.includes(part)) {
      return new SealwrightError('unsupported_document', `The document is ${what}, not a DOCX.`)
    }
  }
  for (const name of names) {
    if (name === 'mimetype') {
      return new SealwrightError('unsupported_document', 'The document is an OpenDocument or EPUB file, not a DOCX.')
    }
  }
  return new SealwrightError('invalid_document', 'The document is not a DOCX: the archive has no Word document in it.')
}

/** Whether a compound file has a stream. Names of streams are stored in its directory in UTF-16 ([MS-CFB], 2.6.1). */
function hasStream(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name, 0, 'utf16le')
}

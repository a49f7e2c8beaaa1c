/**
 * Values in the form of XML Schema.
 *
 * @module
 */

import { element, type ReportElement, type XmlName } from './xml-tree.js'

/** The beginning of a time in the years 1 to 9999, which all readers of XML Schema 1.0 accept. */
const LAWFUL_YEAR = /^(?!0000)\d{4}-/

/** A time as xs:dateTime in UTC; undefined for a text that is no time in the years 1 to 9999. */
export function xmlTime(iso: string | null | undefined): string | undefined {
  if (iso === null || iso === undefined) return undefined
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return undefined
  const text = time.toISOString().replace('.000Z', 'Z')
  return LAWFUL_YEAR.test(text) ? text : undefined
}

/** Bytes in base64. */
export function xmlBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** True for base64 in the form that this module writes. A report may come from another program. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

/** `DigestAlgAndValue` of a digest in base64. `algorithm` is the identifier of the digest algorithm. */
export function digestElement(algorithm: string, base64: string): ReportElement {
  return element('vr:DigestAlgAndValue', ...digestParts(algorithm, base64))
}

/** The elements for the algorithm, by its identifier, and the value of a digest in base64. */
export function digestParts(algorithm: string, base64: string): readonly ReportElement[] {
  return [
    { name: 'ds:DigestMethod', attributes: { Algorithm: algorithm }, children: [] },
    element('ds:DigestValue', base64),
  ]
}

/** `DigestAlgAndValue` of a SHA-256 in hexadecimal; undefined for any other text. */
export function sha256Element(hexadecimal: string): ReportElement | undefined {
  return /^[0-9a-f]{64}$/i.test(hexadecimal)
    ? element('vr:DigestAlgAndValue', ...sha256Parts(Buffer.from(hexadecimal, 'hex')))
    : undefined
}

/** The elements for the algorithm and the value of a SHA-256. */
export function sha256Parts(digest: Uint8Array): readonly ReportElement[] {
  return digestParts(SHA256, xmlBase64(digest))
}

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** A reference to an object of the report. */
export function referenceElement(name: XmlName, id: string): ReportElement {
  return { name, attributes: { VOReference: id }, children: [] }
}

/**
 * PEM, the textual encoding of keys and certificates (RFC 7468), with the encrypted form of RFC 1421 that OpenSSL still writes.
 *
 * @module
 */

import { latin1 } from './der-values.js'

/** One encapsulated part of a PEM text. */
export interface PemBlock {
  /** The label in `BEGIN label`. */
  readonly label: string
  /** The block with its boundary lines. */
  readonly text: string
  /** True when header fields say that the contents are encrypted (`Proc-Type: 4,ENCRYPTED`). */
  readonly isEncrypted: boolean
  /** The decoded contents, which cannot be decoded further when `isEncrypted`. */
  readonly bytes: Uint8Array
}

const BEGIN = '-----BEGIN '
const DASHES = '-----'

/** Finds all complete blocks. Text between them is ignored (RFC 7468, 2). */
export function readPemBlocks(input: string | Uint8Array): PemBlock[] {
  const given = typeof input === 'string' ? input : latin1(input)
  // Environment variables often hold line breaks as the two characters \n.
  const text = given.includes('\\n') ? given.replace(/(?:\\r)?\\n/g, '\n') : given
  const blocks: PemBlock[] = []
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at)) {
    const labelStart = at + BEGIN.length
    // A label is short and on one line. Without this limit, a text with many BEGINs would take quadratic time.
    const opening = text.slice(labelStart, labelStart + 80)
    const labelLength = opening.indexOf(DASHES)
    const label = opening.slice(0, Math.max(labelLength, 0))
    const bodyStart = labelStart + labelLength + DASHES.length
    const end = labelLength < 0 ? -1 : text.indexOf(DASHES, bodyStart)
    const closing = `-----END ${label}-----`
    if (end < 0 || !text.startsWith(closing, end)) {
      at = labelStart
      continue
    }
    const body = text.slice(bodyStart, end)
    // Header fields end with an empty line (RFC 1421, 4.4).
    const headerEnd = body.includes(':') ? /\r?\n[ \t]*\r?\n/.exec(body) : null
    const encoded = headerEnd === null ? body : body.slice(headerEnd.index)
    blocks.push({
      label,
      text: `${text.slice(at, end)}${closing}\n`,
      isEncrypted: /^Proc-Type:.{0,20}ENCRYPTED/m.test(body),
      bytes: Uint8Array.from(Buffer.from(encoded, 'base64')),
    })
    at = end + closing.length
  }
  return blocks
}

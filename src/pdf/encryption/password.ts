/**
 * Passwords as bytes (ISO 32000-2, 7.6.4.3.2 and 7.6.4.3.3).
 *
 * @module
 */

import { must } from '../../input/check-options.js'
import { isBytes } from '../../input/foreign-values.js'
import { encodePdfDoc } from '../syntax/pdf-doc-encoding.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { viewOf } from '../syntax/syntax.js'

/** White space of other scripts, which counts as a space (RFC 3454, C.1.2). */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g

/** Invisible characters, which are removed (RFC 3454, B.1). */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them stands for itself
const INVISIBLE = /[\u00ad\u034f\u1806\u180b-\u180d\u200c\u200d\u2060\ufe00-\ufe0f\ufeff]/g

/** Check of a password option. */
export const PASSWORD = must(
  `a string or a Uint8Array, at most ${PDF_LIMITS.maxPasswordLength} long`,
  (value) => (typeof value === 'string' || isBytes(value)) && value.length <= PDF_LIMITS.maxPasswordLength,
)

/**
 * The byte strings that a password may mean, the most likely first. A password given as bytes is used unchanged.
 *
 * Up to revision 4 a text is in PDFDocEncoding, later in UTF-8 after SASLprep (RFC 4013). Programs often skip SASLprep or
 * always use UTF-8, so these forms are tried as well. Whether SASLprep would refuse the text is not checked: such a text
 * could not have become the password.
 *
 * @param revision /R of the Encrypt dictionary
 */
export function passwordForms(password: string | Uint8Array, revision: number): Uint8Array[] {
  if (typeof password !== 'string') return [password]
  const utf8 = new TextEncoder().encode(password)
  const standard = revision >= 5 ? new TextEncoder().encode(saslPrep(password)) : encodePdfDoc(password)
  return standard === undefined || viewOf(standard).equals(utf8) ? [utf8] : [standard, utf8]
}

function saslPrep(text: string): string {
  return text.replace(SPACES, ' ').replace(INVISIBLE, '').normalize('NFKC')
}

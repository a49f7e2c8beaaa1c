/**
 * Looks in encrypted documents that one reader decrypts and another takes as they are (ISO 32000-2, 7.6.2 and 7.6.6): by a
 * crypt filter of their own, or since they say to be metadata, an embedded file or a part of the file structure.
 *
 * @module
 */

import { PdfVerbatim } from '../../../src/pdf/objects.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { fieldIn, readParts } from '../bases/form-parts.js'
import { bytesOf } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { rewriteWithQpdf } from '../support/structures.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'

/** Ways of encryption, as qpdf is asked for them. */
const ENCRYPTIONS: Readonly<Record<string, readonly string[]>> = {
  'RC4 with 40 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--'],
  'RC4 with 128 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=n', '--'],
  'RC4 by a crypt filter': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--force-V4', '--'],
  'AES with 128 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y', '--'],
  'AES with 128 bits and open metadata': [
    ...['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y', '--cleartext-metadata', '--'],
  ],
  'AES with 256 bits': ['--encrypt', '', 'owner', '256', '--'],
  'AES with 256 bits and open metadata': ['--encrypt', '', 'owner', '256', '--cleartext-metadata', '--'],
  'AES with 256 bits, revision 5': ['--allow-weak-crypto', '--encrypt', '', 'owner', '256', '--force-R5', '--'],
}

/** What makes a reader leave the data as they are. */
const ENTRIES: Readonly<Record<string, string>> = {
  'by the filter Crypt': '/Filter /Crypt',
  'by the filter Crypt with a name': '/Filter /Crypt /DecodeParms <</Type /CryptFilterDecodeParms /Name /Identity>>',
  'by the filter Crypt in an array': '/Filter [/Crypt] /DecodeParms [<</Name /Identity>>]',
  'as metadata': '/Type /Metadata',
  'as metadata by the filter Crypt':
    '/Type /Metadata /Subtype /Form /Filter [/Crypt] /DecodeParms [<</Name /Identity>>]',
  'as an embedded file': '/Type /EmbeddedFile',
  'as a cross-reference stream': '/Type /XRef',
  'as an object stream': '/Type /ObjStm /N 0 /First 0',
  'without a reason': '',
}

const HEAD =
  '/Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>>>'
const DATA = '/Tx BMC\nq BT /F 10 Tf 0 g 2 6 Td (100) Tj ET Q\nEMC\n'

const encrypted = new Map<string, Promise<Uint8Array>>()

function encryptAndSign({ writer }: Base, encryption: string): Promise<Uint8Array> {
  const key = `${writer} ${encryption}`
  const known = encrypted.get(key) ?? signed(writer, ENCRYPTIONS[encryption] ?? [])
  encrypted.set(key, known)
  return known
}

async function signed(writer: Base['writer'], options: readonly string[]): Promise<Uint8Array> {
  const plain = await unsignedBase(writer)
  return sign(await rewriteWithQpdf(plain, '--object-streams=disable', ...options))
}

const redraw =
  (encryption: string, entries: string): Maker =>
  async (base) => {
    const bytes = await encryptAndSign(base, encryption)
    return revise(bytes, (revision) => {
      for (const ref of fieldIn(readParts(bytes), 'amount').looks) {
        const own = entries.includes('/Subtype') ? HEAD.replace('/Subtype /Form', '') : HEAD
        const dictionary = `<<${own} ${entries} /Length ${DATA.length}>>\nstream\n`
        revision.put(ref, new PdfVerbatim(bytesOf(dictionary, DATA, '\nendstream')))
      }
    })
  }

const hasLook = ({ parts }: Base) => fieldIn(parts, 'amount').looks.length > 0

/** Encrypted and signed anew, so that it does not matter how the document was signed. */
export const encryptedLooks: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(
    Object.keys(ENCRYPTIONS).flatMap((encryption) =>
      Object.entries(ENTRIES).map(([name, entries]) => [
        `with ${encryption}, a look in the clear ${name}`,
        redraw(encryption, entries),
      ]),
    ),
  ),
  { profiles: ['plain'], fits: hasLook, isNamed: true },
)

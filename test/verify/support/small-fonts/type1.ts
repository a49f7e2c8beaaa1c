/**
 * A Type 1 font of a few glyphs (Adobe Type 1 Font Format, 1990).
 *
 * @module
 */

import { latin1Bytes } from '../../../../src/pdf/syntax/syntax.js'
import { bytesOf } from '../notation.js'
import { charstringOf } from './charstrings.js'
import type { SmallGlyph } from './small-font.js'

const EEXEC_KEY = 55665
const CHARSTRING_KEY = 4330

/** @param lead What stands in front, and is different each time in the fonts of others. */
function encrypt(bytes: Uint8Array, key: number, lead = 0): Uint8Array {
  let state = key
  return bytesOf(new Uint8Array(4).fill(lead), bytes).map((byte) => {
    const cipher = byte ^ (state >> 8)
    state = ((cipher + state) * 52845 + 22719) & 0xffff
    return cipher
  })
}

/** What may be odd about it: the matrix, subroutines, and charstrings that replace those made of contours. */
export interface Type1Options {
  readonly matrix?: string
  readonly subrs?: readonly Uint8Array[]
  readonly raw?: Readonly<Record<string, Uint8Array>>
  /** The first line. */
  readonly header?: string
  /** What stands in front of all else in the clear part, and in the private one. */
  readonly before?: { readonly clear?: string; readonly secret?: Uint8Array }
}

/** The file, and the lengths of its parts for /Length1 to /Length3. Codes are those of the standard encoding. */
export function writeType1(
  glyphs: readonly SmallGlyph[],
  {
    matrix = '0.001 0 0 0.001 0 0',
    subrs = [],
    raw = {},
    header = '%!PS-AdobeFont-1.0: Small 001.000',
    before = {},
  }: Type1Options = {},
): { readonly bytes: Uint8Array; readonly lengths: readonly [number, number, number] } {
  const clear = latin1Bytes(`${header}
${before.clear ?? ''}11 dict begin
/FontName /Small def
/PaintType 0 def
/FontType 1 def
/FontMatrix [${matrix}] readonly def
/Encoding StandardEncoding def
/FontBBox {0 0 1000 1000} readonly def
currentdict end
currentfile eexec
`)
  const body = bytesOf(
    before.secret ?? '',
    `dup /Private 9 dict dup begin
/RD {string currentfile exch readstring pop} executeonly def
/ND {noaccess def} executeonly def
/NP {noaccess put} executeonly def
/BlueValues [] def
/password 5839 def
/Subrs ${subrs.length} array
`,
    ...subrs.flatMap((subr, i) => {
      const code = encrypt(subr, CHARSTRING_KEY)
      return [`dup ${i} ${code.length} RD `, code, ' NP\n']
    }),
    `ND\n2 index /CharStrings ${glyphs.length} dict dup begin\n`,
    ...glyphs.flatMap((glyph) => {
      const code = encrypt(raw[glyph.name] ?? charstringOf(glyph, 1), CHARSTRING_KEY)
      return [`/${glyph.name} ${code.length} RD `, code, ' ND\n']
    }),
    'end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n',
  )
  const secret = encrypt(body, EEXEC_KEY)
  const trailer = latin1Bytes(`${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`)
  return { bytes: bytesOf(clear, secret, trailer), lengths: [clear.length, secret.length, trailer.length] }
}

/** A glyph as it stands in a font, in bytes that may stand in a comment. */
export function commentedGlyph(glyph: SmallGlyph): Uint8Array {
  for (let lead = 0; lead < 256; lead++) {
    const code = encrypt(charstringOf(glyph, 1), CHARSTRING_KEY, lead)
    if (!code.includes(10) && !code.includes(13)) {
      return bytesOf(`%/CharStrings 1 dict dup begin /${glyph.name} ${code.length} RD `, code, ' ND end\n')
    }
  }
  throw new Error('The glyph has the end of a line in it.')
}

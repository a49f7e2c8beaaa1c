/**
 * Documents with objects that nothing leads to, as programs leave them behind: fonts, forms, pictures, resources, fields.
 *
 * @module
 */

import type { PdfObject, PdfRef } from '../../../../src/pdf/objects.js'
import { form } from '../../attacks/looks.js'
import { PROFILES, type ProfileName, unsignedBase, WRITER_NAMES } from '../../bases/bases.js'
import type { WriterName } from '../../bases/writers.js'
import { dict, stream } from '../../support/notation.js'
import { type Revision, revise } from '../../support/revise.js'
import type { SignedSeed } from '../viewer-fuzzer.js'
import { contoursOf, digitProgram } from './small-programs.js'

const WIDTHS = Array.from({ length: 10 }, () => 556)

/** An embedded TrueType font with digits only. */
function trueTypeFont({ add }: Revision): PdfRef {
  const program = digitProgram()
  const file = add(stream(dict`<<>>`.with({ Length1: program.length }), program))
  const descriptor = add(dict`<</Type /FontDescriptor /FontName /ABCDEF+Digits /Flags 32 /FontBBox [0 0 556 700]
    /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 /FontFile2 ${file}>>`)
  return add(
    dict`<</Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Digits /FirstChar 48 /LastChar 57
    /Encoding /WinAnsiEncoding /FontDescriptor ${descriptor}>>`.with({ Widths: WIDTHS }),
  )
}

/** A Type 3 font whose glyphs are streams of their own. */
function type3Font({ add }: Revision): PdfRef {
  const names = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const glyphs = names.map((name, digit): [string, PdfObject] => {
    const bars = contoursOf(digit).map(
      ([[x, y] = [0, 0], , [right, top] = [0, 0]]) => `${x} ${y} ${right - x} ${top - y} re`,
    )
    return [name, add(stream(dict`<<>>`, `556 0 0 0 556 700 d1 ${bars.join(' ')} f\n`))]
  })
  const encoding = add(
    dict`<</Type /Encoding /Differences [48 /zero /one /two /three /four /five /six /seven /eight /nine]>>`,
  )
  return add(
    dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 556 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 48
    /LastChar 57 /Encoding ${encoding} /Resources <<>>>>`.with({
      Widths: WIDTHS,
      CharProcs: dict`<<>>`.with(Object.fromEntries(glyphs)),
    }),
  )
}

function addLeftovers(revision: Revision): void {
  const { add } = revision
  trueTypeFont(revision)
  type3Font(revision)
  const image = dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`
  const picture = add(stream(image, '\u0080'))
  const inner = add(form(100, 20, '0 0 1 rg 0 0 100 20 re f\n'))
  const resources = add(dict`<</XObject <</X ${inner} /I ${picture}>> /ExtGState <</G <</ca .5>>>>>>`)
  const outer = add(form(100, 20, '/X Do\n', dict`<</XObject <</X ${inner}>>>>`))
  add(stream(dict`<</Resources ${resources}>>`, '0 g 0 0 10 10 re f\n'))
  add(dict`<</Type /Annot /Subtype /Stamp /Rect [300 200 400 220] /F 4 /AP <</N ${outer}>>>>`)
  add(
    dict`<</Type /Annot /Subtype /Widget /FT /Tx /T (Left) /V (100) /F 4 /Rect [300 200 400 220] /DA (/Helv 10 Tf 0 g)>>`,
  )
  add(dict`<</Type /ExtGState /ca .5>>`)
  add(dict`<</S /JavaScript /JS (app.alert\\(1\\))>>`)
  add(dict`<</Type /OCG /Name (Draft)>>`)
}

const PROFILES_OF_ORPHANS: readonly ProfileName[] = ['plain', 'P=1', 'P=2', 'P=3', 'countersigned']

/** Each writer once, signed in turn in several ways. */
export function orphanSeeds(): SignedSeed[] {
  const all = WRITER_NAMES.flatMap((writer) => PROFILES_OF_ORPHANS.map((profile) => ({ writer, profile })))
  return all.map(({ writer, profile }) => ({
    name: `${writer}, ${profile}, with orphans`,
    read: () => signWithOrphans(writer, profile),
  }))
}

async function signWithOrphans(writer: WriterName, profile: ProfileName): Promise<Uint8Array> {
  return PROFILES[profile](revise(await unsignedBase(writer), addLeftovers))
}

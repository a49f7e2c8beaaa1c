/**
 * Content streams put together by chance: state, colours, paths, text, images and forms.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfStream } from '../../../src/pdf/objects.js'
import { form, HELVETICA, HIDING, type3In } from '../attacks/looks.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Draft, once, pick } from './draft.js'

const WORDS = ['100', '900', 'and 900 EUR more', 'Seen', 'Bob', 'The price is 900 EUR.', 'x', 'Approved', '.', '___']

/** An appearance: an honest one, one that hides by a known means, or operators in any order. */
export function anyLook(draft: Draft, width: number, height: number): PdfStream {
  const { random } = draft
  switch (random(5)) {
    case 0:
      return form(width, height, `0 0 1 rg BT /F 9 Tf 2 ${Math.max(2, height / 3)} Td (Seen by Bob) Tj ET\n`)
    case 1:
      return pick(random, Object.values(HIDING))(draft, width, height)
    default:
      return withEntries(draft, form(width, height, anyContent(draft, width, height), resources(draft)), width, height)
  }
}

function withEntries({ random, ...revision }: Draft, look: PdfStream, width: number, height: number): PdfStream {
  if (!once(random, 4)) return look
  const entries: readonly (() => Record<string, PdfObject>)[] = [
    () => ({ Matrix: [1, 0, 0, 1, random(200) - 100, random(200) - 100] }),
    () => ({ Matrix: [random(5), 0, 0, random(5), 0, 0] }),
    () => ({ BBox: [-random(500), -random(500), width + random(500), height + random(500)] }),
    () => ({ BBox: [0, 0, random(3), random(3)] }),
    () => ({ Group: dict`<</S /Transparency /I true /K true>>` }),
    () => ({ OC: revision.add(dict`<</Type /OCG /Name (x)>>`) }),
    () => ({ Resources: null }),
  ]
  for (const [key, value] of Object.entries(pick(random, entries)())) look.dict.entries.set(key, value)
  return look
}

function resources(draft: Draft): PdfDict {
  const base = dict`<</Font <</F ${HELVETICA}>> /ExtGState <</A <</ca .4 /CA .4>> /M <</BM /Multiply>> /D <</BM /Darken>>
    /S <</BM /Screen>>>>>>`
  const { random } = draft
  if (once(random, 6)) {
    const fonts = type3In(draft, '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f\n', 'F')
    return base.with({ Font: fonts.get('Font') ?? null })
  }
  if (!once(random, 3)) return base
  const inner = draft.add(form(100, 40, '1 g 0 0 100 40 re f\n'))
  const image = draft.add(
    stream(
      dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`,
      '\u00ff',
    ),
  )
  return base.with({ XObject: dict`<</X ${inner} /I ${image}>>` })
}

/** Operators for an area of some size. */
export function anyContent(draft: Draft, width: number, height: number): string {
  const { random } = draft
  return Array.from({ length: 1 + random(6) }, () => anyOperators(draft, width, height)).join('')
}

function anyOperators({ random }: Draft, width: number, height: number): string {
  const x = () => random(Math.ceil(width) + 1)
  const y = () => random(Math.ceil(height) + 1)
  const level = () => pick(random, ['0', '1', '1', '.5', '.9'])
  switch (random(14)) {
    case 0:
      return `${level()} g `
    case 1:
      return `${level()} G ${1 + random(6)} w `
    case 2:
      return `${x()} ${y()} ${x()} ${y()} re ${pick(random, ['f', 'S', 'B', 'f*', 'b', 'n', 'W n'])}\n`
    case 3:
      return `0 0 ${width} ${height} re ${pick(random, ['f', 'S', 'B'])}\n`
    case 4:
      return `${x()} ${y()} m ${x()} ${y()} l ${x()} ${y()} l ${pick(random, ['S', 's', 'f', 'b'])}\n`
    case 5:
    case 6:
      return `BT /F ${6 + random(20)} Tf ${x() / 2} ${y()} Td (${pick(random, WORDS)}) Tj ET\n`
    case 7:
      return `/${pick(random, ['A', 'M', 'D', 'S'])} gs `
    case 8:
      return 'q '
    case 9:
      return 'Q '
    case 10:
      return `${pick(random, ['1 0 0 1 5 5', '2 0 0 2 0 0', '0 1 -1 0 50 0', '.1 0 0 .1 0 0'])} cm `
    case 11:
      return `q ${width} 0 0 ${height} 0 0 cm /I Do Q /X Do\n`
    case 12:
      return `q ${x()} 0 0 ${y()} ${x()} ${y()} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff EI Q\n`
    default:
      return `${random(8)} Tr ${random(3)} Tc `
  }
}

/** Fonts whose glyphs are not what their codes say. */
export function lyingFonts(draft: Draft): PdfDict {
  const fonts: readonly (() => PdfDict)[] = [
    () => dict`<</F ${HELVETICA.with({ Encoding: pdf`<</Type /Encoding /Differences [48 /nine /eight]>>` })}>>`,
    () => {
      const font = type3In(draft, '600 0 0 0 600 700 d1 0 0 600 90 re 0 600 600 90 re f\n', 'F').get('Font')
      return font instanceof PdfDict ? font : new PdfDict()
    },
    () =>
      dict`<</F ${HELVETICA.with({ FirstChar: 48, LastChar: 57, Widths: Array.from({ length: 10 }, () => 4000) })}>>`,
  ]
  return new PdfDict({ Font: pick(draft.random, fonts)() })
}

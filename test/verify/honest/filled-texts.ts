/**
 * Text fields of all kinds, as Acrobat and Foxit fill them in.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import type { ContractRefs } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import type { Revision } from '../support/revise.js'

/** A field that the contract is made with, and how it is filled in afterwards. */
export interface Filling {
  /** Entries of the text field "amount" before it is signed; it stands at [60 570 260 590] unless told. */
  readonly field: Record<string, PdfObject>
  readonly fill: (revision: Revision, refs: ContractRefs) => void
}

const HIGH = pdf`[60 560 260 600]`

/** The look of a field: its content, in the form's font. */
export function look(refs: ContractRefs, content: string, entries = ''): PdfObject {
  const size = entries.includes('/BBox') ? '' : '/BBox [0 0 200 20]'
  return stream(
    dict`<</Type /XObject /Subtype /Form ${size} ${entries} /Resources <</ProcSet [/PDF /Text] /Font <</Helv ${refs.helv}>>>>>>`,
    content,
  )
}

const show =
  (value: PdfObject, content: string, entries = '', more: Record<string, PdfObject> = {}) =>
  (revision: Revision, refs: ContractRefs): void =>
    revision.set(refs.fieldAmount, {
      V: value,
      AP: dict`<</N ${revision.add(look(refs, content, entries))}>>`,
      M: pdf`(D:20261121100000+01'00')`,
      ...more,
    })

const NONE = null as PdfObject
const text = (content: string) => `/Tx BMC \nq\n1 1 198 18 re\nW\nn\nBT\n${content}\nET\nQ\nEMC\n`
/** The content of a field with one line. */
export const line = (shown: string, size = 10) => text(`0 g\n/Helv ${size} Tf\n2 6.5 Td\n(${shown}) Tj`)
const tall = (content: string) => `/Tx BMC \nq\n1 1 198 38 re\nW\nn\nBT\n${content}\nET\nQ\nEMC\n`
const comb = (letters: string, width: number) =>
  text(
    `0 g\n/Helv 10 Tf\n${[...letters].map((letter, i) => `${i === 0 ? width / 2 - 3 : width} ${i === 0 ? 6.5 : 0} Td\n(${letter}) Tj`).join('\n')}`,
  )
const dividers = (count: number, width: number) =>
  `q 0 0 1 RG 1 w 0.5 0.5 199 19 re s\n${Array.from({ length: count - 1 }, (_, i) => `${(i + 1) * width} 0.5 m ${(i + 1) * width} 19.5 l s`).join('\n')} Q\n`

const COMB = { Ff: 1 << 24, MaxLen: 10, V: NONE, AP: NONE }
const MULTILINE = { Ff: 1 << 12, V: NONE, AP: NONE, MaxLen: NONE, Rect: HIGH }
const RICH = { ...MULTILINE, Ff: (1 << 25) | (1 << 12) }
const TALL = '/BBox [0 0 200 40]'

const rich = (body: string) =>
  `<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml" xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/" xfa:APIVersion="Acrobat:21.7.0" xfa:spec="2.1">${body}</body>`

/** PyMuPDF asks for the list of files, and writes a name and a border into a field that has none. */
const asPyMuPdf: Filling['fill'] = (revision, refs) => {
  const [TU, BS] = [pdf`()`, pdf`<</S /S /W 1>>`]
  show(pdf`(250)`, line('250'), '', { TU, BS, Ff: 0 })(revision, refs)
  revision.set(revision.document.catalogRef, { PageMode: pdf`/UseAttachments` })
}

export const FILLINGS: Record<string, Filling> = {
  'a text by PyMuPDF': { field: { V: NONE, AP: NONE, BS: pdf`<</W 0>>` }, fill: asPyMuPdf },
  'a comb': { field: COMB, fill: show(pdf`(AT61190401)`, comb('AT61190401', 20)) },
  'a comb, not to its end': { field: COMB, fill: show(pdf`(AT61)`, comb('AT61', 20)) },
  'a comb with lines between its cells': {
    field: { ...COMB, MK: pdf`<</BC [0 0 1]>>` },
    fill: show(pdf`(AT61190401)`, dividers(10, 20) + comb('AT61190401', 20)),
  },
  'a comb whose frame and lines are one path': {
    field: { ...COMB, MK: pdf`<</BC [0 0 0]>>`, BS: pdf`<</W 1 /S /S>>` },
    fill: show(
      pdf`(AT611904)`,
      dividers(10, 20)
        .replaceAll(/ s(?=[\n ])/g, '')
        .replace(' Q', ' S Q') + comb('AT611904', 20),
    ),
  },
  'several lines': {
    field: MULTILINE,
    fill: show(
      pdf`(Bob Miller\\rMain Street 5\\r1010 Vienna)`,
      tall('0 g\n/Helv 10 Tf\n2 28.6 Td\n11.56 TL\n(Bob Miller) Tj\nT*\n(Main Street 5) Tj\nT*\n(1010 Vienna) Tj'),
      TALL,
    ),
  },
  'lines with an empty one between': {
    field: MULTILINE,
    fill: show(
      pdf`(Bob Miller\\r\\r1010 Vienna)`,
      tall('0 g\n/Helv 10 Tf\n2 28.6 Td\n(Bob Miller) Tj\n0 -23.12 Td\n(1010 Vienna) Tj'),
      TALL,
    ),
  },
  'a paragraph that is broken into lines': {
    field: MULTILINE,
    fill: show(
      pdf`(The goods are delivered to the house of the buyer at noon.)`,
      tall(
        '0 g\n/Helv 10 Tf\n2 28.6 Td\n(The goods are delivered to the house of ) Tj\n0 -11.56 Td\n(the buyer at noon.) Tj',
      ),
      TALL,
    ),
  },
  'rich text': {
    field: RICH,
    fill: show(
      pdf`(Bob Miller, Vienna)`,
      tall('0 g\n/Helv 10 Tf\n2 28.6 Td\n(Bob ) Tj\n0 0 1 rg\n(Miller) Tj\n0 g\n(, Vienna) Tj'),
      TALL,
      {
        RV: pdf`(${rich('<p dir="ltr" style="margin-top:0pt;font-family:Helvetica;font-size:10pt"><span>Bob </span><span style="color:#0000ff">Miller</span><span>, Vienna</span></p>')})`,
        DS: pdf`(font: Helvetica 10pt)`,
      },
    ),
  },
  'rich text in two paragraphs': {
    field: { ...RICH, DS: pdf`(font: Helvetica 10pt)` },
    fill: show(
      pdf`(Bob & Ada\\rVienna)`,
      tall('0 g\n/Helv 10 Tf\n2 28.6 Td\n(Bob & Ada) Tj\n0 -11.56 Td\n(Vienna) Tj'),
      TALL,
      { RV: pdf`(${rich('<p>Bob &amp; Ada</p><p>Vienna</p>')})` },
    ),
  },
  'a size that the reader chooses': {
    field: { DA: pdf`(/Helv 0 Tf 0 g)` },
    fill: show(pdf`(250)`, line('250', 12)),
  },
  'a number at the right': {
    field: { Q: 2 },
    fill: show(pdf`(250)`, text('0 g\n/Helv 10 Tf\n181.3 6.5 Td\n(250) Tj')),
  },
  'a date': { field: { V: NONE }, fill: show(pdf`(21.11.26)`, line('21.11.26')) },
  'letters one by one': {
    field: {},
    fill: show(pdf`(250)`, text('0 g\n/Helv 10 Tf\n1 0 0 1 2 6.5 Tm\n[(2) 10 (5) -10 (0)] TJ')),
  },
  'an inset frame': {
    field: { MK: pdf`<</BC [0] /BG [1]>>`, BS: pdf`<</W 1 /S /I>>` },
    fill: show(
      pdf`(250)`,
      `1 g\n0 0 200 20 re\nf\n0.50195 g\n1 1 m\n1 19 l\n199 19 l\n198 18 l\n2 18 l\n2 2 l\nf\n0.75293 g\n199 19 m\n199 1 l\n1 1 l\n2 2 l\n198 2 l\n198 18 l\nf\n0 G\n0.5 0.5 199 19 re\ns\n${line('250')}`,
    ),
  },
  'a bevelled frame': {
    field: { MK: pdf`<</BC [0] /BG [0.9]>>`, BS: pdf`<</W 2 /S /B>>` },
    fill: show(
      pdf`(250)`,
      `0.9 g\n0 0 200 20 re\nf\n1 g\n2 2 m\n2 18 l\n198 18 l\n196 16 l\n4 16 l\n4 4 l\nf\n0.5 g\n198 18 m\n198 2 l\n2 2 l\n4 4 l\n196 4 l\n196 16 l\nf\n0 G\n2 w\n1 1 198 18 re\ns\n${line('250')}`,
    ),
  },
  'a line below': {
    field: { MK: pdf`<</BC [0]>>`, BS: pdf`<</W 1 /S /U>>` },
    fill: show(pdf`(250)`, `q\n0 G\n1 w\n0 0.5 m\n200 0.5 l\ns\nQ\n${line('250')}`),
  },
  'a dashed frame': {
    field: { MK: pdf`<</BC [1 0 0]>>`, BS: pdf`<</W 1 /S /D /D [3 3]>>` },
    fill: show(pdf`(250)`, `q\n1 0 0 RG\n[3 3] 0 d\n0.5 0.5 199 19 re\ns\nQ\n${line('250')}`),
  },
  'a field that is turned': {
    field: { Rect: pdf`[60 400 80 600]`, MK: pdf`<</R 90>>`, V: NONE, AP: NONE },
    fill: show(pdf`(250)`, line('250'), '/BBox [0 0 200 20] /Matrix [0 1 -1 0 20 0]'),
  },
  'a password': {
    field: { Ff: 1 << 13, V: NONE },
    fill: show(pdf`(secret)`, line('******')),
  },
  'Cyrillic letters in a font of the system': {
    field: { MaxLen: NONE },
    fill: (revision, refs) => {
      const font = revision.add(dict`<</Type /Font /Subtype /TrueType /BaseFont /ArialMT /FirstChar 192 /LastChar 196
        /Widths [722 656 656 542 677] /Encoding <</Type /Encoding /BaseEncoding /WinAnsiEncoding
        /Differences [192 /afii10017 /afii10018 /afii10019 /afii10020 /afii10021]>>
        /FontDescriptor <</Type /FontDescriptor /FontName /ArialMT /Flags 32 /FontBBox [-665 -325 2000 1006] /Ascent 905
        /Descent -212 /ItalicAngle 0 /CapHeight 718 /StemV 80>>>>`)
      revision.set(refs.fieldAmount, {
        V: pdf`<FEFF041004110412>`,
        AP: dict`<</N ${revision.add(
          stream(
            dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</ArialMT ${font}>>>>>>`,
            text('0 g\n/ArialMT 10 Tf\n2 6.5 Td\n<C0C1C2> Tj'),
          ),
        )}>>`,
      })
    },
  },
  'Chinese letters in a font of the reader': {
    field: { MaxLen: NONE },
    fill: (revision, refs) => {
      const font = revision.add(dict`<</Type /Font /Subtype /Type0 /BaseFont /AdobeSongStd-Light /Encoding /UniGB-UCS2-H
        /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /AdobeSongStd-Light /DW 1000
        /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 4>>
        /FontDescriptor <</Type /FontDescriptor /FontName /AdobeSongStd-Light /Flags 6 /FontBBox [-134 -254 1001 905]
        /Ascent 880 /Descent -120 /ItalicAngle 0 /CapHeight 626 /StemV 44>>>>]>>`)
      revision.set(refs.fieldAmount, {
        V: pdf`<FEFF4E2D6587>`,
        AP: dict`<</N ${revision.add(
          stream(
            dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Song ${font}>>>>>>`,
            text('0 g\n/Song 10 Tf\n2 6.5 Td\n<4E2D6587> Tj'),
          ),
        )}>>`,
      })
    },
  },
}

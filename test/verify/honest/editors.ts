/**
 * Honest changes as the editors that people use write them: fields of all kinds as Acrobat and Foxit fill them in, and
 * the comments of a review.
 *
 * @module
 */

import type { PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { type Attack, type Edit, type HonestUse, honest, signed } from '../support/cases.js'
import type { ContractOptions, ContractRefs } from '../support/contract.js'
import { annotation, EMPTY_PLACE } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'

/** A field that the contract is made with, and how it is filled in afterwards. */
interface Filling {
  /** Entries of the text field "amount" before it is signed; it stands at [60 570 260 590] unless told. */
  readonly field: Record<string, PdfObject>
  readonly fill: (revision: Revision, refs: ContractRefs) => void
}

const HIGH = pdf`[60 560 260 600]`

/** The look of a field: its content, in the form's font. */
function look(refs: ContractRefs, content: string, entries = ''): PdfObject {
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
const line = (shown: string, size = 10) => text(`0 g\n/Helv ${size} Tf\n2 6.5 Td\n(${shown}) Tj`)
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

const FILLINGS: Record<string, Filling> = {
  'a comb': { field: COMB, fill: show(pdf`(AT61190401)`, comb('AT61190401', 20)) },
  'a comb, not to its end': { field: COMB, fill: show(pdf`(AT61)`, comb('AT61', 20)) },
  'a comb with lines between its cells': {
    field: { ...COMB, MK: pdf`<</BC [0 0 1]>>` },
    fill: show(pdf`(AT61190401)`, dividers(10, 20) + comb('AT61190401', 20)),
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

const OPTIONS = pdf`[[(AT) (Austria)] [(BE) (Belgium)]]`
const list = (lines: readonly string[], chosen: readonly number[]) =>
  `/Tx BMC\nq\n1 1 198 58 re\nW\nn\n${chosen.map((i) => `0.6 0.75686 0.8549 rg\n1 ${47.2 - 11.6 * i} 198 11.6 re\nf\n`).join('')}BT\n/Helv 10 Tf\n0 g\n2 50 Td\n${lines.map((item) => `(${item}) Tj\n0 -11.6 Td`).join('\n')}\nET\nQ\nEMC\n`

const LIST = { Ff: 1 << 21, Opt: pdf`[(Red) (Green) (Blue)]`, Rect: pdf`[300 300 500 360]` }

/** Choices, made of the field "country". */
const CHOICES: Record<string, { field: Record<string, PdfObject>; fill: Filling['fill'] }> = {
  'an option with a value of its own': {
    field: { Opt: OPTIONS },
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, {
        V: pdf`(BE)`,
        I: [1],
        AP: dict`<</N ${revision.add(look(refs, line('Belgium')))}>>`,
      }),
  },
  'an option that the user writes': {
    field: { Ff: (1 << 17) | (1 << 18), Opt: OPTIONS },
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, { V: pdf`(Italy)`, AP: dict`<</N ${revision.add(look(refs, line('Italy')))}>>` }),
  },
  'two options of a list': {
    field: LIST,
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, {
        V: pdf`[(Red) (Blue)]`,
        I: [0, 2],
        AP: dict`<</N ${revision.add(look(refs, list(['Red', 'Green', 'Blue'], [0, 2]), '/BBox [0 0 200 60]'))}>>`,
      }),
  },
  'no option of a list': {
    field: { ...LIST, V: pdf`(Red)`, I: [0] },
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, {
        V: null,
        I: null,
        AP: dict`<</N ${revision.add(look(refs, list(['Red', 'Green', 'Blue'], []), '/BBox [0 0 200 60]'))}>>`,
      }),
  },
}

/** A mark out of ZapfDingbats in a frame, as Acrobat draws it. */
const mark = (zapf: PdfRef, sign: string) =>
  stream(
    dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15] /Resources <</Font <</ZaDb ${zapf}>>>>>>`,
    `q\n1 g\n0 0 15 15 re\nf\n0 G\n0.5 0.5 14 14 re\ns\nQ\nq\n1 1 13 13 re\nW\nn\nBT\n/ZaDb 11 Tf\n0 g\n2.7 3.4 Td\n(${sign}) Tj\nET\nQ\n`,
  )

const BUTTONS: Record<string, Edit> = {
  'a box is ticked, its looks made anew': (revision, refs) => {
    const zapf = revision.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>`)
    const off = stream(
      dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15]>>`,
      'q\n1 g\n0 0 15 15 re\nf\n0 G\n0.5 0.5 14 14 re\ns\nQ\n',
    )
    revision.set(refs.fieldAgree, {
      V: pdf`/Yes`,
      AS: pdf`/Yes`,
      AP: dict`<</N <</Yes ${revision.add(mark(zapf, '4'))} /Off ${revision.add(off)}>>
        /D <</Yes ${revision.add(mark(zapf, '4'))} /Off ${revision.add(off)}>>>>`,
    })
  },
  'radio buttons are cleared': (revision, refs) => {
    revision.set(refs.fieldPlan, { V: pdf`/Off` })
    revision.set(refs.planBasic, { AS: pdf`/Off` })
    revision.set(refs.planFull, { AS: pdf`/Off` })
  },
}

const form = (dictionary: string, content: string) =>
  stream(dict`<</Type /XObject /Subtype /Form ${dictionary}>>`, content)

const MULTIPLY =
  '/Resources <</ExtGState <</R0 <</Type /ExtGState /AIS false /BM /Multiply>>>>>> /Group <</S /Transparency>>'
const QUADS = pdf`[60 752 160 752 60 737 160 737]`
const AUTHOR = { T: pdf`(Bob)`, M: pdf`(D:20261121100000Z)`, CreationDate: pdf`(D:20261121100000Z)`, NM: pdf`(a-1)` }
const RC = pdf`(<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml"><p>Seen</p></body>)`

const on =
  (page: 'page1' | 'page2' | 'page3', make: (revision: Revision, refs: ContractRefs) => PdfObject): Edit =>
  (revision, refs) =>
    void addAnnotation(revision, refs[page], make(revision, refs))

const COMMENTS: Record<string, Edit> = {
  'a highlight with rounded ends': on('page1', (revision) =>
    annotation('Highlight', [56, 735, 164, 754], {
      ...AUTHOR,
      QuadPoints: QUADS,
      C: [1, 0.82, 0],
      CA: 1,
      Contents: pdf`(Seen)`,
      AP: dict`<</N ${revision.add(form(`/BBox [56 735 164 754] ${MULTIPLY}`, '1 0.82 0 rg 0 i 4 w 4 M 1 j 0 J []0 d /R0 gs 60 737 m 57 741 57 748 60 752 c 160 752 l 163 748 163 741 160 737 c h f\n'))}>>`,
    }),
  ),
  'a note with its pop-up and rich text': (revision, refs) => {
    const icon = form(
      '/BBox [0 0 24 24] /Matrix [1 0 0 1 0 0] /Resources <</ExtGState <</R0 <</Type /ExtGState /AIS false /ca 0.6 /CA 0.6>>>>>>',
      'q 1 1 1 rg 0 i 1 w 4 M 1 j 0 J []0 d /R0 gs 1 0 0 1 9 5.0908 cm 7.74 12.616 m -7.74 12.616 l -8.274 12.616 -8.707 12.184 -8.707 11.649 c -8.707 -3.831 l -8.707 -4.365 -8.274 -4.798 -7.74 -4.798 c 7.74 -4.798 l 8.274 -4.798 8.707 -4.365 8.707 -3.831 c 8.707 11.649 l h f Q\n0 G 1 0.819611 0 rg 0.60 w 0.5 0.5 18 18 re B\n',
    )
    const note = addAnnotation(
      revision,
      refs.page3,
      annotation('Text', [300, 300, 324, 324], {
        ...AUTHOR,
        F: 28,
        Name: pdf`/Comment`,
        C: [1, 0.82, 0],
        Contents: pdf`(Seen)`,
        RC,
        Subj: pdf`(Sticky Note)`,
        AP: dict`<</N ${revision.add(icon)}>>`,
      }),
    )
    const popup = addAnnotation(
      revision,
      refs.page3,
      annotation('Popup', [600, 200, 800, 320], { Parent: note, Open: false, F: 28 }),
    )
    revision.set(note, { Popup: popup })
  },
  'a review status': on('page2', (_, refs) =>
    annotation('Text', [500, 700, 520, 720], {
      ...AUTHOR,
      F: 30,
      IRT: refs.note,
      StateModel: pdf`(Review)`,
      State: pdf`(Accepted)`,
      Contents: pdf`(Accepted set by Bob)`,
    }),
  ),
  'a text that was typed on the page': on('page3', (revision, refs) =>
    annotation('FreeText', EMPTY_PLACE, {
      ...AUTHOR,
      IT: pdf`/FreeTextTypewriter`,
      BS: pdf`<</W 0>>`,
      DA: pdf`(0 G 0 g /Helv 10 Tf)`,
      DS: pdf`(font: Helvetica 10pt)`,
      RC,
      Contents: pdf`(Seen)`,
      AP: dict`<</N ${revision.add(stream(dict`<</Type /XObject /Subtype /Form /BBox [60 200 160 220] /Matrix [1 0 0 1 -60 -200] /Resources <</Font <</Helv ${refs.helv}>>>>>>`, '0 G 0 g 0 i 0 w 4 M 0 j 0 J []0 d q 1 0 0 1 60 200 cm 1 1 98 18 re W n BT /Helv 10 Tf 1 0 0 1 2 6 Tm (Seen) Tj ET Q\n'))}>>`,
    }),
  ),
  'a call-out': on('page3', (revision, refs) =>
    annotation('FreeText', [100, 300, 300, 360], {
      ...AUTHOR,
      IT: pdf`/FreeTextCallout`,
      CL: [102, 302, 150, 330, 180, 340],
      LE: pdf`/OpenArrow`,
      RD: [80, 20, 2, 2],
      DA: pdf`(1 0 0 RG 0 g /Helv 10 Tf)`,
      Contents: pdf`(Why?)`,
      AP: dict`<</N ${revision.add(stream(dict`<</Type /XObject /Subtype /Form /BBox [100 300 300 360] /Matrix [1 0 0 1 -100 -300] /Resources <</Font <</Helv ${refs.helv}>>>>>>`, '1 0 0 RG 1 w 180 320 118 38 re S 102 302 m 150 330 l 180 340 l S 110 302 m 102 302 l 104 310 l S BT 0 g /Helv 10 Tf 184 344 Td (Why?) Tj ET\n'))}>>`,
    }),
  ),
  'a stamp with name and date': on('page3', (revision, refs) =>
    annotation('Stamp', [300, 400, 460, 450], {
      ...AUTHOR,
      Name: pdf`/#23DApproved`,
      Contents: pdf`()`,
      AP: dict`<</N ${revision.add(stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 160 50] /Resources <</Font <</Helv ${refs.helv}>>>>>>`, 'q 0.83 0.91 0.78 rg 0.24 0.45 0.12 RG 2 w 2 2 156 46 re B BT 0.24 0.45 0.12 rg /Helv 22 Tf 12 22 Td (APPROVED) Tj /Helv 7 Tf 0 -14 Td (By Bob at 10:00, 21 Nov 2026) Tj ET Q\n'))}>>`,
    }),
  ),
  'a picture as a stamp': on('page3', (revision) =>
    annotation('Stamp', [300, 400, 340, 440], {
      ...AUTHOR,
      AP: dict`<</N ${revision.add(form('/BBox [0 0 40 40]', 'q 40 0 0 40 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \u0000\u00ff\u00ff\u0000 EI Q\n'))}>>`,
    }),
  ),
  'a replacement: a line through text, and a caret': (revision, refs) => {
    const caret = addAnnotation(
      revision,
      refs.page1,
      annotation('Caret', [158, 735, 166, 743], {
        ...AUTHOR,
        IT: pdf`/Replace`,
        RD: [0.5, 0.5, 0.5, 0.5],
        C: [0, 0, 1],
        Contents: pdf`(purchase)`,
        AP: dict`<</N ${revision.add(form('/BBox [158 735 166 743]', '0 0 1 RG 0 0 1 rg 0 i 0.59 w 158.5 735.5 m 162 735.5 162 742 162 742 c 162 742 162 735.5 165.5 735.5 c b\n'))}>>`,
      }),
    )
    addAnnotation(
      revision,
      refs.page1,
      annotation('StrikeOut', [130, 735, 160, 754], {
        ...AUTHOR,
        IT: pdf`/StrikeOutTextEdit`,
        IRT: caret,
        RT: pdf`/Group`,
        C: [0, 0, 1],
        QuadPoints: pdf`[133 752 158 752 133 737 158 737]`,
        AP: dict`<</N ${revision.add(form('/BBox [130 735 160 754]', '0 0 1 RG 0 i 0.6 w 133 743.5 m 158 743.5 l S\n'))}>>`,
      }),
    )
  },
  'an arrow': on('page3', (revision) =>
    annotation('Line', [200, 500, 320, 560], {
      ...AUTHOR,
      IT: pdf`/LineArrow`,
      L: [202, 502, 318, 558],
      LE: pdf`[/None /OpenArrow]`,
      C: [1, 0, 0],
      BS: pdf`<</W 2>>`,
      AP: dict`<</N ${revision.add(form('/BBox [200 500 320 560]', '1 0 0 RG 2 w 202 502 m 318 558 l S 308 558 m 318 558 l 311 550 l S\n'))}>>`,
    }),
  ),
  'a cloud': on('page3', () =>
    annotation('Polygon', [200, 300, 320, 380], {
      ...AUTHOR,
      IT: pdf`/PolygonCloud`,
      Vertices: [210, 310, 310, 310, 310, 370, 210, 370],
      BE: pdf`<</S /C /I 1>>`,
      C: [1, 0, 0],
    }),
  ),
  'a handwritten name': on('page3', (revision) =>
    annotation('Ink', [200, 300, 320, 340], {
      ...AUTHOR,
      InkList: pdf`[[202 302 230 338 240 304 260 330 318 306]]`,
      C: [0, 0, 0],
      BS: pdf`<</W 1.5>>`,
      AP: dict`<</N ${revision.add(form('/BBox [200 300 320 340]', '0 G 1.5 w 1 J 1 j 202 302 m 230 338 l 240 304 l 260 330 l 318 306 l S\n'))}>>`,
    }),
  ),
  'a file as a comment': on('page3', (revision) => {
    const file = revision.add(stream(dict`<</Type /EmbeddedFile /Subtype /text#2Fplain /Params <</Size 4>>>>`, 'Seen'))
    return annotation('FileAttachment', [300, 300, 314, 318], {
      ...AUTHOR,
      Name: pdf`/PushPin`,
      Contents: pdf`(seen.txt)`,
      FS: dict`<</Type /Filespec /F (seen.txt) /UF (seen.txt) /EF <</F ${file}>>>>`,
    })
  }),
  'a link to a page of the web': on('page3', () =>
    annotation('Link', [60, 200, 160, 220], {
      Border: [0, 0, 0],
      H: pdf`/I`,
      A: pdf`<</S /URI /URI (https://example.com/)>>`,
    }),
  ),
  'an underline and its reply': (revision, refs) => {
    const underline = addAnnotation(
      revision,
      refs.page1,
      annotation('Underline', [58, 735, 162, 754], {
        ...AUTHOR,
        QuadPoints: QUADS,
        C: [0, 0.5, 0],
        Contents: pdf`(Why?)`,
      }),
    )
    addAnnotation(
      revision,
      refs.page1,
      annotation('Text', [58, 735, 78, 755], {
        ...AUTHOR,
        F: 30,
        IRT: underline,
        RT: pdf`/R`,
        Contents: pdf`(Because)`,
      }),
    )
  },
  'a note that is moved': (revision, refs) => revision.set(refs.note, { Rect: [500, 600, 520, 620], M: pdf`(D:2026)` }),
}

function uses(
  from: (options: ContractOptions) => Attack['from'],
  where: string,
  cases: Readonly<Record<string, { options?: ContractOptions['changes']; edit: Edit }>>,
): readonly HonestUse[] {
  return honest(
    Object.fromEntries(
      Object.entries(cases).map(([name, { options, edit }]) => [
        `${name}, ${where}`,
        async () => {
          const { bytes, refs } = await from(options === undefined ? {} : { changes: options })()
          return revise(bytes, (revision) => edit(revision, refs))
        },
      ]),
    ),
  )
}

const fillings = Object.fromEntries([
  ...Object.entries(FILLINGS).map(
    ([name, { field, fill }]) =>
      [`${name} is filled in`, { options: () => ({ fieldAmount: field }), edit: fill as Edit }] as const,
  ),
  ...Object.entries(CHOICES).map(
    ([name, { field, fill }]) =>
      [`${name} is chosen`, { options: () => ({ fieldCountry: field }), edit: fill as Edit }] as const,
  ),
  ...Object.entries(BUTTONS).map(([name, edit]) => [name, { edit }] as const),
])
const comments = Object.fromEntries(Object.entries(COMMENTS).map(([name, edit]) => [`${name} is added`, { edit }]))

export const editors: readonly HonestUse[] = [
  ...uses((options) => signed(options), 'after an approval', fillings),
  ...uses((options) => signed(options, { certify: 2 }), 'after a certification that permits forms', fillings),
  ...uses((options) => signed(options, { certify: 3 }), 'after a certification that permits annotations', comments),
]

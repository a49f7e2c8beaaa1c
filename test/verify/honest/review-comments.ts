/**
 * Comments of a review, as Acrobat and Foxit write them.
 *
 * @module
 */

import { type PdfDict, type PdfObject, PdfStream } from '../../../src/pdf/objects.js'
import type { Edit } from '../support/cases.js'
import type { ContractRefs } from '../support/contract.js'
import { annotation, EMPTY_PLACE } from '../support/edits.js'
import { dict, notation, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision } from '../support/revise.js'

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

/** A stamp with a look that other programs draw. */
const stampOf = (make: (revision: Revision) => readonly [resources: PdfDict, content: string]): Edit =>
  on('page3', (revision) => {
    const [resources, content] = make(revision)
    const look = form('/BBox [0 0 120 40] /Group <</S /Transparency /CS /DeviceRGB /I true>>', content)
    const AP = dict`<</N ${revision.add(new PdfStream(look.dict.with({ Resources: resources }), look.data))}>>`
    return annotation('Stamp', [300, 300, 420, 340], { ...AUTHOR, Contents: pdf`(Approved)`, AP })
  })

/** A colour that fades out: Cairo (Inkscape, rsvg), Skia (Chromium) and PDFKit write a soft mask for it. */
const FADING = stampOf((revision) => {
  const shading = dict`<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 120 0] /Extend [true true]
    /Function <</FunctionType 2 /Domain [0 1] /N 1 /C0 [.6] /C1 [0]>>>>`
  const group = form(
    `/BBox [0 0 120 40] /Group <</S /Transparency /CS /DeviceGray>> /Resources <</Shading <</S ${notation(shading)}>>>>`,
    '/S sh',
  )
  const state = dict`<</Type /ExtGState /AIS false /SMask <</Type /Mask /S /Luminosity /G ${revision.add(group)}>>>>`
  return [dict`<</ExtGState <</M ${state}>>>>`, 'q /M gs .2 .6 1 rg 0 0 120 40 re f Q 0 0 1 RG 1 1 118 38 re S']
})

/** Hatching by cells that overlap, as Ghostscript and programs for drawings write it. */
const HATCHED = stampOf((revision) => {
  const cell = stream(
    dict`<</PatternType 1 /PaintType 2 /TilingType 1 /BBox [-1 -1 9 9] /XStep 8 /YStep 8 /Resources <<>>>>`,
    '.5 w 0 0 m 8 8 l S',
  )
  const resources = dict`<</ColorSpace <</C [/Pattern /DeviceRGB]>> /Pattern <</P ${revision.add(cell)}>>>>`
  return [resources, '/C cs .6 .7 .9 /P scn 2 2 116 36 re f 0 0 1 RG 1 1 118 38 re S']
})

export const COMMENTS: Record<string, Edit> = {
  'a stamp that fades out': FADING,
  'a stamp that is hatched': HATCHED,
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
  'a name of many strokes, each an annotation of its own': (revision, refs) => {
    for (let i = 0; i < 12; i++) {
      const rectangle = [200 + 9 * i, 300, 212 + 9 * i, 330] as const
      const [left, bottom, right, top] = rectangle
      const InkList = [[left + 1, bottom + 2, left + 6, top - 2 - (i % 3) * 6, right - 1, bottom + 3]]
      addAnnotation(revision, refs.page3, annotation('Ink', rectangle, { ...AUTHOR, InkList, C: [0, 0, 0.6] }))
    }
  },
  'notes beside each line and markers on it': (revision, refs) => {
    for (const [i, y] of [735, 711, 687, 663, 639, 615].entries()) {
      addAnnotation(revision, refs.page1, annotation('Text', [20, y, 40, y + 20], { ...AUTHOR, C: [1, 1, 0] }))
      const QuadPoints = [60, y + 15, 120 + i, y + 15, 60, y, 120 + i, y]
      addAnnotation(
        revision,
        refs.page1,
        annotation('Highlight', [58, y, 122 + i, y + 16], { ...AUTHOR, QuadPoints, C: [1, 1, 0] }),
      )
    }
  },
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

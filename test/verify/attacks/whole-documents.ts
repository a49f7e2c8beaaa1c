/**
 * What stands beside the pages: portfolios, forms of XML, files that belong together, actions, names, layers by usage. Changed,
 * added, or prepared before signing and switched on afterwards, in one revision or by two that mean something else together.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import { type Base, PROFILES, unsignedBase } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, FILLABLE, hasKnownPlaces, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'
import { form, HELVETICA } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

const [LEFT, BOTTOM, RIGHT, TOP] = OVER_THE_PRICE
const [WIDTH, HEIGHT] = [RIGHT - LEFT, TOP - BOTTOM]
const white = (revision: Revision) => revision.add(form(WIDTH, HEIGHT, `1 g 0 0 ${WIDTH} ${HEIGHT} re f\n`))

const catalog =
  (entries: (revision: Revision, base: Base) => Record<string, PdfObject>): Maker =>
  (base) =>
    revise(base.bytes, (revision) => revision.set(base.parts.catalog, entries(revision, base)))

/** Entries of the form. */
const acroForm =
  (entries: (revision: Revision, base: Base) => Record<string, PdfObject>): Maker =>
  (base) =>
    revise(base.bytes, (revision) => {
      const object = revision.get(base.parts.catalog).get('AcroForm')
      const old = revision.document.resolve(object)
      const changed = (old instanceof PdfDict ? old : new PdfDict()).with(entries(revision, base))
      revision.set(base.parts.catalog, { AcroForm: changed })
    })

const attached = (revision: Revision) => {
  const file = revision.add(stream(dict`<</Type /EmbeddedFile /Subtype /application#2Fpdf>>`, '%PDF-1.7 other'))
  return revision.add(dict`<</Type /Filespec /F (other.pdf) /UF (other.pdf) /AFRelationship /Data /EF <</F ${file}>>>>`)
}
const template = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f" layout="paginate"><pageSet><pageArea><contentArea w="8in" h="10in"/><medium stock="letter"/></pageArea></pageSet><draw w="6in" h="1in"><value><text>The price is 900 EUR.</text></value></draw></subform></template><config xmlns="http://www.xfa.org/schema/xci/3.1/"><acrobat><acrobat7><dynamicRender>required</dynamicRender></acrobat7></acrobat></config></xdp:xdp>`
const xfa = (revision: Revision) => revision.add(stream(dict`<<>>`, template))

const CATALOG: Readonly<Record<string, Maker>> = {
  'a portfolio': catalog((revision) => {
    const file = attached(revision)
    return {
      Collection: dict`<</Type /Collection /View /D /D (other.pdf)>>`,
      Names: dict`<</EmbeddedFiles <</Names [(other.pdf) ${file}]>>>>`,
    }
  }),
  'a portfolio without files': catalog(() => ({ Collection: dict`<</Type /Collection /View /H>>` })),
  'a mode that shows bookmarks': catalog(() => ({ PageMode: pdf`/UseOutlines` })),
  'a mode that shows all of the screen': catalog(() => ({ PageMode: pdf`/FullScreen` })),
  'a layout of two pages': catalog(() => ({ PageLayout: pdf`/TwoPageRight` })),
  'associated files': catalog((revision) => ({ AF: [attached(revision)] })),
  'preferences for reading from right to left': catalog(() => ({ ViewerPreferences: dict`<</Direction /R2L>>` })),
  'preferences for a box': catalog(() => ({ ViewerPreferences: dict`<</ViewArea /BleedBox /PrintArea /ArtBox>>` })),
  requirements: catalog(() => ({ Requirements: pdf`[<</Type /Requirement /S /EnableJavaScripts>>]` })),
  'private data': catalog(() => ({ PieceInfo: dict`<</X <</LastModified (D:2026) /Private (x)>>>>` })),
  'labels of pages': catalog(() => ({ PageLabels: dict`<</Nums [0 <</P (Draft )>>]>>` })),
  threads: catalog(() => ({ Threads: pdf`[<</I <</Title (x)>>>>]` })),
  bookmarks: catalog((revision) => ({ Outlines: revision.add(dict`<</Type /Outlines /Count 0>>`) })),
  legal: catalog(() => ({ Legal: dict`<</Attestation (None of it counts.)>>` })),
  extensions: catalog(() => ({ Extensions: dict`<</ADBE <</BaseVersion /1.7 /ExtensionLevel 8>>>>` })),
  'an extension that brings a text': catalog((revision) => ({
    Extensions: dict`<</ADBE <</BaseVersion /1.7 /ExtensionLevel 8 /URL ${revision.add(stream(dict`<<>>`, template))}>>>>`,
  })),
  'a rendering that is needed': catalog(() => ({ NeedsRendering: true })),
  'a language': catalog(() => ({ Lang: pdf`(ar)` })),
  'a mark of tags': catalog(() => ({ MarkInfo: dict`<</Marked true /Suspects true>>` })),
  'layers by usage': catalog((revision) => {
    const layer = revision.add(
      dict`<</Type /OCG /Name (x) /Usage <</Print <</PrintState /OFF>> /View <</ViewState /ON>>>>>>`,
    )
    return {
      OCProperties: dict`<</OCGs [${layer}] /D <</OFF [${layer}] /AS [<</Event /Print /OCGs [${layer}] /Category [/Print]>>]>>>>`,
    }
  }),
}

const FORM: Readonly<Record<string, Maker>> = {
  'a form of XML': acroForm((revision) => ({ XFA: xfa(revision) })),
  'a form of XML in packets': acroForm((revision) => ({ XFA: [pdf`(template)`, xfa(revision)] })),
  'a form of XML that has to be drawn': (base) =>
    catalog(() => ({ NeedsRendering: true }))({
      ...base,
      bytes: acroForm((revision) => ({ XFA: xfa(revision) }))(base) as Uint8Array,
    }),
  'an order of computing': acroForm((_, { parts }) => ({ CO: [fieldIn(parts, 'amount').field] })),
  'an alignment of all fields': acroForm(() => ({ Q: 2 })),
  'a look of all fields': acroForm(() => ({ DA: pdf`(/Helv 30 Tf 1 g)` })),
  'flags that ask for signatures': acroForm(() => ({ SigFlags: 0 })),
  'a form that is drawn anew': acroForm(() => ({ NeedAppearances: true })),
}

type Entries = (revision: Revision, base: Base) => Record<string, PdfObject>
const added =
  (kind: string, entries: Entries, rectangle: readonly number[] = OVER_THE_PRICE): Maker =>
  (base) =>
    revise(base.bytes, (revision) => {
      addAnnotation(revision, base.parts.page, annotation(kind, rectangle, entries(revision, base)))
    })
const looking = (revision: Revision) => ({ AP: dict`<</N ${white(revision)}>>` })
const NEAR = [60, 716, 78, 734] as const

const ICONS = ['Note', 'Comment', 'Key', 'Help', 'NewParagraph', 'Paragraph', 'Insert', 'Cross', 'Star', 'Unknown']
const FILES = ['Graph', 'PushPin', 'Paperclip', 'Tag']
const STAMPS = ['Approved', 'Draft', 'Void', 'NotApproved', 'Confidential']

const NOTES: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(
    ICONS.flatMap((name) => [
      [
        `an open note with the icon ${name} over the price`,
        added('Text', () => ({ Name: pdf`/${name}`, Open: true, Contents: pdf`(900 EUR)`, C: pdf`[1 1 1]` })),
      ],
      [`a note with the icon ${name} far larger`, added('Text', () => ({ Name: pdf`/${name}` }), [50, 600, 450, 780])],
    ]),
  ),
  ...Object.fromEntries(
    FILES.map((name) => [
      `a file with the icon ${name} over the price`,
      added('FileAttachment', (revision) => ({ Name: pdf`/${name}`, FS: attached(revision) }), NEAR),
    ]),
  ),
  ...Object.fromEntries(
    STAMPS.flatMap((name) => [
      [`a stamp ${name} without a look over the price`, added('Stamp', () => ({ Name: pdf`/${name}` }))],
      [
        `a stamp ${name} without a look behind the price`,
        added('Stamp', () => ({ Name: pdf`/${name}` }), [178, 712, 240, 724]),
      ],
    ]),
  ),
  'an open window over the price': added('Popup', () => ({ Open: true, C: pdf`[1 1 1]`, Contents: pdf`(900)` })),
  'a note and its open window': (base) =>
    revise(base.bytes, (revision) => {
      const note = addAnnotation(
        revision,
        base.parts.page,
        annotation('Text', [400, 300, 420, 320], { Contents: pdf`(The price is 900 EUR.)`, T: pdf`(Ada)`, Open: true }),
      )
      const window = addAnnotation(
        revision,
        base.parts.page,
        annotation('Popup', OVER_THE_PRICE, { Parent: note, Open: true }),
      )
      revision.set(note, { Popup: window })
    }),
  'a window whose note is opened later': (base) => {
    let window: PdfRef | undefined
    const first = revise(base.bytes, (revision) => {
      const note = addAnnotation(
        revision,
        base.parts.page,
        annotation('Text', [400, 300, 420, 320], { Contents: pdf`(x)` }),
      )
      window = addAnnotation(revision, base.parts.page, annotation('Popup', OVER_THE_PRICE, { Parent: note }))
      revision.set(note, { Popup: window })
    })
    return revise(first, (revision) => {
      if (window !== undefined) revision.set(window, { Open: true })
    })
  },
  'a caret over the price': added('Caret', () => ({ Sy: pdf`/P`, RD: pdf`[-90 -90 -90 -90]` })),
  'a free text whose look is larger than it': added(
    'FreeText',
    (revision) => ({
      ...looking(revision),
      RD: pdf`[-90 -90 -90 -90]`,
      Contents: pdf`(x)`,
      DA: pdf`(/Helv 12 Tf 0 g)`,
    }),
    [300, 200, 400, 220],
  ),
  'a cloudy square around the price': added(
    'Square',
    () => ({ BE: dict`<</S /C /I 90>>`, C: pdf`[1 1 1]`, BS: dict`<</W 40>>` }),
    [50, 600, 450, 680],
  ),
  'a line with a caption': added(
    'Line',
    () => ({ L: pdf`[60 720 300 720]`, Cap: true, Contents: pdf`(900 EUR)`, C: pdf`[0]` }),
    [300, 200, 420, 240],
  ),
  'a line with leaders': added(
    'Line',
    () => ({ L: pdf`[60 620 300 620]`, LL: 100, LLE: 30, C: pdf`[1 1 1]`, BS: dict`<</W 30>>` }),
    [300, 200, 420, 240],
  ),
  'a line with huge endings': added(
    'Line',
    () => ({
      L: pdf`[60 700 300 700]`,
      LE: pdf`[/ClosedArrow /Circle]`,
      IC: pdf`[1 1 1]`,
      C: pdf`[1 1 1]`,
      BS: dict`<</W 20>>`,
    }),
    [300, 200, 420, 240],
  ),
  'a polygon with measures': added('Polygon', () => ({
    Vertices: pdf`[60 700 300 700 300 740]`,
    Path: pdf`[[60 700] [300 700] [300 740] [60 740]]`,
    IC: pdf`[1 1 1]`,
  })),
  ...Object.fromEntries(
    [
      'Sound',
      'Movie',
      'Screen',
      '3D',
      'RichMedia',
      'Redact',
      'Watermark',
      'PrinterMark',
      'TrapNet',
      'Projection',
      'Unknown',
    ].flatMap((kind) => [
      [`an annotation of the kind ${kind} with a look`, added(kind, looking)],
      [
        `an annotation of the kind ${kind} with entries`,
        added(kind, (revision) => ({
          ...looking(revision),
          FixedPrint: dict`<</Type /FixedPrint /Matrix [1 0 0 1 0 0] /H 0 /V 0>>`,
          A: dict`<</S /Rendition>>`,
          QuadPoints: pdf`[${LEFT} ${TOP} ${RIGHT} ${TOP} ${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM}]`,
          OverlayText: pdf`(900)`,
          MK: dict`<</BG [1] /CA (900)>>`,
        })),
      ],
    ]),
  ),
}

/** An annotation that was signed, and what a later revision changes in it. */
const preparedNote = (
  kind: string,
  before: Entries,
  after: Entries,
  rectangle: readonly number[] = OVER_THE_PRICE,
): Omit<ClassAttack, 'name'> => ({
  prepare: async (base) => {
    const original = await unsignedBase(base.writer)
    const prepared = revise(original, (revision) => {
      addAnnotation(revision, base.parts.page, annotation(kind, rectangle, { NM: pdf`(P)`, ...before(revision, base) }))
    })
    return { ...base, bytes: await PROFILES[base.profile](prepared) }
  },
  make: (base) =>
    revise(base.bytes, (revision) => {
      const list = revision.document.resolve(revision.get(base.parts.page).get('Annots'))
      for (const item of Array.isArray(list) ? list : []) {
        const ref = item as PdfRef
        if (revision.get(ref).has('NM')) revision.set(ref, after(revision, base))
      }
    }),
  profiles: ANNOTATABLE,
  fits: hasKnownPlaces,
})

const PREPARED: Readonly<Record<string, Omit<ClassAttack, 'name'>>> = {
  'a hidden stamp is shown': preparedNote(
    'Stamp',
    (revision) => ({ ...looking(revision), F: 2 }),
    () => ({ F: 4 }),
  ),
  'a stamp in a layer leaves it': preparedNote(
    'Stamp',
    (revision) => ({ ...looking(revision), OC: revision.add(dict`<</Type /OCG /Name (x)>>`) }),
    () => ({ OC: null }),
  ),
  'a stamp gets another state': preparedNote(
    'Stamp',
    (revision) => ({
      AP: dict`<</N <</A ${revision.add(form(WIDTH, HEIGHT, ''))} /B ${white(revision)}>>>>`,
      AS: pdf`/A`,
    }),
    () => ({ AS: pdf`/B` }),
  ),
  'a note is opened': preparedNote(
    'Text',
    () => ({ Contents: pdf`(900)`, Open: false }),
    () => ({ Open: true }),
  ),
  'a note gets another icon': preparedNote(
    'Text',
    () => ({ Name: pdf`/Note` }),
    () => ({ Name: pdf`/Key` }),
  ),
  'a window is opened': preparedNote(
    'Popup',
    () => ({ Open: false }),
    () => ({ Open: true }),
  ),
  'a watermark gets another place': preparedNote(
    'Watermark',
    looking,
    () => ({ FixedPrint: dict`<</Type /FixedPrint /H .5 /V .5>>` }),
    [300, 200, 340, 240],
  ),
  'a redaction gets words': preparedNote(
    'Redact',
    () => ({}),
    () => ({ OverlayText: pdf`(900)`, RO: null }),
  ),
  'a link gets a border': preparedNote(
    'Link',
    () => ({ Border: pdf`[0 0 0]` }),
    () => ({ Border: pdf`[0 0 40]`, C: pdf`[1 1 1]` }),
  ),
  'a free text loses its look': preparedNote(
    'FreeText',
    (revision) => ({
      AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, ''))}>>`,
      DA: pdf`(/Helv 12 Tf 0 g)`,
      Contents: pdf`(The price is 900 EUR.)`,
    }),
    () => ({ AP: null }),
  ),
}

/** Revisions that are harmless one by one. */
const STEPS: Readonly<Record<string, Maker>> = {
  'slivers of paper, one a revision': (base) => {
    let bytes = base.bytes
    for (let i = 0; i < 12; i++) {
      bytes = revise(bytes, (revision) => {
        const look = revision.add(form(100, 1, '1 g 0 0 100 1 re f\n'))
        addAnnotation(
          revision,
          base.parts.page,
          annotation('Stamp', [60, 714 + i, 180, 715 + i], { AP: dict`<</N ${look}>>` }),
        )
      })
    }
    return bytes
  },
  'a stamp beside the price that grows over it': (base) => {
    let stamp: PdfRef | undefined
    let bytes = revise(base.bytes, (revision) => {
      stamp = addAnnotation(revision, base.parts.page, annotation('Stamp', [300, 200, 700, 270], looking(revision)))
    })
    for (let i = 0; i < 5; i++) {
      bytes = revise(bytes, (revision) => {
        if (stamp !== undefined) revision.set(stamp, { Rect: [300 - 50 * i, 200 + 98 * i, 700 - 50 * i, 270 + 98 * i] })
      })
    }
    return revise(bytes, (revision) => {
      if (stamp !== undefined) revision.set(stamp, { Rect: [...OVER_THE_PRICE] })
    })
  },
  'a look that two stamps share, and then changes': (base) => {
    let look: PdfRef | undefined
    const first = revise(base.bytes, (revision) => {
      look = revision.add(form(WIDTH, HEIGHT, ''))
      for (const place of [OVER_THE_PRICE, [300, 200, 400, 220]])
        addAnnotation(revision, base.parts.page, annotation('Stamp', place, { AP: dict`<</N ${look}>>` }))
    })
    return revise(first, (revision) => {
      if (look !== undefined) revision.put(look, form(WIDTH, HEIGHT, `1 g 0 0 ${WIDTH} ${HEIGHT} re f\n`))
    })
  },
  'resources of a look that change later': (base) => {
    let inner: PdfRef | undefined
    const first = revise(base.bytes, (revision) => {
      inner = revision.add(form(WIDTH, HEIGHT, ''))
      const look = revision.add(form(WIDTH, HEIGHT, '/X Do\n', dict`<</XObject <</X ${inner}>>>>`))
      addAnnotation(revision, base.parts.page, annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${look}>>` }))
    })
    return revise(first, (revision) => {
      if (inner !== undefined)
        revision.put(inner, form(WIDTH, HEIGHT, forgedContent(), dict`<</Font <</F1 ${HELVETICA}>>>>`))
    })
  },
  'a stamp that is removed, and put back elsewhere': (base) => {
    let stamp: PdfRef | undefined
    const first = revise(base.bytes, (revision) => {
      stamp = addAnnotation(revision, base.parts.page, annotation('Stamp', [300, 200, 420, 240], looking(revision)))
    })
    const second = revise(first, (revision) => {
      const list = revision.document.resolve(revision.get(base.parts.page).get('Annots'))
      revision.set(base.parts.page, { Annots: (Array.isArray(list) ? list : []).slice(0, -1) })
    })
    return revise(second, (revision) => {
      if (stamp === undefined) return
      revision.put(stamp, annotation('Stamp', OVER_THE_PRICE, looking(revision)))
      const list = revision.document.resolve(revision.get(base.parts.page).get('Annots'))
      revision.set(base.parts.page, { Annots: [...(Array.isArray(list) ? list : []), stamp] })
    })
  },
  'a value that goes away and comes back with another look': (base) => {
    const { field, widgets } = fieldIn(base.parts, 'name')
    const look = (text: string) => form(200, 20, `/Tx BMC q BT /F 12 Tf 2 5 Td (${text}) Tj ET Q EMC\n`)
    const fill = (bytes: Uint8Array, value: string, shown: string) =>
      revise(bytes, (revision) => {
        revision.set(field, { V: pdf`(${value})` })
        for (const widget of widgets) revision.set(widget, { AP: dict`<</N ${revision.add(look(shown))}>>` })
      })
    return fill(fill(fill(base.bytes, 'Ada', 'Ada'), '', ''), 'Ada', 'Bob')
  },
}

const seen = (makers: Readonly<Record<string, Maker>>, where: Omit<ClassAttack, 'name' | 'make'>) =>
  attacksBy(makers, where)

/** What stands beside the pages. Whatever of it changes must never be valid, whether these viewers show it or not. */
export const wholeDocuments: readonly ClassAttack[] = [
  ...seen(named('the document gets', CATALOG), { profiles: FILLABLE }),
  ...seen(named('the form gets', FORM), { profiles: FILLABLE, isNamed: true }),
]

/** Annotations by what viewers draw of them, and steps that add up. */
export const drawnByViewers: readonly ClassAttack[] = [
  ...seen(NOTES, { profiles: ANNOTATABLE, fits: hasKnownPlaces, isNamed: true }),
  ...seen(STEPS, { profiles: ANNOTATABLE, fits: hasKnownPlaces, isNamed: true }),
  ...Object.entries(PREPARED).map(([name, attack]) => ({ name, isNamed: true, ...attack })),
]

function named(prefix: string, table: Readonly<Record<string, Maker>>): Readonly<Record<string, Maker>> {
  return Object.fromEntries(Object.entries(table).map(([name, make]) => [`${prefix} ${name}`, make]))
}

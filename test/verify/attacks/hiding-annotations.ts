/**
 * Annotations that hide or imitate the page, where annotations are permitted.
 *
 * @module
 */

import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form, HIDING, type Look } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

const [LEFT, BOTTOM, RIGHT, TOP] = OVER_THE_PRICE
const WIDTH = RIGHT - LEFT
const HEIGHT = TOP - BOTTOM
const MIDDLE = (BOTTOM + TOP) / 2

type Entries = (revision: Revision) => Record<string, PdfObject>

const add =
  (subtype: string, entries: Entries, rectangle: readonly number[] = OVER_THE_PRICE): Maker =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      addAnnotation(revision, parts.page, annotation(subtype, rectangle, entries(revision)))
    })

const QUADS = pdf`[${LEFT} ${TOP} ${RIGHT} ${TOP} ${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM}]`

/** What an annotation of each kind needs so that viewers draw it. */
const NEEDED: Readonly<Record<string, Record<string, PdfObject>>> = {
  Text: { Contents: pdf`(x)`, Name: pdf`/Note` },
  Link: { Border: pdf`[0 0 0]` },
  FreeText: { Contents: pdf`(x)`, DA: pdf`(/Helv 10 Tf 0 g)` },
  Line: { L: pdf`[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]` },
  Square: {},
  Circle: {},
  Polygon: { Vertices: pdf`[${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM} ${RIGHT} ${TOP} ${LEFT} ${TOP}]` },
  PolyLine: { Vertices: pdf`[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]` },
  Highlight: { QuadPoints: QUADS },
  Underline: { QuadPoints: QUADS },
  Squiggly: { QuadPoints: QUADS },
  StrikeOut: { QuadPoints: QUADS },
  Caret: {},
  Stamp: { Name: pdf`/Approved` },
  Ink: { InkList: pdf`[[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]]` },
  Popup: { Open: true },
  Sound: {},
  Movie: {},
  Screen: {},
  PrinterMark: {},
  TrapNet: {},
  Watermark: {},
  '3D': {},
  Redact: { QuadPoints: QUADS },
  Projection: {},
  RichMedia: {},
  Unheard: {},
}

const WHITE = { C: pdf`[1 1 1]` }
const white: Look = (_, width, height) => form(width, height, `1 g 0 0 ${width} ${height} re f\n`)

/** Lines drawn through the price by quadrilaterals below it whose points come in another order than that of readers. */
function quadsInOtherOrders(): Record<string, Maker> {
  const [low, high] = [BOTTOM - 70, MIDDLE + 10]
  const orders = {
    'upside down': pdf`[${LEFT} ${low} ${RIGHT} ${low} ${LEFT} ${high} ${RIGHT} ${high}]`,
    'going round': pdf`[${LEFT} ${low} ${RIGHT} ${low} ${RIGHT} ${high} ${LEFT} ${high}]`,
    crosswise: pdf`[${LEFT} ${high} ${RIGHT} ${low} ${RIGHT} ${high} ${LEFT} ${low}]`,
    'crosswise the other way': pdf`[${LEFT} ${low} ${RIGHT} ${high} ${RIGHT} ${low} ${LEFT} ${high}]`,
  }
  return Object.fromEntries(
    ['Underline', 'Squiggly', 'StrikeOut'].flatMap((subtype) =>
      Object.entries(orders).map(([order, quads]) => [
        `quads of ${subtype}, ${order}`,
        add(subtype, () => ({ ...WHITE, QuadPoints: quads }), [LEFT, low, RIGHT, high]),
      ]),
    ),
  )
}

/** Without an appearance: viewers draw what the entries say, or their own idea of it. */
const WITHOUT_LOOK: Readonly<Record<string, Maker>> = {
  'a link with a thick border': add('Link', () => ({ ...WHITE, Border: pdf`[0 0 70]` })),
  'a link with a thick border in black': add('Link', () => ({ C: pdf`[0 0 0]`, Border: pdf`[0 0 70]` })),
  'a link with a thick border style': add('Link', () => ({ ...WHITE, BS: dict`<</W 70 /S /S>>` })),
  'a link with a thick line below': add('Link', () => ({ ...WHITE, BS: dict`<</W 70 /S /U>>` })),
  'a link with round corners': add('Link', () => ({ ...WHITE, Border: pdf`[200 200 60]` })),
  'a link with a dashed border': add('Link', () => ({ ...WHITE, Border: pdf`[0 0 60 [100 1]]` })),
  'a link with both borders': add('Link', () => ({ ...WHITE, Border: pdf`[0 0 0]`, BS: dict`<</W 70>>` })),
  'a link with a negative border': add('Link', () => ({ ...WHITE, Border: pdf`[0 0 -70]` })),
  'a link with an indirect border': add('Link', (revision) => ({ ...WHITE, Border: revision.add(pdf`[0 0 70]`) })),
  'many links side by side': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (let y = BOTTOM; y < TOP; y += 3) {
        addAnnotation(
          revision,
          parts.page,
          annotation('Link', [LEFT, y, RIGHT, y + 3], { ...WHITE, Border: pdf`[0 0 3]` }),
        )
      }
    }),
  'a pop-up with a border': add('Popup', () => ({ ...WHITE, Border: pdf`[0 0 70]`, Open: true })),
  'an open pop-up': add('Popup', () => ({ ...WHITE, Contents: pdf`(x)`, Open: true })),
  'ink as thick as the text': add('Ink', () => ({
    ...WHITE,
    InkList: pdf`[[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]]`,
    BS: dict`<</W 70>>`,
  })),
  'ink in many lines': add('Ink', () => ({ ...WHITE, InkList: pdf`[[${inkLines()}]]`, BS: dict`<</W 3>>` })),
  'ink beyond its rectangle': add(
    'Ink',
    () => ({ ...WHITE, InkList: pdf`[[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]]`, BS: dict`<</W 70>>` }),
    [10, 10, 20, 20],
  ),
  'a thick line': add('Line', () => ({
    ...WHITE,
    L: pdf`[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]`,
    BS: dict`<</W 70>>`,
  })),
  'a line with large ends': add('Line', () => ({
    ...WHITE,
    IC: pdf`[1 1 1]`,
    L: pdf`[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]`,
    LE: pdf`[/Square /Square]`,
    BS: dict`<</W 20>>`,
  })),
  'a line with leaders': add('Line', () => ({
    ...WHITE,
    L: pdf`[${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM}]`,
    LL: HEIGHT,
    LLE: 5,
    BS: dict`<</W 40>>`,
  })),
  'a thick polyline': add('PolyLine', () => ({
    ...WHITE,
    Vertices: pdf`[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]`,
    BS: dict`<</W 70>>`,
  })),
  'a polygon with a thick border': add('Polygon', () => ({ ...WHITE, ...NEEDED['Polygon'], BS: dict`<</W 70>>` })),
  'a polyline that leaves its rectangle': add('PolyLine', () => ({
    C: pdf`[1 0 0]`,
    Vertices: pdf`[${LEFT} ${TOP} ${LEFT} 9000]`,
  })),
  'a polygon with a corner without height': add('Polygon', () => ({
    C: pdf`[1 0 0]`,
    Vertices: pdf`[${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM} ${RIGHT}]`,
  })),
  'a stroke of a pen that leaves its rectangle': add('Ink', () => ({
    C: pdf`[1 0 0]`,
    InkList: pdf`[[${RIGHT} ${TOP} ${RIGHT} 9000]]`,
  })),
  'a filled polygon': add('Polygon', () => ({ ...WHITE, ...NEEDED['Polygon'], IC: pdf`[1 1 1]` })),
  'a square with a thick border': add('Square', () => ({ ...WHITE, BS: dict`<</W 70>>` })),
  'a square with a thick /Border': add('Square', () => ({ ...WHITE, Border: pdf`[0 0 70]` })),
  'a filled square': add('Square', () => ({ ...WHITE, IC: pdf`[1 1 1]` })),
  'a filled square of alpha .9': add('Square', () => ({ ...WHITE, IC: pdf`[1 1 1]`, CA: pdf`.9` })),
  'a square with a cloudy border': add('Square', () => ({ ...WHITE, BE: dict`<</S /C /I 2>>`, BS: dict`<</W 60>>` })),
  'a filled square outside of its rectangle': add(
    'Square',
    () => ({ ...WHITE, IC: pdf`[1 1 1]`, RD: pdf`[-200 -200 -200 -200]` }),
    [10, 600, 20, 610],
  ),
  'a circle with a thick border': add('Circle', () => ({ ...WHITE, BS: dict`<</W 200>>` })),
  'a filled circle': add('Circle', () => ({ ...WHITE, IC: pdf`[1 1 1]` })),
  'a black highlight': add('Highlight', () => ({ C: pdf`[0 0 0]`, QuadPoints: QUADS })),
  'a dark highlight, twice': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (let i = 0; i < 8; i++) {
        addAnnotation(
          revision,
          parts.page,
          annotation('Highlight', OVER_THE_PRICE, { C: pdf`[.6 .6 .6]`, QuadPoints: QUADS }),
        )
      }
    }),
  'a highlight without colour': add('Highlight', () => ({ QuadPoints: QUADS })),
  'a highlight with an empty colour': add('Highlight', () => ({ C: [], QuadPoints: QUADS })),
  'a highlight in CMYK black': add('Highlight', () => ({ C: pdf`[0 0 0 1]`, QuadPoints: QUADS })),
  'a highlight of thousands of points': add('Highlight', () => ({
    C: pdf`[0 0 0]`,
    QuadPoints: pdf`[0 9000 9000 9000 0 0 9000 0]`,
  })),
  'tall quads of an underline': add('Underline', () => ({
    ...WHITE,
    QuadPoints: pdf`[${LEFT} 3000 ${RIGHT} 3000 ${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM}]`,
  })),
  'tall quads of a strikeout': add('StrikeOut', () => ({
    C: pdf`[0 0 0]`,
    QuadPoints: pdf`[${LEFT} ${TOP + 900} ${RIGHT} ${TOP + 900} ${LEFT} ${BOTTOM - 900} ${RIGHT} ${BOTTOM - 900}]`,
  })),
  'tall quads of a squiggly line': add('Squiggly', () => ({
    C: pdf`[0 0 0]`,
    QuadPoints: pdf`[${LEFT} ${TOP + 900} ${RIGHT} ${TOP + 900} ${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM}]`,
  })),
  ...quadsInOtherOrders(),
  'many strikeouts': add('StrikeOut', () => ({ ...WHITE, QuadPoints: pdf`[${strikes()}]` })),
  'a free text over the price': add('FreeText', () => ({
    ...WHITE,
    Contents: pdf`(The price is 900 EUR.)`,
    DA: pdf`(/Helv 14 Tf 0 g)`,
  })),
  'a free text with a ground': add('FreeText', () => ({
    ...WHITE,
    Contents: pdf`( )`,
    DA: pdf`(/Helv 14 Tf 1 g)`,
    BS: dict`<</W 40>>`,
  })),
  'a free text that goes on with the price': add(
    'FreeText',
    () => ({ Contents: pdf`(000 million)`, DA: pdf`(/Helv 12 Tf 0 g)`, BS: dict`<</W 0>>` }),
    [180, 702, 300, 726],
  ),
  'a line with a caption': add('Line', () => ({
    Contents: pdf`(900 EUR)`,
    L: pdf`[200 400 400 400]`,
    Cap: true,
    CO: pdf`[-200 316]`,
  })),
  'a line that is led away': add('Line', () => ({
    ...WHITE,
    L: pdf`[50 400 450 400]`,
    LL: 320,
    BS: dict`<</W 40>>`,
  })),
  'a free text of 400 points': add('FreeText', () => ({ Contents: pdf`(.)`, DA: pdf`(/Helv 900 Tf 1 g)` })),
  'a free text with a callout': add('FreeText', () => ({
    ...WHITE,
    Contents: pdf`(x)`,
    DA: pdf`(/Helv 9 Tf 1 G 60 w)`,
    IT: pdf`/FreeTextCallout`,
    CL: pdf`[${LEFT} ${MIDDLE} ${RIGHT} ${MIDDLE}]`,
    BS: dict`<</W 60>>`,
  })),
  'a redaction with an overlay': add('Redact', () => ({
    QuadPoints: QUADS,
    IC: pdf`[1 1 1]`,
    OverlayText: pdf`(900 EUR)`,
    DA: pdf`(/Helv 14 Tf 0 g)`,
  })),
  'a caret as large as the text': add('Caret', () => ({ C: pdf`[0 0 0]`, RD: pdf`[0 0 0 0]` })),
  'a stamp without a look': add('Stamp', () => ({ Name: pdf`/Void` })),
}

function inkLines(): string {
  const points: string[] = []
  for (let y = BOTTOM; y < TOP; y += 4) points.push(`${LEFT} ${y} ${RIGHT} ${y + 2}`)
  return points.join(' ')
}

function strikes(): string {
  const quads: string[] = []
  for (let y = BOTTOM; y < TOP; y += 1) quads.push(`${LEFT} ${y + 12} ${RIGHT} ${y + 12} ${LEFT} ${y} ${RIGHT} ${y}`)
  return quads.join(' ')
}

/** Kinds that are tried with every look. */
const KINDS = [
  'Stamp',
  'Highlight',
  'Ink',
  'Square',
  'FreeText',
  'Line',
  'Text',
  'Underline',
  'Circle',
  'Polygon',
  'Caret',
  'StrikeOut',
] as const

const withLook = (subtype: string, look: Look, more: Record<string, PdfObject> = {}): Maker =>
  add(subtype, (revision) => ({
    ...NEEDED[subtype],
    AP: dict`<</N ${revision.add(look(revision, WIDTH, HEIGHT))}>>`,
    ...more,
  }))

/** Appearances that imitate or continue the page. */
/**
 * A sentence in an empty place, set as the page is, is none of them: that a comment was added stands in the report, and
 * readers list it with its author. Where it joins a sentence of the page, nobody would look there.
 */
const IMITATIONS: Readonly<Record<string, Maker>> = {
  'a stamp that continues the sentence': imitate(
    'Stamp',
    [180, 710, 330, 730],
    'BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n',
  ),
  'a free text that continues the sentence': imitate(
    'FreeText',
    [180, 710, 330, 730],
    'BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n',
  ),
  'ink that writes over the price': imitate(
    'Ink',
    [110, 710, 170, 730],
    '2 w 14 6 m 20 6 l 20 16 l 14 16 l 14 11 l 20 11 l S\n',
  ),
  'a stamp that writes a figure before the price': imitate(
    'Stamp',
    [110, 712, 132, 730],
    'BT /F 12 Tf 12 4 Td (9) Tj ET\n',
  ),
  'a highlight with words': imitate('Highlight', [180, 710, 330, 730], 'BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n'),
  'a line with words': imitate('Line', [180, 710, 330, 730], 'BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n'),
  'a note with words as its icon': imitate(
    'Text',
    [180, 710, 330, 730],
    'BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n',
  ),
}

function imitate(subtype: string, rectangle: readonly [number, number, number, number], content: string): Maker {
  const [left, bottom, right, top] = rectangle
  return add(
    subtype,
    (revision) => ({ ...NEEDED[subtype], AP: dict`<</N ${revision.add(form(right - left, top - bottom, content))}>>` }),
    rectangle,
  )
}

/** Ways to be drawn elsewhere than where the rectangle is, or otherwise than the appearance says. */
const ELSEWHERE: Readonly<Record<string, Maker>> = {
  'a stamp with NoRotate': withLook('Stamp', white, { F: 20 }),
  'a stamp with NoZoom': withLook('Stamp', white, { F: 12 }),
  'a stamp with NoView and Print': withLook('Stamp', white, { F: 36 }),
  'a stamp that is hidden': withLook('Stamp', white, { F: 2 }),
  'a stamp in a layer': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const layer = revision.add(dict`<</Type /OCG /Name (x)>>`)
      const look = revision.add(white(revision, WIDTH, HEIGHT))
      addAnnotation(revision, parts.page, annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${look}>>`, OC: layer }))
    }),
  'a stamp with states': add('Stamp', (revision) => ({
    AP: dict`<</N <</A ${revision.add(form(1, 1, ''))} /B ${revision.add(white(revision, WIDTH, HEIGHT))}>>>>`,
    AS: pdf`/B`,
  })),
  'a stamp with a matrix': add('Stamp', (revision) => ({
    AP: dict`<</N ${revision.add(form(1, 1, '1 g 0 0 1 1 re f\n', undefined, { Matrix: [WIDTH, 0, 0, HEIGHT, 0, 0] }))}>>`,
  })),
  'a stamp with a box without area': add('Stamp', (revision) => ({
    AP: dict`<</N ${revision.add(form(0, 0, '1 g -999 -999 2000 2000 re f\n'))}>>`,
  })),
  'a stamp in a small rectangle with a large box': add(
    'Stamp',
    (revision) => ({
      AP: dict`<</N ${revision.add(form(1, 1, '1 g -999 -999 2000 2000 re f\n', undefined, { BBox: [-999, -999, 999, 999] }))}>>`,
    }),
    [100, 700, 200, 740],
  ),
  'a highlight whose look is elsewhere than its quads': add('Highlight', (revision) => ({
    QuadPoints: pdf`[10 20 20 20 10 10 20 10]`,
    AP: dict`<</N ${revision.add(white(revision, WIDTH, HEIGHT))}>>`,
  })),
  'a black highlight with an empty look': withLook('Highlight', (_, w, h) => form(w, h, ''), {
    C: pdf`[0 0 0]`,
    QuadPoints: QUADS,
  }),
  'a black highlight with a look whose graphics states are none': withLook(
    'Highlight',
    (_, w, h) => form(w, h, '', dict`<</ExtGState 1>>`),
    { C: pdf`[0 0 0]`, QuadPoints: QUADS },
  ),
  'a black highlight with a small look elsewhere': add(
    'Highlight',
    (revision) => ({
      C: pdf`[0 0 0]`,
      QuadPoints: QUADS,
      AP: dict`<</N ${revision.add(form(10, 10, '1 1 0 rg 0 0 10 10 re f\n'))}>>`,
    }),
    [10, 10, 20, 20],
  ),
  'a square whose border is wider than its look': withLook('Square', (_, w, h) => form(w, h, ''), {
    BS: dict`<</W 70>>`,
    ...WHITE,
  }),
  'an appearance that is empty, with a filled interior': withLook('Square', (_, w, h) => form(w, h, ''), {
    IC: pdf`[1 1 1]`,
  }),
  'an annotation that is a direct object': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = revision.add(white(revision, WIDTH, HEIGHT))
      const old = revision.increment.resolve(revision.get(parts.page).get('Annots'))
      const direct = annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${look}>>` })
      revision.set(parts.page, { Annots: [...(Array.isArray(old) ? old : []), direct] })
    }),
  'a stream of the page as its look': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      addAnnotation(revision, parts.page, annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${parts.content}>>` }))
    }),
  'a widget that is no field': add('Widget', (revision) => ({
    AP: dict`<</N ${revision.add(white(revision, WIDTH, HEIGHT))}>>`,
  })),
  'a text field that is new': add('Widget', (revision) => ({
    FT: pdf`/Tx`,
    T: pdf`(new)`,
    V: pdf`(x)`,
    AP: dict`<</N ${revision.add(white(revision, WIDTH, HEIGHT))}>>`,
  })),
  'a kind that nobody knows': withLook('Unheard', white),
  'no kind at all': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = revision.add(white(revision, WIDTH, HEIGHT))
      addAnnotation(
        revision,
        parts.page,
        new PdfDict({ Type: pdf`/Annot`, Rect: [...OVER_THE_PRICE], F: 4, AP: dict`<</N ${look}>>` }),
      )
    }),
  'a look changed in a later revision': ({ bytes, parts }) => {
    let look = parts.page
    const first = revise(bytes, (revision) => {
      look = revision.add(form(WIDTH, HEIGHT, ''))
      addAnnotation(revision, parts.page, annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${look}>>` }))
    })
    return revise(first, (revision) => revision.put(look, white(revision, WIDTH, HEIGHT)))
  },
  'a reply that covers': withLook('Text', white, { State: pdf`(Accepted)`, StateModel: pdf`(Review)` }),
  'a stamp with a sound': withLook('Stamp', white, { A: dict`<</S /Named /N /NextPage>>` }),
  'many stamps of .4': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = form(
        WIDTH,
        HEIGHT,
        `/G gs 1 g 0 0 ${WIDTH} ${HEIGHT} re f\n`,
        dict`<</ExtGState <</G <</ca .4>>>>>>`,
      )
      const ref = revision.add(look)
      for (let i = 0; i < 8; i++) {
        addAnnotation(revision, parts.page, annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${ref}>>` }))
      }
    }),
  'an ink with layers of /CA': withLook('Ink', white, { CA: pdf`.3` }),
  'a look that is compressed in a strange way': add('Stamp', (revision) => ({
    AP: dict`<</N ${revision.add(stream(dict`<</Type /XObject /Subtype /Form /BBox ${[0, 0, WIDTH, HEIGHT]} /Filter [/AHx] /DecodeParms [null]>>`, `${Buffer.from(`1 g 0 0 ${WIDTH} ${HEIGHT} re f`).toString('hex')}>`))}>>`,
  })),
}

const onAnnotatable = (makers: Readonly<Record<string, Maker>>) => attacksBy(makers, { profiles: ANNOTATABLE })

export const hidingAnnotations: readonly ClassAttack[] = [
  ...onAnnotatable(WITHOUT_LOOK),
  ...onAnnotatable(ELSEWHERE),
  ...onAnnotatable(
    Object.fromEntries(
      Object.entries(HIDING).flatMap(([name, look], i) =>
        [0, 5].map((step) => {
          const kind = KINDS[(i + step) % KINDS.length] ?? 'Stamp'
          return [`a ${kind} with ${name}`, withLook(kind, look)] as const
        }),
      ),
    ),
  ),
  // Elsewhere no annotation is permitted at all.
  ...attacksBy(
    Object.fromEntries(
      Object.keys(NEEDED).map((kind) => [`a ${kind} where annotations are not permitted`, withLook(kind, white)]),
    ),
    { profiles: ['P=1', 'P=2', 'plain', 'countersigned', 'archived'] },
  ),
]

export const imitatingAnnotations: readonly ClassAttack[] = attacksBy(IMITATIONS, {
  profiles: ANNOTATABLE,
  fits: hasKnownPlaces,
})

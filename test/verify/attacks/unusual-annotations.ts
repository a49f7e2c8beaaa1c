/**
 * Annotations where they are permitted, by means that are not in the appearance itself: states, flags, layers, shared
 * objects, kinds that play or print, entries that only some readers heed.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'
import { form, HELVETICA } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

const [LEFT, BOTTOM, RIGHT, TOP] = OVER_THE_PRICE
const [WIDTH, HEIGHT] = [RIGHT - LEFT, TOP - BOTTOM]
const WHITE = `1 g 0 0 ${WIDTH} ${HEIGHT} re f\n`
const QUADS = pdf`[${LEFT} ${TOP} ${RIGHT} ${TOP} ${LEFT} ${BOTTOM} ${RIGHT} ${BOTTOM}]`
/** In an empty part of the page. */
const ASIDE = [300, 200, 420, 240]
/** The last figure of the price. */
const LAST_FIGURE = [138, 712, 146, 724]

type Entries = (revision: Revision, base: Base) => Record<string, PdfObject | undefined>

const white = (revision: Revision) => revision.add(form(WIDTH, HEIGHT, WHITE))
const empty = (revision: Revision) => revision.add(form(WIDTH, HEIGHT, ''))
const layer = (revision: Revision) => revision.add(dict`<</Type /OCG /Name (x)>>`)

const add =
  (kind: string, entries: Entries, rectangle: readonly number[] = OVER_THE_PRICE): Maker =>
  (base) =>
    revise(base.bytes, (revision) => {
      const made = annotation(kind, rectangle)
      for (const [key, value] of Object.entries(entries(revision, base))) made.entries.set(key, value ?? null)
      addAnnotation(revision, base.parts.page, made)
    })

const LOOKS: Readonly<Record<string, Entries>> = {
  'a look while the mouse is upon it': (revision) => ({ AP: dict`<</N ${empty(revision)} /R ${white(revision)}>>` }),
  'a look while it is pressed': (revision) => ({ AP: dict`<</N ${empty(revision)} /D ${white(revision)}>>` }),
  'a look in a state': (revision) => ({ AP: dict`<</N <</On ${white(revision)}>>>>`, AS: pdf`/On` }),
  'a look in a state that is not chosen': (revision) => ({
    AP: dict`<</N <</On ${white(revision)} /Off ${empty(revision)}>>>>`,
    AS: pdf`/Off`,
  }),
  'a look in the only state': (revision) => ({ AP: dict`<</N <</Off ${white(revision)}>>>>` }),
  'a look in a state of another name': (revision) => ({ AP: dict`<</N <</On ${white(revision)}>>>>`, AS: pdf`/on` }),
  'a look in a state written in hexadecimal': (revision) => ({
    AP: pdf`<</N <</#4fn ${white(revision)}>>>>`,
    AS: pdf`/O#6e`,
  }),
  'a look under two keys': (revision) => ({ AP: pdf`<</N ${empty(revision)} /#4e ${white(revision)}>>` }),
  'a look on a layer that is hidden so far': (revision) => ({
    AP: dict`<</N ${white(revision)}>>`,
    OC: layer(revision),
  }),
  'a look with a layer of its own': (revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, WHITE, new PdfDict(), { OC: layer(revision) }))}>>`,
  }),
  'a look that is printed only': (revision) => ({ AP: dict`<</N ${white(revision)}>>`, F: 36 }),
  'a look that is shown only': (revision) => ({ AP: dict`<</N ${white(revision)}>>`, F: 0 }),
  'a look that is toggled': (revision) => ({ AP: dict`<</N ${white(revision)}>>`, F: 4 + 32 + 256 }),
  'a look that does not turn': (revision) => ({ AP: dict`<</N ${white(revision)}>>`, F: 20 }),
  'a look of alpha by the annotation': (revision) => ({ AP: dict`<</N ${white(revision)}>>`, CA: pdf`.01` }),
  'a look blended by the annotation': (revision) => ({ AP: dict`<</N ${white(revision)}>>`, BM: pdf`/Multiply` }),
  'a look that is the page': (_, { parts }) => ({ AP: dict`<</N ${parts.content}>>` }),
  'a look that is an image': (revision) => ({
    AP: dict`<</N ${revision.add(
      stream(
        dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`,
        '\u00ff',
      ),
    )}>>`,
  }),
  'a look without a box': (revision) => ({
    AP: dict`<</N ${revision.add(stream(dict`<</Subtype /Form>>`, `1 g ${OVER_THE_PRICE.slice(0, 2).join(' ')} ${WIDTH} ${HEIGHT} re f`))}>>`,
  }),
  'a look with a box turned round': (revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, WHITE, new PdfDict(), { BBox: [WIDTH, HEIGHT, 0, 0] }))}>>`,
  }),
  'a look that is turned by its matrix': (revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, WHITE, new PdfDict(), { Matrix: pdf`[0 1 -1 0 0 0]` }))}>>`,
  }),
  'a look with two filters': (revision) => ({
    AP: dict`<</N ${revision.add(
      stream(
        dict`<</Subtype /Form /BBox ${[0, 0, WIDTH, HEIGHT]} /Filter [/AHx /AHx]>>`,
        `${Buffer.from(`${Buffer.from(WHITE).toString('hex')}>`).toString('hex')}>`,
      ),
    )}>>`,
  }),
  'a look in another file': (revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, '', new PdfDict(), { F: pdf`(white.txt)` }))}>>`,
  }),
  'a look that a later object completes': (revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, '/X Do', dict`<</XObject <</X ${white(revision)}>>>>`))}>>`,
  }),
}

const KINDS = ['Stamp', 'FreeText', 'Square', 'Highlight', 'Ink', 'Link']

const byLook = Object.fromEntries(
  Object.entries(LOOKS).map(([name, entries], i): [string, Maker] => {
    const kind = KINDS[i % KINDS.length] ?? 'Stamp'
    const needed: Entries = (...made) => ({
      QuadPoints: QUADS,
      Border: pdf`[0 0 0]`,
      InkList: pdf`[[0 0 0 0]]`,
      ...entries(...made),
    })
    return [`a ${kind} with ${name}`, add(kind, needed)]
  }),
)

const OTHERS: Readonly<Record<string, Maker>> = {
  'a redaction with words': add('Redact', (revision) => ({
    QuadPoints: QUADS,
    IC: pdf`[1]`,
    OverlayText: pdf`(900)`,
    DA: pdf`(/Helv 12 Tf)`,
    RO: white(revision),
  })),
  'a stamp that takes back what it marks': add('Highlight', () => ({ QuadPoints: QUADS, C: pdf`[0 0 0 0]`, CA: 1 })),
  'a highlight in white': add('Highlight', () => ({ QuadPoints: QUADS, C: pdf`[1 1 1]` })),
  'a highlight with points beyond its rectangle': add('Highlight', () => ({ QuadPoints: QUADS, C: pdf`[0]` }), ASIDE),
  'an underline of a line of its own': add('Underline', () => ({
    QuadPoints: QUADS,
    C: pdf`[1 1 1]`,
    BS: dict`<</W 90>>`,
  })),
  'a free text with rich text': add('FreeText', () => ({
    Contents: pdf`()`,
    DA: pdf`(/Helv 12 Tf 0 g)`,
    RC: pdf`(<body><p style="background:#fff">900</p></body>)`,
  })),
  'a free text with a call-out through the price': add(
    'FreeText',
    () => ({
      DA: pdf`(/Helv 12 Tf 1 g)`,
      Contents: pdf`(x)`,
      IT: pdf`/FreeTextCallout`,
      CL: pdf`[60 720 300 720]`,
      BS: dict`<</W 20>>`,
    }),
    ASIDE,
  ),
  'an attached file': add('FileAttachment', (revision) => ({ FS: revision.add(dict`<</Type /Filespec /F (x)>>`) })),
  'a link that runs a script': add('Link', () => ({ A: dict`<</S /JavaScript /JS (1)>>` }), ASIDE),
  'a link that opens a file': add('Link', () => ({ A: dict`<</S /Launch /F (x.exe)>>` }), ASIDE),
  'a link that hides a field': add('Link', () => ({ A: dict`<</S /Hide /T (amount)>>` }), ASIDE),
  'a link that shows a layer': add(
    'Link',
    (revision) => ({ A: dict`<</S /SetOCGState /State [/ON ${layer(revision)}]>>` }),
    ASIDE,
  ),
  'a link with one action after the other': add(
    'Link',
    () => ({ A: dict`<</S /URI /URI (https://a.example) /Next <</S /JavaScript /JS (1)>>>>` }),
    ASIDE,
  ),
  'a link with actions of the mouse': add('Link', () => ({ AA: dict`<</E <</S /JavaScript /JS (1)>>>>` }), ASIDE),
  'a comment that is a widget without a field': add('Widget', (revision) => ({
    AP: dict`<</N ${white(revision)}>>`,
    FT: pdf`/Tx`,
    T: pdf`(y)`,
  })),
  'a comment that is a widget of the amount': add('Widget', (revision, { parts }) => ({
    AP: dict`<</N ${white(revision)}>>`,
    Parent: fieldIn(parts, 'amount').field,
  })),
  'a comment with the kind in hexadecimal': add('Stamp', (revision) => ({
    AP: dict`<</N ${white(revision)}>>`,
    Subtype: pdf`/#57idget`,
    FT: pdf`/Btn`,
  })),
  'a comment without a kind': add('Stamp', (revision) => ({ AP: dict`<</N ${white(revision)}>>`, Subtype: undefined })),
  'two comments that share a look': (base) =>
    revise(base.bytes, (revision) => {
      const shared = revision.add(form(WIDTH, HEIGHT, WHITE))
      for (const rectangle of [ASIDE, OVER_THE_PRICE]) {
        addAnnotation(revision, base.parts.page, annotation('Stamp', rectangle, { AP: dict`<</N ${shared}>>` }))
      }
    }),
  'an array of annotations of its own': (base) =>
    revise(base.bytes, (revision) => {
      const stamp = annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${white(revision)}>>` })
      const list = revision.get(base.parts.page).get('Annots')
      const old = revision.increment.resolve(list)
      revision.set(base.parts.page, { Annots: revision.add([...(Array.isArray(old) ? old : []), stamp]) })
    }),
  'a stamp on the page by way of its parent': (base) =>
    revise(base.bytes, (revision) => {
      const stamp = annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${white(revision)}>>` })
      revision.set(base.parts.pages, { Annots: [revision.add(stamp)] })
    }),
  'a stamp, and then its look': (base) => {
    let look: PdfRef | undefined
    const first = revise(base.bytes, (revision) => {
      look = revision.add(form(WIDTH, HEIGHT, ''))
      addAnnotation(revision, base.parts.page, annotation('Stamp', OVER_THE_PRICE, { AP: dict`<</N ${look}>>` }))
    })
    return revise(first, (revision) => {
      if (look !== undefined) revision.put(look, form(WIDTH, HEIGHT, WHITE))
    })
  },
  'a stamp aside, and then over the price': (base) => {
    let stamp: PdfRef | undefined
    const first = revise(base.bytes, (revision) => {
      const made = annotation('Stamp', ASIDE, { AP: dict`<</N ${white(revision)}>>` })
      stamp = addAnnotation(revision, base.parts.page, made)
    })
    return revise(first, (revision) => {
      if (stamp !== undefined) revision.set(stamp, { Rect: [...OVER_THE_PRICE] })
    })
  },
  'white over the last figure': add(
    'Stamp',
    (revision) => ({ AP: dict`<</N ${revision.add(form(8, 12, '1 g 0 0 8 12 re f'))}>>` }),
    LAST_FIGURE,
  ),
  'white over half of the last figure': add(
    'Square',
    (revision) => ({ AP: dict`<</N ${revision.add(form(8, 12, '1 g 3 0 5 12 re f'))}>>` }),
    LAST_FIGURE,
  ),
  'a white picture over the last figure': add(
    'Stamp',
    (revision) => ({
      AP: dict`<</N ${revision.add(form(8, 12, 'q 8 0 0 12 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff EI Q'))}>>`,
    }),
    LAST_FIGURE,
  ),
  'a white line through the last figure': add(
    'Ink',
    () => ({ C: pdf`[1 1 1]`, InkList: pdf`[[142 708 142 728]]`, BS: dict`<</W 7>>` }),
    LAST_FIGURE,
  ),
  'the forged page, very small, in a link': add(
    'Link',
    (revision) => ({
      AP: dict`<</N ${revision.add(form(600, 800, forgedContent(), dict`<</Font <</F1 ${HELVETICA}>>>>`))}>>`,
    }),
    [0, 0, 600, 800],
  ),
}

export const unusualAnnotations: readonly ClassAttack[] = [
  ...attacksBy({ ...byLook, ...OTHERS }, { profiles: ANNOTATABLE, fits: hasKnownPlaces }),
  // Its icon is seen, of course; it may hide no word.
  ...attacksBy(
    { 'a note with an icon of nobody': add('Text', () => ({ Name: pdf`/Whatever`, C: pdf`[1 1 1]` })) },
    { profiles: ANNOTATABLE, isNamed: true },
  ),
]

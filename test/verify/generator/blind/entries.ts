/**
 * Values for entries of annotations and fields, by their keys (ISO 32000-2, 12.5 to 12.7).
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject } from '../../../../src/pdf/objects.js'
import { textString } from '../../../../src/pdf/syntax/text-string.js'
import { dict, pdf, stream } from '../../support/notation.js'
import { once, pick } from '../draft.js'
import { anyReference, anyValue, border, colour } from '../random-values.js'
import { anyAction } from './actions.js'
import { appearance } from './looks.js'
import type { Workspace } from './workspace.js'

type Value = (space: Workspace, rect: readonly number[]) => PdfObject

const name =
  (...names: readonly string[]): Value =>
  ({ random }) =>
    PdfName.of(pick(random, names))
const text =
  (...texts: readonly string[]): Value =>
  ({ random }) =>
    textString(pick(random, texts))
const number =
  (...numbers: readonly number[]): Value =>
  ({ random }) =>
    pick(random, numbers)
const points =
  (count: number): Value =>
  (_, [a = 0, b = 0, c = 0, d = 0]) =>
    [a, d, c, d, a, b, c, b].slice(0, count)
const bit = (position: number) => 2 ** (position - 1)

const VALUE = ['900', 'and 900 EUR more', 'All other clauses are void.', 'Yes', '100', 'Bob']

/** Entries that a field has, itself or from its parents. */
const FIELD: Readonly<Record<string, Value>> = {
  FT: name('Sig', 'Sig', 'Tx', 'Tx', 'Btn', 'Ch'),
  V: (space) => (once(space.random, 12) ? PdfName.of('Yes') : textString(pick(space.random, VALUE))),
  DV: text(...VALUE),
  RV: text('<body><p>900 EUR</p></body>'),
  DS: text('font: 18pt Helvetica; color: #000000'),
  DA: text('/Helv 18 Tf 0 g', '/Helv 12 Tf 0 g', '/Helv 0 Tf 0 g', '/F1 14 Tf 1 0 0 rg'),
  Ff: number(0, 1, 2, 4096, bit(14), bit(15) + bit(16), bit(16), bit(17), bit(18), bit(19), bit(21), bit(25)),
  Q: number(0, 1, 2),
  MaxLen: number(1, 3, 40),
  Opt: () => pdf`[(900) (100) [(0) (and 900 EUR more)]]`,
  TI: number(0, 1),
  I: () => [0],
  TU: text('900', 'Approval'),
  TM: text('x'),
  Lock: () => dict`<</Type /SigFieldLock /Action /All>>`,
  SV: () => dict`<</Type /SV /Ff 0>>`,
}

/** Entries of annotations, of all or of some kinds. */
const ANNOTATION: Readonly<Record<string, Value>> = {
  AP: (space, rect) => appearance(space, rect)['AP'] ?? null,
  AS: name('Yes', 'Off', 'On'),
  F: number(4, 4, 4, 4, 0, 2, 6, 32, 36, 68, 132, 20, 516),
  MK: ({ random }) =>
    new PdfDict({
      BG: pick(random, [pdf`[1 0 0]`, pdf`[1]`, pdf`[0]`]),
      BC: pick(random, [pdf`[0 0 1]`, pdf`[]`]),
      CA: textString(pick(random, ['4', '900 EUR', 'PAID'])),
      R: pick(random, [0, 0, 90, 180]),
    }),
  BS: border,
  Border: ({ random }) => [0, 0, pick(random, [0, 1, 3, 40])],
  C: colour,
  IC: colour,
  CA: number(1, 0),
  Contents: text('Seen', 'The price is 900 EUR.', ''),
  RC: text('<body><p>900 EUR</p></body>'),
  QuadPoints: points(8),
  L: points(4),
  Vertices: points(8),
  InkList: (space, rect) => [points(8)(space, rect)],
  CL: points(4),
  RD: () => [2, 2, 2, 2],
  LE: name('Square', 'OpenArrow', 'Circle'),
  Name: name('Note', 'Approved', 'PushPin', 'Paperclip', 'Mic', 'Help'),
  Open: ({ random }) => once(random, 2),
  BE: () => dict`<</S /C /I 2>>`,
  BM: name('Multiply', 'Darken'),
  OC: (space) => space.add(dict`<</Type /OCG /Name (x)>>`),
  IRT: anyReference,
  RT: name('R', 'Group'),
  Popup: anyReference,
  StructParent: number(0, 1, 4),
  NM: text('a'),
  M: () => pdf`(D:20261121100000Z)`,
  T: text('Bob'),
  Subj: text('900'),
  IT: name('FreeTextTypeWriter', 'FreeTextCallout', 'LineArrow', 'PolygonCloud'),
  H: name('N', 'I', 'P'),
  Sy: name('P', 'None'),
  Cap: () => true,
  Measure: () => dict`<</Type /Measure /R (1)>>`,
  RO: (space, rect) => (appearance(space, rect)['AP'] as PdfDict).get('N') ?? null,
  OverlayText: text('900 EUR'),
  Repeat: () => true,
  FS: (space) =>
    dict`<</Type /Filespec /F (a.txt) /EF <</F ${space.add(stream(dict`<</Type /EmbeddedFile>>`, 'text'))}>>>>`,
  Dest: ({ pages }) => [pages[0] ?? null, PdfName.of('Fit')],
  FixedPrint: () => dict`<</Type /FixedPrint /Matrix [1 0 0 1 72 300]>>`,
  Movie: () => dict`<</F (a.avi) /Poster true>>`,
  Sound: (space) => space.add(stream(dict`<</R 8000>>`, '0')),
  A: anyAction,
  AA: (space) =>
    new PdfDict({ [pick(space.random, ['E', 'X', 'D', 'U', 'Fo', 'PO', 'K', 'F', 'V', 'C'])]: anyAction(space) }),
  PA: anyAction,
}

export const FIELD_KEYS = Object.keys(FIELD)
export const ANNOTATION_KEYS = Object.keys(ANNOTATION)

/** A value that suits a key; where it is known to no table, any object. */
export function valueForKey(space: Workspace, key: string, rect: readonly number[]): PdfObject {
  return (FIELD[key] ?? ANNOTATION[key] ?? ((draft) => anyValue(draft)))(space, rect)
}

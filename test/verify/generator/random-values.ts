/**
 * Values for the entries of objects: what belongs there, what is near to it, and anything else.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, PdfReal, PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { pdf } from '../support/notation.js'
import { type Draft, once, pick } from './draft.js'

const NUMBERS = [
  0,
  1,
  -1,
  2,
  3,
  4,
  7,
  12,
  36,
  64,
  90,
  100,
  128,
  180,
  255,
  270,
  600,
  800,
  1023,
  65_535,
  131_072,
  2 ** 31,
]
const WORDS = [
  'Off',
  'Yes',
  'On',
  'Helv',
  'F1',
  'Basic',
  'Full',
  'N',
  'D',
  'Widget',
  'Page',
  'Sig',
  'Tx',
  'Identity',
  'XX',
]
const TEXTS = ['', '1', '100', '900', 'Ada', 'I agree', 'x y', '\u202e001', 'Zo\u00eb', 'a'.repeat(300)]

/** Any object; references lead to objects of the document, now and then to none. */
export function anyValue(draft: Draft, depth = 2): PdfObject {
  const { random } = draft
  switch (random(depth > 0 ? 11 : 8)) {
    case 0:
    case 1:
      return pick(random, NUMBERS)
    case 2:
      return new PdfReal(random(1000) / 10, String(random(1000) / 10))
    case 3:
      return PdfName.of(pick(random, WORDS))
    case 4:
      return textString(pick(random, TEXTS))
    case 5:
      return once(random, 2)
    case 6:
      return once(random, 3) ? null : anyReference(draft)
    case 7:
      return rectangle(draft)
    case 8:
    case 9:
      return Array.from({ length: random(5) }, () => anyValue(draft, depth - 1))
    default:
      return anyDictionary(draft, depth - 1)
  }
}

function anyDictionary(draft: Draft, depth: number): PdfDict {
  const keys = ['Type', 'Subtype', 'S', 'N', 'A', 'D', 'K', 'P', 'Kids', 'Names', 'Length', 'W', 'O', 'Font']
  const count = draft.random(4)
  return new PdfDict(
    Object.fromEntries(Array.from({ length: count }, () => [pick(draft.random, keys), anyValue(draft, depth)])),
  )
}

/** A reference to an object of the document; once in a while to one that it does not have. */
export function anyReference({ random, numbers, document }: Draft): PdfRef {
  if (once(random, 12)) return new PdfRef(document.nextObjectNumber + 20 + random(20))
  return new PdfRef(pick(random, numbers))
}

/** Left, bottom, right, top: over the text of the page, in a line of it, in an empty place, or outside. */
export function rectangle({ random }: Draft): number[] {
  switch (random(7)) {
    case 0:
      return [50, 690, 450, 760]
    case 1:
      return [55 + random(150), 710 + random(10), 100 + random(250), 720 + random(20)]
    case 2:
      return [random(500), random(700), random(600), random(800)]
    case 3:
      return [300, 200, 320 + random(200), 210 + random(100)]
    case 4:
      return [0, 0, 0, 0]
    case 5:
      return [-100 + random(200), -100 + random(200), random(1000), random(1000)]
    default:
      return [300 + random(100), 100 + random(100), 420 + random(100), 220 + random(40)]
  }
}

/** A colour for /C, /IC, /MK. */
export function colour({ random }: Draft): PdfObject {
  return pick(random, [
    pdf`[1 1 1]`,
    pdf`[0 0 0]`,
    pdf`[1 1 0]`,
    pdf`[0 0 1]`,
    pdf`[1]`,
    pdf`[0]`,
    pdf`[]`,
    pdf`[0 0 0 1]`,
  ])
}

/** A border style. */
export function border({ random }: Draft): PdfDict {
  return new PdfDict({ W: pick(random, [0, 1, 2, 3, 10, 70]), S: PdfName.of(pick(random, ['S', 'D', 'B', 'I', 'U'])) })
}

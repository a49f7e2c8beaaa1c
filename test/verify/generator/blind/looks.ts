/**
 * Appearances that are easy to see: texts, areas, pictures and whatever forms and fonts the document has.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfStream } from '../../../../src/pdf/objects.js'
import { form, HELVETICA } from '../../attacks/looks.js'
import { dict, stream } from '../../support/notation.js'
import { once, pick } from '../draft.js'
import { anyLook } from '../random-content.js'
import { maybeTarget, type Workspace } from './workspace.js'

const WORDS = ['Amendment: 900 EUR, not 100.', '900', 'PAID', 'VOID', 'and 900 EUR more', 'x']

/** A place: mostly an empty one in the lower half of a page, now and then one over the text. */
export function place({ random }: Workspace): number[] {
  const [width, height] = [20 + random(400), 12 + random(90)]
  const [left, bottom] = [30 + random(300), once(random, 4) ? random(700) : 120 + random(220)]
  return [left, bottom, left + width, bottom + height]
}

/** Width and height of a rectangle, one point at least. */
export function sizeOf([a = 0, b = 0, c = 0, d = 0]: readonly number[]): readonly [number, number] {
  return [Math.max(1, Math.abs(c - a)), Math.max(1, Math.abs(d - b))]
}

/** A font of the document, or Helvetica. */
export function anyFont(space: Workspace): PdfObject {
  return (once(space.random, 2) ? maybeTarget(space, /^Font (Type|True)/) : undefined) ?? HELVETICA
}

/** Draws a text as form programs do. */
export function textLook(space: Workspace, width: number, height: number, text: string): PdfStream {
  const size = Math.max(4, Math.min(14, Math.round(height * 0.6)))
  const shown = `/Tx BMC\nq BT /F ${size} Tf 0 g 2 ${Math.round((height - size) / 2) + 2} Td (${text}) Tj ET Q\nEMC\n`
  return form(width, height, shown, new PdfDict({ Font: new PdfDict({ F: anyFont(space) }) }))
}

function picture(space: Workspace, width: number, height: number): PdfStream {
  const old = once(space.random, 2) ? maybeTarget(space, /XObject (Image|Form)/) : undefined
  const image = dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`
  const resources = new PdfDict({ XObject: new PdfDict({ X: old ?? space.add(stream(image, '\u0040')) }) })
  return form(width, height, `q ${width} 0 0 ${height} 0 0 cm /X Do Q\n`, resources)
}

/** An appearance stream of any content. */
export function look(space: Workspace, rect: readonly number[]): PdfStream {
  const { random } = space
  const [width, height] = sizeOf(rect)
  switch (random(6)) {
    case 0:
    case 1:
    case 2:
      return textLook(space, width, height, pick(random, WORDS))
    case 3:
      return form(width, height, `${pick(random, ['1 0 0', '0 0 0', '1 1 1'])} rg 0 0 ${width} ${height} re f\n`)
    case 4:
      return picture(space, width, height)
    default:
      return anyLook(space, width, height)
  }
}

/** /AP of any shape, and /AS where it needs one. */
export function appearance(space: Workspace, rect: readonly number[]): Record<string, PdfObject> {
  const { random } = space
  const old = once(random, 8) ? maybeTarget(space, /XObject Form/) : undefined
  const normal = old ?? space.add(look(space, rect))
  if (once(random, 5)) {
    const state = pick(random, ['Yes', 'On', 'Off'])
    return { AP: new PdfDict({ N: new PdfDict({ [state]: normal }) }), AS: PdfName.of(state) }
  }
  const also = once(random, 6) ? { [pick(random, ['D', 'R'])]: space.add(look(space, rect)) } : {}
  return { AP: new PdfDict({ N: normal, ...also }) }
}

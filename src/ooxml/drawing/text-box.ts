/**
 * Text in a shape of DrawingML, with the properties of its body.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import { roundTwips, type TextBox } from '../../typeset/drawings.js'
import type { Block } from '../../typeset/model/document-model.js'
import type { Edges } from '../../typeset/model/table-model.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf } from '../xml/xml-element.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { readBoolean, readEmu, readNumber, readShare } from './units.js'

/** Default left and right inset of a text body, in twips: 0.1 inches (21.1.2.1.1). */
const DEFAULT_SIDE_INSET = 144
/** Default top and bottom inset of a text body, in twips: 0.05 inches (21.1.2.1.1). */
const DEFAULT_END_INSET = 72

const NO_INSETS: Edges<number> = { top: 0, right: 0, bottom: 0, left: 0 }

/** Text in a shape with the properties of its body (a:bodyPr, ECMA-376-1, 21.1.2.1.1). */
export function makeTextBox(
  blocks: readonly Block[],
  body: XmlElement | undefined,
  textInsets: Edges<number> = NO_INSETS,
): TextBox {
  const attributes = body?.attributes ?? {}
  const shrunk = childOf(body, 'a:normAutofit')?.attributes['fontScale']
  const fontScale = clamp(readShare(shrunk, 1), 0.05, 1)
  return {
    blocks,
    insets: {
      top: roundTwips(textInsets.top + readEmu(attributes['tIns'], DEFAULT_END_INSET)),
      right: roundTwips(textInsets.right + readEmu(attributes['rIns'], DEFAULT_SIDE_INSET)),
      bottom: roundTwips(textInsets.bottom + readEmu(attributes['bIns'], DEFAULT_END_INSET)),
      left: roundTwips(textInsets.left + readEmu(attributes['lIns'], DEFAULT_SIDE_INSET)),
    },
    verticalAlign: readVerticalAlign(attributes['anchor']),
    textDirection: readTextDirection(attributes['vert']),
    fitShape: childOf(body, 'a:spAutoFit') !== undefined,
    wrap: attributes['wrap'] !== 'none',
    ...(fontScale < 1 ? { fontScale } : {}),
  }
}

/** A text box that goes on in others, or another one's text in it. `id` and `next` name boxes of the current part. */
export function linkedTextBox(
  text: TextBox,
  { width, height }: { readonly width: number; readonly height: number },
  { id, next }: { readonly id: string; readonly next: string | undefined },
  env: DrawingEnvironment,
): TextBox {
  const { blocks, insets, textDirection } = text
  const across = width - insets.left - insets.right
  const down = height - insets.top - insets.bottom
  const inside = textDirection === 'horizontal' ? { width: across, height: down } : { width: down, height: across }
  const key = (name: string) => `${env.partName}#${name}`
  env.textLinks.add(key(id), { blocks, ...inside }, next === undefined ? undefined : key(next))
  return { ...text, link: { links: env.textLinks, id: key(id) } }
}

/** Maximum number of columns of a text (ST_TextColumnCount, 20.1.10.68). */
const MAX_COLUMNS = 16

/** Columns and centring of DrawingML's own paragraphs. Word's text boxes have neither, whatever their a:bodyPr says. */
export function readTextColumns(body: XmlElement | undefined): Pick<TextBox, 'columns' | 'isCentered'> {
  const attributes = body?.attributes ?? {}
  const count = clamp(Math.floor(readNumber(attributes['numCol'], 1)), 1, MAX_COLUMNS)
  const gap = Math.max(0, roundTwips(readEmu(attributes['spcCol'], 0)))
  return {
    ...(count > 1 && { columns: { count, gap, fromRight: readBoolean(attributes['rtlCol'], false) } }),
    ...(readBoolean(attributes['anchorCtr'], false) && { isCentered: true }),
  }
}

function readVerticalAlign(anchor: string | undefined): TextBox['verticalAlign'] {
  if (anchor === 'b') return 'bottom'
  return anchor === 'ctr' || anchor === 'just' || anchor === 'dist' ? 'center' : 'top'
}

function readTextDirection(vert: string | undefined): TextBox['textDirection'] {
  if (vert === 'vert270') return 'anticlockwise'
  if (vert === 'eaVert' || vert === 'wordArtVert' || vert === 'wordArtVertRtl') return 'vertical'
  return vert === undefined || vert === 'horz' ? 'horizontal' : 'clockwise'
}

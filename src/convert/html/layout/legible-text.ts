/**
 * Keeps text legible on the background that it ends up on.
 *
 * @module
 */

import type { FlowInline, RunFormat } from '../../docx-writer/flow-document.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { TextStyle } from '../css/computed-style.js'
import { contrastOf } from '../css/css-color.js'

/** Minimum contrast of readable text on a background that the page did not choose. */
const LEAST_CONTRAST = 2

/**
 * Makes text legible on the background that is drawn. The page may have meant another background that is not drawn, such as a
 * picture; light text would then be invisible on paper.
 *
 * @param painted the colour that is drawn beneath the text
 */
export function makeLegible(
  inlines: FlowInline[],
  style: TextStyle,
  painted: string,
  warnings: ConversionWarnings,
): FlowInline[] {
  if (style.onPicture !== true && (style.backdrop ?? 'FFFFFF') === painted) return inlines
  return inlines.map((inline) => recolor(inline, style, painted, warnings))
}

function recolor(inline: FlowInline, style: TextStyle, painted: string, warnings: ConversionWarnings): FlowInline {
  if (inline.kind === 'link') {
    return { ...inline, inlines: inline.inlines.map((inner) => recolor(inner, style, painted, warnings)) }
  }
  if (inline.kind !== 'text' || inline.format.background !== undefined) return inline
  const color = inline.format.color ?? style.color ?? '000000'
  if (contrastOf(color, painted) >= LEAST_CONTRAST || isMeantFaint(color, style)) return inline
  warnings.add('The colour of text was changed where the background behind it is not drawn.')
  const format: RunFormat = { ...inline.format, color: contrastOf('000000', painted) > 5 ? '000000' : 'FFFFFF' }
  return { ...inline, format }
}

function isMeantFaint(color: string, { backdrop = 'FFFFFF', onPicture }: TextStyle): boolean {
  return onPicture !== true && contrastOf(color, backdrop) < LEAST_CONTRAST
}

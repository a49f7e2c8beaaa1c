/**
 * Signs of equations that grow: brackets with their content, and sums and integrals in equations on lines of their own. They
 * stand symmetrically about the axis, which is as high as a minus.
 *
 * @module
 */

import type { MathBox } from './inline-item.js'

/** Height of the axis above the baseline, as a share of the font size, like all lengths here. */
export const AXIS = 0.27
/** Height of the ink of brackets, and of sums and integrals. */
const BRACKET_INK = 1
const OPERATOR_INK = 0.9
/** Height of the ink of sums and integrals: within text, and in equations on lines of their own. */
const TEXT_OPERATOR = 1
const DISPLAY_OPERATOR = 1.4
const DISPLAY_INTEGRAL = 2.2
/** Height at the top of the box of a content that its ink seldom reaches. */
const FREE_TOP = 0.2
/** Largest factor on a sign. */
const MOST_GROWTH = 6

/** Sets a text with a factor on the size of its part. */
type SetText = (text: string, factor: number) => MathBox

/** How much larger a sum or an integral is than the text around it. */
function operatorFactor(sign: string, isDisplay: boolean): number {
  if (!isDisplay) return TEXT_OPERATOR / OPERATOR_INK
  return (isIntegral(sign) ? DISPLAY_INTEGRAL : DISPLAY_OPERATOR) / OPERATOR_INK
}

/** Whether a sign is an integral, whose limits stand beside it. */
function isIntegral(sign: string): boolean {
  return sign >= '\u222b' && sign <= '\u2233'
}

/**
 * A sign in another size, with its ink about the axis.
 *
 * @param em font size of the part, in twips
 */
function grownSign(sign: MathBox, factor: number, ink: number, em: number): MathBox {
  const drop = (factor - 1) * AXIS * em
  const half = (ink * factor * em) / 2
  return {
    width: sign.width,
    ascent: half + AXIS * em,
    descent: half - AXIS * em,
    paint: (list, x, y) => sign.paint(list, x, y + drop),
  }
}

/** A sum or an integral. */
export function layOutOperator(sign: string, isDisplay: boolean, em: number, setText: SetText): MathBox {
  const factor = operatorFactor(sign, isDisplay)
  return grownSign(setText(sign, factor), factor, OPERATOR_INK, em)
}

/** Content between brackets, which are as high as it. */
export function layOutDelimited(
  { open, close }: { readonly open: string; readonly close: string },
  content: MathBox,
  em: number,
  setText: SetText,
): MathBox {
  const above = content.ascent - (FREE_TOP + AXIS) * em
  const below = content.descent + AXIS * em
  const factor = Math.min(MOST_GROWTH, Math.max(1, (2 * Math.max(above, below)) / (BRACKET_INK * em)))
  const [left, right] = [open, close].map((sign) => {
    const box = setText(sign, factor)
    return factor === 1 ? box : grownSign(box, factor, BRACKET_INK, em)
  }) as [MathBox, MathBox]
  return {
    width: left.width + content.width + right.width,
    ascent: Math.max(content.ascent, left.ascent, right.ascent),
    descent: Math.max(content.descent, left.descent, right.descent),
    paint(list, x, y) {
      left.paint(list, x, y)
      content.paint(list, x + left.width, y)
      right.paint(list, x + left.width + content.width, y)
    },
  }
}

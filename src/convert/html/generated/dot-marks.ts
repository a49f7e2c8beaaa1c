/**
 * Dots that style sheets draw beside text, such as those of a timeline. They are empty positioned boxes.
 *
 * @module
 */

import type { PendingMark } from '../boxes/box-collector.js'
import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { hangingOf, sideOf } from './hanging.js'

/** Range of the side of a box that counts as a dot, in twips. */
const SIDE = { least: 60, most: 420 }
/** Share by which the two sides of a dot may differ. */
const SKEW = 0.25
/** Width of a dot as a share of the font size of its letter. */
const DOT = 0.6
/** Minimum size of a dot, as a share of the text's font size. */
const LEAST_SIZE = 0.5

/**
 * The mark that an empty positioned box stands for; `undefined` for another box.
 *
 * @param around the place of the box that it stands in
 */
export function dotMark(place: StyledPlace, around: StyledPlace): PendingMark | undefined {
  const { box, text } = place.style
  if (box.isPositioned !== true) return undefined
  const [across, down] = [sideOf(box.width ?? box.minWidth), sideOf(box.height ?? box.minHeight)]
  const isSmall = [across, down].every((side) => side >= SIDE.least && side <= SIDE.most)
  if (!isSmall || Math.abs(across - down) > SKEW * Math.max(across, down)) return undefined
  const look = lookOf(box, place.style.unmet?.includes('border-radius') === true)
  if (look === undefined) return undefined
  const size = Math.round(Math.min(text.em, Math.max(text.em * LEAST_SIZE, across / DOT)))
  const { background: _, ...rest } = text
  const style: TextStyle = { ...rest, color: look.color, fontSize: size, em: size }
  return { content: look.sign, style, hanging: hangingIn(around, box, rest), around: rest }
}

/** How far a dot stands out. A dot on the border of a box is moved inside, since nothing is drawn outside of a cell in Word. */
function hangingIn({ style }: StyledPlace, dot: BoxStyle, text: TextStyle): number {
  const hanging = hangingOf(style.box, dot, text)
  const { left } = style.box.border
  return left === undefined || left.style === 'none' ? hanging : Math.min(hanging, sideOf(style.box.padding.left))
}

function lookOf({ backgroundColor, border }: BoxStyle, isRound: boolean): { sign: string; color: string } | undefined {
  const line = border.top
  const isFramed = line !== undefined && line.style !== 'none'
  const isFilled = backgroundColor !== undefined && backgroundColor !== 'transparent' && backgroundColor !== 'FFFFFF'
  if (isFilled) return { sign: isRound ? '\u25cf' : '\u25a0', color: backgroundColor }
  return isFramed ? { sign: isRound ? '\u25cb' : '\u25a1', color: line.color } : undefined
}

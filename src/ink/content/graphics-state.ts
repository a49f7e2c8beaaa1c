/**
 * The graphics state (ISO 32000-2, 8.4 and 9.3).
 *
 * @module
 */

import { type Box, IDENTITY, type Matrix } from '../../pdf/matrix.js'
import { BLACK, type Colour, type ColourSpace, DEVICE_GRAY } from '../colour/colour.js'
import type { ContentFont } from '../fonts/content-font.js'
import { boxClip, type Clip } from './clip.js'

/** Device-independent parameters; a copy is saved by q. */
export interface GraphicsState {
  matrix: Matrix
  clip: Clip
  fillSpace: ColourSpace
  strokeSpace: ColourSpace
  fill: Colour
  stroke: Colour
  fillAlpha: number
  strokeAlpha: number
  /** Opacity of the enclosing transparency groups, which multiplies the alphas. */
  groupAlpha: number
  blendMode: string
  /** Blend mode and soft mask with which the enclosing groups are painted (11.6.6). */
  groupBlendMode: string
  isGroupMasked: boolean
  /** A soft mask other than /None is in force. */
  isMasked: boolean
  /** The innermost transparency group is a knockout group (11.4.6). */
  isKnockout: boolean
  /** A transfer function other than the usual one changes colours (10.5). */
  isTransferred: boolean
  fillOverprint: boolean
  strokeOverprint: boolean
  lineWidth: number
  lineCap: number
  /** 0 miter, 1 round, 2 bevel (8.4.3.4). */
  lineJoin: number
  /** Line widths that a pointed corner reaches at most (8.4.3.5). */
  miterLimit: number
  dashes: readonly number[]
  dashPhase: number
  characterSpacing: number
  wordSpacing: number
  /** Tz as a factor: 1 for 100. */
  horizontalScaling: number
  leading: number
  font: ContentFont | undefined
  fontSize: number
  renderMode: number
  rise: number
}

/** The state at the start of a page: black on everything within the box (8.4.1, table 51). */
export function initialState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip: boxClip(clip),
    fillSpace: DEVICE_GRAY,
    strokeSpace: DEVICE_GRAY,
    fill: BLACK,
    stroke: BLACK,
    fillAlpha: 1,
    strokeAlpha: 1,
    groupAlpha: 1,
    blendMode: 'Normal',
    groupBlendMode: 'Normal',
    isGroupMasked: false,
    isMasked: false,
    isKnockout: false,
    isTransferred: false,
    fillOverprint: false,
    strokeOverprint: false,
    lineWidth: 1,
    lineCap: 0,
    lineJoin: 0,
    miterLimit: 10,
    dashes: [],
    dashPhase: 0,
    characterSpacing: 0,
    wordSpacing: 0,
    horizontalScaling: 1,
    leading: 0,
    font: undefined,
    fontSize: 0,
    renderMode: 0,
    rise: 0,
  }
}

/** Matrices of a text object (9.4.1): where the next glyph goes, and where the line began. */
export interface TextObject {
  matrix: Matrix
  line: Matrix
  /** Whether letters were shown that become part of the clip at ET (9.3.6). */
  isClipping: boolean
  /** Viewers differ in where the next glyph goes, by a width that a font does not give. */
  isAdrift: boolean
}

export function beginText(): TextObject {
  return { matrix: IDENTITY, line: IDENTITY, isClipping: false, isAdrift: false }
}

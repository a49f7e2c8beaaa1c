/**
 * Frames of paragraphs (w:framePr, ECMA-376-1, 17.3.1.11).
 *
 * @module
 */

import type { FrameProperties } from '../../typeset/model/properties.js'
import { readInteger, readTwips } from '../values/property-values.js'
import type { XmlElement } from '../xml/xml-element.js'

type Horizontal = FrameProperties['horizontal']
type Vertical = FrameProperties['vertical']

const ANCHORS: Readonly<Record<string, Horizontal['relativeTo']>> = { text: 'text', margin: 'margin', page: 'page' }
const HORIZONTAL_PLACES: Readonly<Record<string, NonNullable<Horizontal['align']>>> = {
  left: 'left',
  center: 'center',
  right: 'right',
  inside: 'inside',
  outside: 'outside',
}
const VERTICAL_PLACES: Readonly<Record<string, NonNullable<Vertical['align']>>> = {
  top: 'top',
  center: 'center',
  bottom: 'bottom',
  inside: 'inside',
  outside: 'outside',
  inline: 'inline',
}
const WRAPS: Readonly<Record<string, FrameProperties['wrap']>> = {
  around: 'around',
  notBeside: 'notBeside',
  none: 'none',
  tight: 'tight',
  through: 'through',
}

/** Frame properties in the levels of the cascade: the attributes of w:framePr. */
export type FrameAttributes = XmlElement['attributes']

/** Attributes that are one property in Word. A level with one of them removes the others of lower levels. */
const SINGLE_PROPERTIES: readonly (readonly string[])[] = [
  ['w:x', 'w:xAlign'],
  ['w:y', 'w:yAlign'],
  ['w:h', 'w:hRule'],
  ['w:dropCap', 'w:lines'],
]

/**
 * Merges the frame of a level into that of a lower one. Word only writes differences: a style based on one with a frame has a
 * w:framePr with nothing but w:wrap and stays in place. A frame that its style anchors in the text keeps that anchor when it is
 * moved.
 */
export function mergeFrames(lower: FrameAttributes, upper: FrameAttributes): FrameAttributes {
  const merged: Record<string, string> = { ...lower }
  for (const names of SINGLE_PROPERTIES) {
    if (names.some((name) => upper[name] !== undefined)) for (const name of names) delete merged[name]
  }
  return Object.assign(merged, upper)
}

/**
 * Reads the attributes of w:framePr (ECMA-376-1, 17.3.1.11). A missing horizontal anchor means the column, and a missing
 * vertical one the margin: Word leaves these out, whatever the standard's defaults are.
 *
 * @returns undefined for a frame without a size, which Pages writes into the defaults of every paragraph, and for one with
 * defaults only, by which Word takes a paragraph out of its style's frame
 */
export function readFrame(attributes: FrameAttributes): FrameProperties | undefined {
  const frame = frameOf(attributes)
  if (frame.dropCap !== undefined) return frame
  const hasNoSize = readTwips(attributes['w:w']) === 0 && readTwips(attributes['w:h']) === 0
  return hasNoSize || isOrdinary(frame) ? undefined : frame
}

function isOrdinary({ width, height, horizontal, vertical, wrap }: FrameProperties): boolean {
  const isInColumn =
    horizontal.relativeTo === 'text' && horizontal.offset === 0 && (horizontal.align ?? 'left') === 'left'
  const isInLine =
    vertical.relativeTo === 'margin' && vertical.offset === 0 && (vertical.align ?? 'inline') === 'inline'
  return width === undefined && height === undefined && wrap === 'auto' && isInColumn && isInLine
}

function frameOf(attributes: FrameAttributes): FrameProperties {
  const length = (name: string): number | undefined => readTwips(attributes[name])
  const width = length('w:w')
  const height = length('w:h')
  const rule = attributes['w:hRule']
  const horizontalPlace = HORIZONTAL_PLACES[attributes['w:xAlign'] ?? '']
  const verticalPlace = VERTICAL_PLACES[attributes['w:yAlign'] ?? '']
  const cap = attributes['w:dropCap']
  const lines = Math.min(Math.max(readInteger(attributes['w:lines']) ?? 1, 1), 10)
  return {
    horizontal: {
      relativeTo: ANCHORS[attributes['w:hAnchor'] ?? ''] ?? 'text',
      offset: length('w:x') ?? 0,
      ...(horizontalPlace && { align: horizontalPlace }),
    },
    vertical: {
      relativeTo: ANCHORS[attributes['w:vAnchor'] ?? ''] ?? 'margin',
      offset: length('w:y') ?? 0,
      ...(verticalPlace && { align: verticalPlace }),
    },
    wrap: WRAPS[attributes['w:wrap'] ?? ''] ?? 'auto',
    horizontalSpace: Math.max(length('w:hSpace') ?? 0, 0),
    verticalSpace: Math.max(length('w:vSpace') ?? 0, 0),
    ...(width !== undefined && width > 0 && { width }),
    ...(height !== undefined &&
      height > 0 &&
      rule !== 'auto' && {
        height: { value: height, rule: rule === 'exact' ? ('exact' as const) : ('atLeast' as const) },
      }),
    ...((cap === 'drop' || cap === 'margin') && { dropCap: { lines, inMargin: cap === 'margin' } }),
  }
}

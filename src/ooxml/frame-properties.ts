import type { FrameProperties } from '../typeset/model/properties.js'
import { readInteger, readTwips } from './property-values.js'
import type { XmlElement } from './xml-element.js'

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

/**
 * Reads a w:framePr (ECMA-376-1, 17.3.1.11). Word leaves out a horizontal anchor for the column and a vertical one for the
 * margin, whatever the standard's defaults are.
 *
 * @returns undefined for a frame of no size, which is none: Pages writes one into the defaults of every paragraph
 */
export function readFrame({ attributes }: XmlElement): FrameProperties | undefined {
  const length = (name: string): number | undefined => readTwips(attributes[name])
  const width = length('w:w')
  const height = length('w:h')
  if (width === 0 && height === 0 && attributes['w:dropCap'] === undefined) return undefined
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

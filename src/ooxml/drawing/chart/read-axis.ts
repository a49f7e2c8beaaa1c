/**
 * Reads an axis of a chart.
 *
 * @module
 */

import { type ChartAxis, type LineStyle, thinLine } from '../../../typeset/drawings.js'
import type { PlainTextLook } from '../../../typeset/model/plain-model.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { readFill } from '../fill.js'
import { readLine } from '../line.js'
import { readBoolean, readNumber } from '../units.js'
import { readAxisTitle, readLook } from './read-titles.js'

/** Default colour of axes and gridlines: the text colour at 75% (chart styles 1 to 48, ECMA-376-1, 21.2.2.27). */
const AXIS_COLOR = '868686'

/** The line of an axis or gridline; undefined for an explicit "none". */
function readAxisLine(element: XmlElement | undefined, env: DrawingEnvironment): LineStyle | undefined {
  const ln = childOf(childOf(element, 'c:spPr'), 'a:ln')
  return readFill(ln, env) === null ? undefined : (readLine(ln, env) ?? thinLine(AXIS_COLOR))
}

const TICKS: Readonly<Record<string, ChartAxis['ticks']>> = { out: 'outside', in: 'inside', cross: 'across' }
const LABELS: Readonly<Record<string, ChartAxis['labels']>> = { none: 'none', low: 'low', high: 'high' }
const FULL_TURN = 360
/** Units of an angle in a degree (ST_Angle). */
const ANGLE_UNITS = 60_000
/** Largest explicit angle, in degrees. Larger ones (Office writes -1000) mean that the application chooses. */
const MAX_ANGLE = 90

function readCrossing(axis: XmlElement | undefined): { readonly onTicks?: boolean } {
  const crossing = childOf(axis, 'c:crossBetween')?.attributes['val']
  return crossing === undefined ? {} : { onTicks: crossing === 'midCat' }
}

/** Rotation of labels in whole steps: horizontal, slanted or vertical. */
function readRotation(axis: XmlElement | undefined): { readonly rotation?: number } {
  const text = childOf(childOf(axis, 'c:txPr'), 'a:bodyPr')?.attributes['rot']
  if (text === undefined) return {}
  const degrees = readNumber(text, 0) / ANGLE_UNITS
  if (Math.abs(degrees) > MAX_ANGLE) return {}
  return { rotation: (FULL_TURN - Math.round(Math.abs(degrees) / 45) * 45) % FULL_TURN }
}

/**
 * Reads c:catAx, c:dateAx or c:valAx. A missing axis is not shown.
 *
 * @param base format of text that says nothing else
 */
export function readAxis(axis: XmlElement | undefined, base: PlainTextLook, env: DrawingEnvironment): ChartAxis {
  const scaling = childOf(axis, 'c:scaling')
  const limit = (name: string) => {
    const value = childOf(scaling, name)?.attributes['val']
    return value === undefined ? undefined : readNumber(value, 0)
  }
  const minimum = limit('c:min')
  const logBase = limit('c:logBase')
  const maximum = limit('c:max')
  const title = readAxisTitle(childOf(axis, 'c:title'), base, env)
  const step = readNumber(childOf(axis, 'c:majorUnit')?.attributes['val'], 0)
  const grid = childOf(axis, 'c:majorGridlines')
  const line = readAxisLine(axis, env)
  const gridline = grid === undefined ? undefined : readAxisLine(grid, env)
  return {
    shown: axis !== undefined && !readBoolean(childOf(axis, 'c:delete')?.attributes['val'], false),
    ...(line === undefined ? {} : { line }),
    ...(gridline === undefined ? {} : { gridline }),
    ...(step > 0 ? { step } : {}),
    ...(logBase !== undefined && logBase > 1 ? { logBase } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(title === undefined ? {} : { title }),
    formatCode: childOf(axis, 'c:numFmt')?.attributes['formatCode'] ?? 'General',
    reversed: childOf(scaling, 'c:orientation')?.attributes['val'] === 'maxMin',
    ticks: TICKS[childOf(axis, 'c:majorTickMark')?.attributes['val'] ?? ''] ?? 'none',
    labels: LABELS[childOf(axis, 'c:tickLblPos')?.attributes['val'] ?? ''] ?? 'nextTo',
    ...readCrossing(axis),
    ...readRotation(axis),
    look: readLook(axis, base, env),
  }
}

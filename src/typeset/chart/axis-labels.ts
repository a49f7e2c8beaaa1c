/**
 * Arranges the category labels of a chart: on several lines, rotated, or with some left out.
 *
 * @module
 */

import { largest } from '../../lists.js'
import type { ChartAxis } from '../model/chart-model.js'
import type { PlainTextLook } from '../model/plain-model.js'
import type { ChartCanvas } from './chart-canvas.js'

/** Height of a line, as a share of the font size. */
export const LINE_HEIGHT = 1.2
/** Gap between an axis and its labels, as a share of the font size. */
export const LABEL_GAP = 1 / 3

/** Arrangement of the labels below an axis. */
export interface LabelPlan {
  /** Rotation in degrees clockwise: 0, slanted upwards, or straight up. */
  readonly turn: 0 | 315 | 270
  /** Width of each label's box before rotation. */
  readonly width: number
  readonly height: number
  /** Every how many-th label is shown. */
  readonly every: number
  /** Height of the labels below the axis. */
  readonly depth: number
}

/** Maximum number of lines of a label. Labels that need more are rotated instead. */
const MAX_LINES = 3
/** Largest share of a chart's height for labels. */
const MAX_DEPTH = 0.45
const SLANT = Math.SQRT1_2
/** Width along the axis that a slanted line needs, as a share of the font size. */
const SLANTED_ROOM = 1.6
const UPRIGHT_ROOM = 1.2
/** Space between labels side by side, as a share of the font size. */
const BETWEEN = 0.4

/** Space that is available for labels. */
interface LabelRoom {
  /** Width of a category. */
  readonly room: number
  /** Height that plot and labels share. */
  readonly height: number
  /** Requested rotation. */
  readonly rotation: ChartAxis['rotation']
}

/** Arranges labels as Office does: on one line, or else broken at spaces, or else rotated. */
export function planLabels(
  canvas: ChartCanvas,
  labels: readonly string[],
  { room, height, rotation }: LabelRoom,
  look: PlainTextLook,
): LabelPlan {
  const line = look.size * LINE_HEIGHT
  const inner = room - look.size * BETWEEN
  const widest = largest([0, ...labels.map((text) => canvas.widthOf(text, look))])
  const widestWord = largest([
    0,
    ...labels.flatMap((text) => text.split(/\s+/)).map((word) => canvas.widthOf(word, look)),
  ])
  const lines = largest([1, ...labels.map((text) => canvas.linesOf(text, Math.max(inner, 1), look))])
  if (rotation === 0 || (rotation === undefined && widestWord <= inner && lines <= MAX_LINES)) {
    const every = widestWord <= inner ? 1 : Math.max(1, Math.ceil((widest + look.size * BETWEEN) / room))
    const depth = (every === 1 ? lines : 1) * line + look.size * LABEL_GAP
    return { turn: 0, width: room * every, height: (every === 1 ? lines : 1) * line, every, depth }
  }
  const isUpright = rotation === 270 || (rotation === undefined && room < look.size * SLANTED_ROOM)
  const most = height * MAX_DEPTH
  const width = Math.min(widest, isUpright ? most : most / SLANT) + look.size / 10
  const turnedLines = largest([1, ...labels.map((text) => canvas.linesOf(text, width, look))])
  const every = Math.max(1, Math.ceil((look.size * (isUpright ? UPRIGHT_ROOM : SLANTED_ROOM)) / room))
  const depth = (isUpright ? width : width * SLANT + line * SLANT) + look.size * LABEL_GAP
  return { turn: isUpright ? 270 : 315, width, height: line * turnedLines, every, depth }
}

/** Draws the label of a category below its tick. */
export function drawPlannedLabel(
  canvas: ChartCanvas,
  text: string,
  [x, y]: readonly [number, number],
  plan: LabelPlan,
  look: PlainTextLook,
): void {
  const { turn, width, height } = plan
  const top = y + look.size * LABEL_GAP
  if (turn === 0) {
    const area = { x: x - width / 2, y: top, width, height: Math.max(height, look.size * LINE_HEIGHT) }
    canvas.label(text, area, { ...look, alignment: 'center' })
    return
  }
  // The text ends at the tick.
  const [middleX, middleY] =
    turn === 270
      ? [x, top + width / 2]
      : [x - (width / 2) * SLANT, top + (width / 2) * SLANT + (look.size * LINE_HEIGHT * SLANT) / 2]
  canvas.label(
    text,
    { x: middleX - width / 2, y: middleY - height / 2, width, height },
    { ...look, alignment: 'end' },
    turn,
  )
}

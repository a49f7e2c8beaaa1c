/**
 * How the names of categories stand below a chart: on lines of their own, turned, or some of them left out.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { PlainTextLook } from '../plain-text.js'
import type { ChartAxis } from './chart-axis.js'
import type { ChartCanvas } from './chart-canvas.js'

/** Height of a line as a share of the font size. */
export const LINE_HEIGHT = 1.2
/** Between an axis and its labels, as a share of the font size. */
export const LABEL_GAP = 1 / 3

/** How labels stand below an axis. */
export interface LabelPlan {
  /** Clockwise, in degrees: 0, or up from left to right, or straight up. */
  readonly turn: 0 | 315 | 270
  /** Each label's box before it is turned. */
  readonly width: number
  readonly height: number
  /** One of so many is shown. */
  readonly every: number
  /** How far the labels reach below the axis. */
  readonly depth: number
}

/** More lines than this below each other are turned instead. */
const MAX_LINES = 3
/** The largest part of a chart that its labels take. */
const MAX_DEPTH = 0.45
const SLANT = Math.SQRT1_2
/** Turned lines need this much of the axis each, as shares of the font size. */
const SLANTED_ROOM = 1.6
const UPRIGHT_ROOM = 1.2
/** Space that stays free between labels beside each other, as a share of the font size. */
const BETWEEN = 0.4

/** What labels have. */
export interface LabelRoom {
  /** Width of a category. */
  readonly room: number
  /** Height that plot and labels share. */
  readonly height: number
  /** How they ask to be turned. */
  readonly rotation: ChartAxis['rotation']
}

/** Plans labels as Office does: on one line, else broken at spaces, else turned. */
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

/** Draws the label of a category below the point where its tick stands. */
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
  // The end of the text stands at the tick.
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

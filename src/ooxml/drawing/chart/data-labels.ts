/**
 * Labels at the points of a chart (c:dLbls, ECMA-376-1, 21.2.2.49).
 *
 * @module
 */

import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { readDrawingText, readTextLook } from '../drawing-text.js'
import type { PlainTextLook } from '../plain-text.js'
import { readBoolean, readNumber } from '../units.js'
import type { ChartCanvas } from './chart-canvas.js'
import { formatTick } from './chart-scale.js'

/** The labels of a series. */
export interface DataLabels {
  readonly showsSeries: boolean
  readonly showsCategory: boolean
  readonly showsValue: boolean
  readonly showsPercent: boolean
  readonly separator: string
  readonly formatCode: string
  /** Whether labels are outside: beyond the end of a bar, or around a pie. */
  readonly isOutside: boolean
  /** Points without a label. */
  readonly deleted: ReadonlySet<number>
  /** Custom texts of single points. */
  readonly texts: ReadonlyMap<number, string>
  /** Its own font, size and colour; empty or 0 for inherited ones. */
  readonly look: PlainTextLook
}

/** Data of a labelled point. */
interface LabelledPoint {
  readonly series: string
  readonly category: string
  readonly value: number
  /** Share of the sum of its series, from 0 to 1. */
  readonly share: number
}

const NO_LOOK: PlainTextLook = { font: '', size: 0, color: '' }
const OUTSIDE: ReadonlySet<string> = new Set(['outEnd', 't', 'b', 'l', 'r', 'bestFit'])
/** Width of a label, as a factor on its font size. */
const WIDTH = 12
/** Height of a label, as a factor on its font size. */
const HEIGHT = 1.4

/** The labels of a series, or those of its plot; undefined where no labels are shown. */
export function readDataLabels(
  series: XmlElement,
  plot: XmlElement,
  sourceFormat: string,
  env: DrawingEnvironment,
): DataLabels | undefined {
  const own = childOf(series, 'c:dLbls')
  const labels = own ?? childOf(plot, 'c:dLbls')
  if (labels === undefined || isOn(labels, 'c:delete')) return undefined
  const format = childOf(labels, 'c:numFmt')
  const isLinked = format === undefined || readBoolean(format.attributes['sourceLinked'], false)
  const paragraph = childOf(childOf(childOf(labels, 'c:txPr'), 'a:p'), 'a:pPr')
  const position = childOf(labels, 'c:dLblPos')?.attributes['val']
  const read: DataLabels = {
    showsSeries: isOn(labels, 'c:showSerName'),
    showsCategory: isOn(labels, 'c:showCatName'),
    showsValue: isOn(labels, 'c:showVal'),
    showsPercent: isOn(labels, 'c:showPercent'),
    separator: separatorOf(labels),
    formatCode: isLinked ? sourceFormat : (format.attributes['formatCode'] ?? sourceFormat),
    isOutside: position === undefined || OUTSIDE.has(position),
    deleted: new Set(
      childrenOf(labels, 'c:dLbl')
        .filter((label) => isOn(label, 'c:delete'))
        .map((label) => readNumber(childOf(label, 'c:idx')?.attributes['val'], -1)),
    ),
    texts: readPointTexts(labels, env),
    look: readTextLook(childOf(paragraph, 'a:defRPr'), NO_LOOK, env),
  }
  return read.texts.size > 0 || read.showsSeries || read.showsCategory || read.showsValue || read.showsPercent
    ? read
    : undefined
}

/** Custom texts at single points (c:dLbl with c:tx, 21.2.2.47). */
function readPointTexts(labels: XmlElement, env: DrawingEnvironment): Map<number, string> {
  const texts = new Map<number, string>()
  for (const label of childrenOf(labels, 'c:dLbl')) {
    const rich = childOf(childOf(label, 'c:tx'), 'c:rich')
    if (rich === undefined || isOn(label, 'c:delete')) continue
    const paragraphs = readDrawingText(rich, { font: '', size: 0, color: '' }, env)
    const lines = paragraphs.map(({ inlines }) =>
      inlines.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join(''),
    )
    texts.set(readNumber(childOf(label, 'c:idx')?.attributes['val'], -1), lines.join(' '))
  }
  return texts
}

/** The separator between the parts of a label. A line break, or a space that is lost in reading, becomes a space. */
function separatorOf(labels: XmlElement): string {
  const separator = childOf(labels, 'c:separator')
  if (separator === undefined) return '; '
  const text = textOf(separator)
  return text.trim() === '' ? ' ' : text
}

/** A switch of the labels, which is on without a value (CT_Boolean, 21.2.3.10). */
function isOn(parent: XmlElement, name: string): boolean {
  const element = childOf(parent, name)
  return element !== undefined && readBoolean(element.attributes['val'], true)
}

/** The text of a point's label. */
export function labelText(labels: DataLabels, { series, category, value, share }: LabelledPoint): string {
  const parts: string[] = []
  if (labels.showsSeries) parts.push(series)
  if (labels.showsCategory) parts.push(category)
  if (labels.showsValue) parts.push(formatTick(value, labels.formatCode))
  if (labels.showsPercent) {
    parts.push(formatTick(share, labels.formatCode.includes('%') && !labels.showsValue ? labels.formatCode : '0%'))
  }
  return parts.filter((part) => part !== '').join(labels.separator)
}

/**
 * Draws the label of a point at x, y.
 *
 * @param above whether it stands above the point rather than on it
 */
export function drawDataLabel(
  canvas: ChartCanvas,
  labels: DataLabels,
  text: string,
  at: { readonly x: number; readonly y: number; readonly above: boolean },
  base: PlainTextLook,
): void {
  const { look } = labels
  const size = look.size || base.size
  const own = { ...base, ...look, font: look.font || base.font, size, color: look.color || base.color }
  const [width, height] = [size * WIDTH, size * HEIGHT]
  const y = at.above ? at.y - height : at.y - height / 2
  canvas.label(text, { x: at.x - width / 2, y, width, height }, { ...own, alignment: 'center' })
}

/**
 * Arranges equations in boxes.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { MathNode } from '../model/document-model.js'
import type { RunProperties } from '../model/properties.js'
import { fontSlotOf } from './font-slot.js'
import { paintGlyphRun } from './glyph-run.js'
import { inkColor } from './ink-color.js'
import type { MathBox, TextItem } from './inline-item.js'
import { accentedBox, linedBox } from './math-marks.js'
import { AXIS, layOutDelimited, layOutOperator } from './math-signs.js'
import { shapeItems } from './shape-item.js'
import type { TextStyle, TextStyles } from './text-style.js'

/** Deepest nesting. Deeper parts are left out. */
const MAX_DEPTH = 40

/** Sizes of scripts and of second-level scripts, as shares of the size of the formula. */
const SCRIPT_SCALE = 0.7
const LEAST_SCALE = 0.5

/** Vertical positions as shares of the font size, after the constants of Cambria Math. */
const RULE = 0.055
const GAP = 0.12
const SUPERSCRIPT_RISE = 0.36
const SUBSCRIPT_FALL = 0.18
const COLUMN_GAP = 0.8
const ROW_GAP = 0.3

interface MathContext {
  readonly fonts: FontLibrary
  readonly styles: TextStyles
  readonly run: RunProperties
  /** The size of the current part as a share of the size of the formula. */
  readonly scale: number
  /** Least scale of a part. */
  readonly least: number
  readonly depth: number
  /** How large fractions, sums and integrals are, as in TeX: on a line of its own, within text, or as part of a part. */
  readonly level: 'display' | 'text' | 'script'
}

const EMPTY: MathBox = { width: 0, ascent: 0, descent: 0, paint: () => {} }

/**
 * Arranges an equation in boxes (ECMA-376-1, 22.1), with simple typography instead of the tables of a math font.
 *
 * @param scale of the whole, as a factor on the size of its text
 * @param display whether it has a line of its own
 */
export function layOutMath(
  math: MathNode,
  run: RunProperties,
  fonts: FontLibrary,
  styles: TextStyles,
  { scale = 1, display = false }: { scale?: number | undefined; display?: boolean } = {},
): MathBox {
  const level = display ? 'display' : 'text'
  return layOutNode(math, { fonts, styles, run, scale, least: LEAST_SCALE * scale, depth: 0, level })
}

function layOutNode(node: MathNode, outer: MathContext): MathBox {
  if (outer.depth > MAX_DEPTH) return EMPTY
  const context = { ...outer, depth: outer.depth + 1 }
  switch (node.type) {
    case 'row':
      return layOutRow(node.items.map((item) => layOutNode(item, context)))
    case 'text': {
      const setText = textSetter(node.run, context)
      const isDisplay = context.level === 'display'
      return node.isLarge ? layOutOperator(node.text, isDisplay, emOf(context), setText) : setText(node.text, 1)
    }
    case 'space':
      return { ...EMPTY, width: Math.round(node.width * context.run.size * context.scale) }
    case 'fraction':
      return layOutFraction(node, context)
    case 'script':
      return layOutScript(node, context)
    case 'stack':
      return layOutStack(node, context)
    case 'accent':
      return accentedBox(node, layOutNode(node.base, context), layOutNode(node.mark, context), emOf(context))
    case 'lined':
      return linedBox(node, layOutNode(node.base, context), emOf(context), context.run)
    case 'radical':
      return layOutRadical(node, context)
    case 'delimited':
      return layOutDelimited(node, layOutNode(node.content, context), emOf(context), textSetter(context.run, context))
    case 'matrix':
      return layOutMatrix(
        node.rows.map((row) => row.map((cell) => layOutNode(cell, withinText(context)))),
        node.isAligned === true,
        emOf(context),
      )
  }
}

/** The font size of a part of an equation, in twips. */
function emOf({ run, scale }: MathContext): number {
  return run.size * scale
}

function textSetter(run: RunProperties, context: MathContext) {
  return (text: string, factor: number): MathBox => {
    return layOutText(text, run, factor === 1 ? context : { ...context, scale: context.scale * factor })
  }
}

function layOutRow(boxes: readonly MathBox[]): MathBox {
  let width = 0
  let ascent = 0
  let descent = 0
  for (const box of boxes) {
    width += box.width
    ascent = Math.max(ascent, box.ascent)
    descent = Math.max(descent, box.descent)
  }
  return {
    width,
    ascent,
    descent,
    paint(list, x, y) {
      let pen = x
      for (const box of boxes) {
        box.paint(list, pen, y)
        pen += box.width
      }
    },
  }
}

function layOutText(text: string, run: RunProperties, context: MathContext): MathBox {
  const items: TextItem[] = []
  const style = scaleStyle(context.styles.styleOf(run, fontSlotOf(text.codePointAt(0) ?? 0, run)), context.scale)
  const traits = {
    level: 0,
    link: undefined,
    isSpace: false,
    isEastAsian: false,
    breakAfter: false,
    softHyphen: false,
    isLabel: false,
  }
  if (text !== '') shapeItems(text, style, traits, context.fonts, context.styles, items)
  let width = 0
  for (const item of items) width += item.width
  return {
    width,
    ascent: text === '' ? 0 : style.ascent,
    descent: text === '' ? 0 : style.descent,
    paint(list, x, y) {
      let pen = x
      for (const item of items) {
        const { style, shaped, text } = item
        paintGlyphRun(list, style, [{ shaped, text, x: 0, extra: 0 }], pen, y, inkColor(run, undefined))
        pen += item.width
      }
    },
  }
}

/** The same style for a part that is set smaller. */
function scaleStyle(style: TextStyle, scale: number): TextStyle {
  if (scale === 1) return style
  return {
    ...style,
    size: style.size * scale,
    rise: style.rise * scale,
    ascent: style.ascent * scale,
    descent: style.descent * scale,
  }
}

function layOutFraction(node: Extract<MathNode, { type: 'fraction' }>, context: MathContext): MathBox {
  const em = context.run.size * context.scale
  if (node.bar === 'linear' || node.bar === 'skewed') {
    const slash = layOutText('/', context.run, context)
    return layOutRow([layOutNode(node.numerator, context), slash, layOutNode(node.denominator, context)])
  }
  const part = context.level === 'display' ? withinText(context) : smaller(context, SCRIPT_SCALE)
  const numerator = layOutNode(node.numerator, part)
  const denominator = layOutNode(node.denominator, part)
  const width = Math.max(numerator.width, denominator.width) + 2 * GAP * em
  const axis = AXIS * em
  const rise = axis + (GAP / 2) * em + numerator.descent
  const fall = (GAP / 2) * em - axis + denominator.ascent
  return {
    width,
    ascent: rise + numerator.ascent,
    descent: Math.max(0, fall + denominator.descent),
    paint(list, x, y) {
      numerator.paint(list, x + (width - numerator.width) / 2, y - rise)
      denominator.paint(list, x + (width - denominator.width) / 2, y + fall)
      if (node.bar === 'bar') paintRule(list, x, y - axis, width, context)
    },
  }
}

function layOutScript(node: Extract<MathNode, { type: 'script' }>, context: MathContext): MathBox {
  const em = context.run.size * context.scale
  const base = layOutNode(node.base, context)
  const sup = node.sup === undefined ? EMPTY : layOutNode(node.sup, smaller(context, SCRIPT_SCALE))
  const sub = node.sub === undefined ? EMPTY : layOutNode(node.sub, smaller(context, SCRIPT_SCALE))
  const rise = Math.max(SUPERSCRIPT_RISE * em, base.ascent - 0.6 * em)
  const fall = Math.max(SUBSCRIPT_FALL * em, base.descent - 0.1 * em)
  return {
    width: base.width + Math.max(sup.width, sub.width),
    ascent: Math.max(base.ascent, node.sup === undefined ? 0 : rise + sup.ascent),
    descent: Math.max(base.descent, node.sub === undefined ? 0 : fall + sub.descent),
    paint(list, x, y) {
      base.paint(list, x, y)
      sup.paint(list, x + base.width, y - rise)
      sub.paint(list, x + base.width, y + fall)
    },
  }
}

function layOutStack(node: Extract<MathNode, { type: 'stack' }>, context: MathContext): MathBox {
  const base = layOutNode(node.base, context)
  const over = node.over === undefined ? EMPTY : layOutNode(node.over, smaller(context, SCRIPT_SCALE))
  const under = node.under === undefined ? EMPTY : layOutNode(node.under, smaller(context, SCRIPT_SCALE))
  const width = Math.max(base.width, over.width, under.width)
  return {
    width,
    ascent: base.ascent + over.ascent + over.descent,
    descent: base.descent + under.ascent + under.descent,
    paint(list, x, y) {
      base.paint(list, x + (width - base.width) / 2, y)
      over.paint(list, x + (width - over.width) / 2, y - base.ascent - over.descent)
      under.paint(list, x + (width - under.width) / 2, y + base.descent + under.ascent)
    },
  }
}

function layOutRadical(node: Extract<MathNode, { type: 'radical' }>, context: MathContext): MathBox {
  const em = context.run.size * context.scale
  const radicand = layOutNode(node.radicand, context)
  const degree = node.degree === undefined ? EMPTY : layOutNode(node.degree, smaller(context, LEAST_SCALE))
  const sign = 0.55 * em
  const lead = Math.max(0, degree.width - sign / 2)
  const ascent = radicand.ascent + GAP * em
  const stroke = Math.max(6, RULE * em)
  return {
    width: lead + sign + radicand.width,
    ascent: Math.max(ascent + stroke, degree.ascent + degree.descent + 0.3 * em),
    descent: radicand.descent,
    paint(list, x, y) {
      const left = x + lead
      const bottom = y + radicand.descent
      degree.paint(list, x, y - 0.3 * em - degree.descent)
      paintPath(list, context, stroke, [
        { x: left, y: y - 0.25 * em },
        { x: left + sign * 0.25, y: y - 0.35 * em },
        { x: left + sign * 0.55, y: bottom },
        { x: left + sign, y: y - ascent },
        { x: left + sign + radicand.width, y: y - ascent },
      ])
      radicand.paint(list, left + sign, y)
    },
  }
}

function layOutMatrix(rows: readonly (readonly MathBox[])[], isAligned: boolean, em: number): MathBox {
  const gap = isAligned ? 0 : COLUMN_GAP * em
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.width)
    })
  }
  const heights = rows.map((row) => layOutRow(row))
  const total = heights.reduce(
    (sum, row) => sum + row.ascent + row.descent,
    ROW_GAP * em * Math.max(0, rows.length - 1),
  )
  const width = widths.reduce((sum, value) => sum + value, gap * Math.max(0, widths.length - 1))
  const ascent = total / 2 + AXIS * em
  return {
    width,
    ascent,
    descent: Math.max(0, total - ascent),
    paint(list, x, y) {
      let top = y - ascent
      rows.forEach((row, index) => {
        const baseline = top + (heights[index]?.ascent ?? 0)
        let left = x
        row.forEach((cell, column) => {
          const room = widths[column] ?? 0
          const lead = (room - cell.width) * (isAligned ? 1 - (column % 2) : 0.5)
          cell.paint(list, left + lead, baseline)
          left += room + gap
        })
        top = baseline + (heights[index]?.descent ?? 0) + ROW_GAP * em
      })
    },
  }
}

/** The context of a part whose fractions, sums and integrals are as within text. */
function withinText(context: MathContext): MathContext {
  return context.level === 'display' ? { ...context, level: 'text' } : context
}

function smaller(context: MathContext, factor: number): MathContext {
  return { ...context, level: 'script', scale: Math.max(context.least, context.scale * factor) }
}

function paintRule(list: DisplayList, x: number, y: number, width: number, context: MathContext): void {
  const thickness = Math.max(6, RULE * context.run.size * context.scale)
  const color = inkColor(context.run, undefined)
  list.push({ kind: 'stroke', x1: x, y1: y, x2: x + width, y2: y, width: thickness, color })
}

function paintPath(
  list: DisplayList,
  context: MathContext,
  width: number,
  points: readonly { readonly x: number; readonly y: number }[],
): void {
  const color = inkColor(context.run, undefined)
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]]
    if (from === undefined || to === undefined) continue
    list.push({ kind: 'stroke', x1: from.x, y1: from.y, x2: to.x, y2: to.y, width, color, cap: 'round' })
  }
}

/**
 * Reads paragraphs of text bodies in DrawingML.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { Paragraph } from '../../typeset/model/document-model.js'
import { makeParagraph, type PlainPiece, type PlainTextLook } from '../../typeset/model/plain-model.js'
import type { RunProperties, Underline } from '../../typeset/model/properties.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.js'
import { readColorIn } from './color.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { type BulletCounters, levelProperties, readBullet, readParagraphLook } from './paragraph-look.js'
import { readBoolean, readNumber, readShare } from './units.js'

/** Maximum number of paragraphs of one text body. Further ones are left out. */
const MAX_PARAGRAPHS = 1000

const ALIGNMENTS: Readonly<Record<string, PlainTextLook['alignment']>> = {
  l: 'start',
  ctr: 'center',
  r: 'end',
  just: 'both',
  dist: 'distribute',
}

/** The paragraphs of a DrawingML text body (a:p, ECMA-376-1, 21.1.2.2.6), as in diagrams and charts. */
export function readDrawingText(
  body: XmlElement | undefined,
  base: PlainTextLook,
  env: DrawingEnvironment,
): readonly Paragraph[] {
  const counters: BulletCounters = new Map()
  const list = childOf(body, 'a:lstStyle')
  return childrenOf(body, 'a:p')
    .slice(0, MAX_PARAGRAPHS)
    .map((paragraph) => readParagraph(paragraph, { base, list, counters }, env))
}

/** State that the paragraphs of a text share. */
interface TextBody {
  readonly base: PlainTextLook
  readonly list: XmlElement | undefined
  readonly counters: BulletCounters
}

function readParagraph(paragraph: XmlElement, { base, list, counters }: TextBody, env: DrawingEnvironment): Paragraph {
  const levels = levelProperties(childOf(paragraph, 'a:pPr'), list)
  const asked = levels.find(({ attributes }) => attributes['algn'] !== undefined)?.attributes['algn']
  const alignment = ALIGNMENTS[asked ?? ''] ?? base.alignment ?? 'start'
  const look = levels.reduceRight<PlainTextLook>(
    (lower, level) => readTextLook(childOf(level, 'a:defRPr'), lower, env),
    { ...base, alignment },
  )
  const runs = readRuns(paragraph, look, env)
  const end = readTextLook(childOf(paragraph, 'a:endParaRPr'), look, env)
  const first = runs[0] === undefined ? end : { ...runs[0].look, alignment }
  const label = runs.length === 0 ? undefined : readBullet(levels, first, counters, env)
  return makeParagraph(runs, first, readParagraphLook(levels, first.size), label)
}

function readRuns(paragraph: XmlElement, look: PlainTextLook, env: DrawingEnvironment): PlainPiece[] {
  const runs: PlainPiece[] = []
  for (const child of childrenOf(paragraph)) {
    const text = childOf(child, 'a:t')
    const own = readTextLook(childOf(child, 'a:rPr'), look, env)
    if (child.name === 'a:br') runs.push({ text: '\n', look: own })
    else if ((child.name === 'a:r' || child.name === 'a:fld') && text !== undefined) {
      env.census.show(text)
      runs.push({ text: textOf(text), look: own })
    }
  }
  return runs
}

/** Text properties (a:rPr, a:defRPr; 21.1.2.3.9) on top of inherited ones. */
export function readTextLook(
  properties: XmlElement | undefined,
  base: PlainTextLook,
  env: DrawingEnvironment,
): PlainTextLook {
  if (properties === undefined) return base
  const { attributes } = properties
  const color = readColorIn(childOf(properties, 'a:solidFill'), env.theme)?.color
  const size = readNumber(attributes['sz'], 0)
  return {
    ...base,
    font: readFont(childOf(properties, 'a:latin')?.attributes['typeface'], env) ?? base.font,
    // Hundredths of a point.
    size: size > 0 ? clamp(size / 5, 20, 32_000) : base.size,
    color: color ?? base.color,
    bold: readBoolean(attributes['b'], base.bold ?? false),
    italic: readBoolean(attributes['i'], base.italic ?? false),
    marks: { ...base.marks, ...readMarks(attributes) },
  }
}

/** Largest letter spacing, in twips. */
const MAX_TRACKING = 4000

/** Underline, strikethrough, capitals, super- and subscript, and letter spacing (21.1.2.3.9). */
function readMarks(attributes: XmlElement['attributes']): Partial<RunProperties> {
  const { u: underline, strike, baseline, cap, spc } = attributes
  const raised = readShare(baseline, 0)
  return {
    ...(underline === undefined || underline === 'none'
      ? {}
      : { underline: { style: UNDERLINES[underline] ?? ('single' as const) } }),
    ...((strike === 'sngStrike' || strike === 'dblStrike') && {
      strike: strike === 'dblStrike' ? ('double' as const) : ('single' as const),
    }),
    ...(raised !== 0 && { verticalAlign: raised > 0 ? ('superscript' as const) : ('subscript' as const) }),
    ...((cap === 'all' || cap === 'small') && { capitals: cap }),
    // Hundredths of a point.
    ...(spc !== undefined && { tracking: clamp(readNumber(spc, 0) / 5, -MAX_TRACKING, MAX_TRACKING) }),
  }
}

const UNDERLINES: Readonly<Record<string, Underline['style']>> = {
  words: 'words',
  dbl: 'double',
  heavy: 'thick',
  dotted: 'dotted',
  dottedHeavy: 'dottedHeavy',
  dash: 'dash',
  dashHeavy: 'dashedHeavy',
  dashLong: 'dashLong',
  dashLongHeavy: 'dashLongHeavy',
  dotDash: 'dotDash',
  dotDashHeavy: 'dashDotHeavy',
  dotDotDash: 'dotDotDash',
  dotDotDashHeavy: 'dashDotDotHeavy',
  wavy: 'wave',
  wavyHeavy: 'wavyHeavy',
  wavyDbl: 'wavyDouble',
}

function readFont(typeface: string | undefined, env: DrawingEnvironment): string | undefined {
  if (typeface === undefined || typeface === '') return undefined
  if (typeface.startsWith('+mj')) return env.theme.majorFonts?.latin
  if (typeface.startsWith('+mn')) return env.theme.minorFonts?.latin
  return typeface
}

/**
 * The paragraphs of text bodies in DrawingML.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { Paragraph } from '../../typeset/model/document-model.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.js'
import { readColorIn } from './color.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { makeParagraph, type PlainRun, type PlainTextLook } from './plain-text.js'
import { readBoolean, readNumber } from './units.js'

/** Paragraphs of one text body beyond this many are left out. */
const MAX_PARAGRAPHS = 1000

const ALIGNMENTS: Readonly<Record<string, PlainTextLook['alignment']>> = {
  l: 'start',
  ctr: 'center',
  r: 'end',
  just: 'both',
  dist: 'distribute',
}

/** The paragraphs of a DrawingML text body (a:p, ECMA-376-1, 21.1.2.2.6): what diagrams and charts have. */
export function readDrawingText(
  body: XmlElement | undefined,
  base: PlainTextLook,
  env: DrawingEnvironment,
): readonly Paragraph[] {
  return childrenOf(body, 'a:p')
    .slice(0, MAX_PARAGRAPHS)
    .map((paragraph) => {
      const properties = childOf(paragraph, 'a:pPr')
      const alignment = ALIGNMENTS[properties?.attributes['algn'] ?? ''] ?? base.alignment ?? 'start'
      const look = readTextLook(childOf(properties, 'a:defRPr'), { ...base, alignment }, env)
      const runs: PlainRun[] = []
      for (const child of childrenOf(paragraph)) {
        const text = childOf(child, 'a:t')
        if ((child.name === 'a:r' || child.name === 'a:fld') && text !== undefined) {
          runs.push({ text: textOf(text), look: readTextLook(childOf(child, 'a:rPr'), look, env) })
        }
      }
      const end = readTextLook(childOf(paragraph, 'a:endParaRPr'), look, env)
      return makeParagraph(runs, runs[0] === undefined ? end : { ...runs[0].look, alignment })
    })
}

/** Text properties (a:rPr, a:defRPr; 21.1.2.3.9) over a base. */
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
  }
}

function readFont(typeface: string | undefined, env: DrawingEnvironment): string | undefined {
  if (typeface === undefined || typeface === '') return undefined
  if (typeface.startsWith('+mj')) return env.theme.majorFonts?.latin
  if (typeface.startsWith('+mn')) return env.theme.minorFonts?.latin
  return typeface
}

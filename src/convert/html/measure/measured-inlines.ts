/**
 * Converts inlines of a paragraph to those that the typesetter measures.
 *
 * @module
 */

import type { Inline } from '../../../typeset/model/document-model.js'
import type { RunProperties } from '../../../typeset/model/properties.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'
import { CHECKBOX_FONT, directedFormat, UNCHECKED } from '../../docx-writer/inline-writer.js'

/** Which width to measure: that of the widest unbreakable piece, or that of all inlines in one line. */
type MeasuredExtent = 'least' | 'most'

/** Returns the properties of a run with this text. */
export type FindRun = (format: RunFormat, text?: string) => RunProperties

/** Width in twips to which pictures shrink where there is less room. */
const MAX_RIGID_PICTURE = 1440
/** Width in twips from which equations break or shrink where there is less room. */
const MAX_RIGID_EQUATION = 4320
/** Stand-in for the number of a note or a page, which is not known yet. */
const NUMBER = '00'
/** A character that forbids a line break before the next one. */
const WORD_JOINER = '\u2060'

/** Whether inlines have another width in one line than in pieces, so that they are measured twice. */
export function differsInLine(inlines: readonly FlowInline[]): boolean {
  return inlines.some((inline) => {
    if (inline.kind === 'link') return differsInLine(inline.inlines)
    return inline.kind === 'image' || inline.kind === 'math' || (inline.kind === 'text' && inline.wrap !== undefined)
  })
}

/** Inlines for the typesetter. Those whose content is not known yet have an estimated width. */
export function measuredInlines(inlines: readonly FlowInline[], extent: MeasuredExtent, findRun: FindRun): Inline[] {
  return inlines.flatMap((inline) => measuredInline(inline, extent, findRun))
}

function measuredInline(inline: FlowInline, extent: MeasuredExtent, findRun: FindRun): Inline[] {
  switch (inline.kind) {
    case 'text':
      return measuredText(wrapped(inline, extent), findRun(directedFormat(inline.format, inline.text), inline.text))
    case 'link':
      return measuredInlines(inline.inlines.map(asLink), extent, findRun)
    case 'break':
      return [{ kind: 'break', type: 'line', run: findRun(inline.format) }]
    case 'tab':
      return [{ kind: 'tab', run: findRun(inline.format) }]
    case 'checkbox':
      return [{ kind: 'text', text: UNCHECKED, run: findRun({ ...inline.format, fontFamily: CHECKBOX_FONT }) }]
    case 'footnote':
      return [{ kind: 'text', text: WORD_JOINER + NUMBER, run: findRun({ style: 'footnoteReference' }) }]
    case 'pageNumber':
    case 'pageReference':
      return [{ kind: 'text', text: NUMBER, run: findRun(inline.format) }]
    case 'styleText':
      return [{ kind: 'text', text: inline.text, run: findRun(inline.format) }]
    case 'image': {
      if (inline.float !== undefined) return []
      const width = extent === 'least' ? Math.min(inline.width, MAX_RIGID_PICTURE) : inline.width
      return [boxOf(width, findRun({}))]
    }
    case 'shape':
      return [boxOf(inline.width + (inline.margin?.right ?? 0), findRun({}))]
    case 'math': {
      const run = findRun({})
      const width = (inline.ems?.() ?? 0) * run.size
      return [boxOf(extent === 'least' ? Math.min(width, MAX_RIGID_EQUATION) : width, run)]
    }
    case 'bookmark':
    case 'contents':
    case 'stringSet':
      return []
  }
}

/** An inline of a width before text that stays with it, such as an indent. */
export function roomBefore(width: number, run: RunProperties): Inline[] {
  return [boxOf(width, run), { kind: 'text', text: WORD_JOINER, run }]
}

function boxOf(width: number, run: RunProperties): Inline {
  return { kind: 'drawing', drawing: { width, height: 0, elements: [] }, run }
}

const linked = new WeakMap<RunFormat, RunFormat>()

/** Text of a link gets the link style where it has none. */
function asLink(inline: FlowInline): FlowInline {
  if (!('format' in inline) || inline.format.style !== undefined) return inline
  const format = linked.get(inline.format) ?? { ...inline.format, style: 'link' as const }
  linked.set(inline.format, format)
  return { ...inline, format }
}

/** Text with its line break opportunities marked, since the typesetter only knows the usual ones. */
function wrapped({ text, wrap }: Extract<FlowInline, { kind: 'text' }>, extent: MeasuredExtent): string {
  if (extent === 'most' || wrap === undefined) return text
  if (wrap === 'anywhere') return Array.from(clusters.segment(text), ({ segment }) => segment).join('\u200b')
  if (wrap === 'never') return text.replace(/ /g, '\u00a0').replace(BREAKING, `$&${WORD_JOINER}`)
  return text.replace(BETWEEN_LETTERS, `$&${WORD_JOINER}`)
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Characters after which lines may break. */
const BREAKING = /[-\u00ad\u200b\u2010-\u2014\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff]/g
/** East Asian letters before other letters. */
const BETWEEN_LETTERS = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3](?=[\p{L}\p{N}])/gu

/** Splits text at tabs and line ends, which are inlines of their own. */
function measuredText(text: string, run: RunProperties): Inline[] {
  if (!/[\t\n\r]/.test(text)) return [{ kind: 'text', text, run }]
  return text.split(/(\r\n|[\t\n\r])/).flatMap((part): Inline[] => {
    if (part === '') return []
    if (part === '\t') return [{ kind: 'tab', run }]
    return /^[\n\r]/.test(part) ? [{ kind: 'break', type: 'line', run }] : [{ kind: 'text', text: part, run }]
  })
}

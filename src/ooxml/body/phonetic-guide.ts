/**
 * Phonetic guides: small letters over a word that give its pronunciation.
 *
 * @module
 */

import type { Inline, StackedText, TextPiece } from '../../typeset/model/document-model.js'
import { readMeasure } from '../values/property-values.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'

type GuideAlignment = NonNullable<StackedText['guide']>['alignment']

/** ST_RubyAlign (17.18.74). `rightVertical` is for vertical text. */
const ALIGNMENTS = new Map<string | undefined, GuideAlignment>([
  ['center', 'center'],
  ['left', 'left'],
  ['right', 'right'],
  ['rightVertical', 'right'],
])

/** Twips in half a point. */
const HALF_POINT = 10

/**
 * Stacks a guide over its base (17.3.3.25).
 *
 * @param properties w:rubyPr
 * @returns undefined where one of the two is empty, or is more than text of one link
 */
export function stackGuide(
  base: readonly Inline[],
  guide: readonly Inline[],
  properties: XmlElement | undefined,
): StackedText | undefined {
  const first = base.find(isText)
  if (first === undefined || guide.length === 0 || ![...base, ...guide].every(isText)) return undefined
  const value = (name: string): string | undefined => childOf(properties, name)?.attributes['w:val']
  const { run, link } = first
  return {
    kind: 'stacked',
    base: base.flatMap(pieceOf),
    over: guide.flatMap(pieceOf),
    guide: {
      alignment: ALIGNMENTS.get(value('w:rubyAlign')) ?? 'spread',
      raise: Math.max(0, readMeasure(value('w:hpsRaise'), HALF_POINT) ?? run.size),
    },
    run,
    ...(link !== undefined && { link }),
  }
}

function isText(inline: Inline): inline is Extract<Inline, { kind: 'text' }> {
  return inline.kind === 'text'
}

function pieceOf(inline: Inline): TextPiece[] {
  return inline.kind === 'text' ? [{ text: inline.text, run: inline.run }] : []
}

/**
 * What Word does about the lines of a paragraph of East Asian text.
 *
 * @module
 */

import type { LineStopSettings } from '../model/document-model.js'
import type { ParagraphProperties } from '../model/properties.js'
import type { BreakRules } from './break-opportunities.js'
import { lineStopsFor, USUAL_LINE_STOPS } from './line-stops.js'

/** Rules for the lines of a paragraph. */
export interface EastAsianRules {
  readonly breaks: BreakRules
  /** Full stops and the like may stand beyond the end of a line. */
  readonly hangsPunctuation: boolean
  /** It has Hangul, in no other language than Korean. */
  readonly isKorean: boolean
  /**
   * It has Hangul and is in the Normal of a Korean Word, since no style of the document holds for it: its lines break between
   * syllables, and it has no space between Hangul and Latin letters or digits. In a contract that Word set, such paragraphs do both,
   * and those in a style of its own do neither; public probes of Word for Mac say the same.
   */
  readonly isKoreanNormal: boolean
}

/**
 * The rules for a paragraph.
 *
 * @param language of its East Asian text, BCP 47
 */
export function eastAsianRules(
  text: string,
  language: string | undefined,
  properties: ParagraphProperties,
  lineStops: LineStopSettings = USUAL_LINE_STOPS,
): EastAsianRules {
  const lacksRules = language !== undefined && !HAS_LINE_RULES.test(language)
  const hasHangul = HANGUL.test(text)
  const isKoreanNormal = properties.styleId === '' && hasHangul
  return {
    breaks: {
      anywhere: properties.breakAnywhere,
      aroundEastAsian: !properties.keepsLineRules || lacksRules,
      keepsHangulWords: !properties.breakAnywhere && !isKoreanNormal,
      stops: lineStopsFor(lineStops, language),
    },
    hangsPunctuation: properties.hangsPunctuation && !lacksRules,
    isKorean: hasHangul && (language === undefined || /^ko\b/i.test(language)),
    isKoreanNormal,
  }
}

/** Whether text has characters by which the language of East Asian text is told. */
export function hasEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text)
}

const EAST_ASIAN = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7ff]/
const HANGUL = /[\uac00-\ud7a3]/

/**
 * Word has rules for the start and the end of lines in Chinese, Japanese and Korean only: in Chinese text that is marked as
 * English (w:lang w:eastAsia="en-US", what a Word without East Asian languages writes) its lines begin with commas.
 */
const HAS_LINE_RULES = /^(?:zh|ja|ko)\b/i

/**
 * Word's rules for the lines of a paragraph of East Asian text.
 *
 * @module
 */

import type { LineStopSettings } from '../model/document-model.js'
import type { ParagraphProperties } from '../model/properties.js'
import type { BreakRules } from './break-opportunities.js'
import { lineStopsFor, USUAL_LINE_STOPS } from './line-stops.js'

/** Line rules of a paragraph with East Asian text. */
export interface EastAsianRules {
  readonly breaks: BreakRules
  /** Whether full stops and similar signs may hang over the end of a line. */
  readonly hangsPunctuation: boolean
  /** Whether the text contains Hangul and is marked as no language other than Korean. */
  readonly isKorean: boolean
  /**
   * Whether the text contains Hangul and has no style of the document, so that the Normal style of a Korean Word applies: its
   * lines break between syllables, and it has no space between Hangul and Latin letters or digits. In a contract that Word set,
   * such paragraphs have both properties, and those with a style have neither; public probes of Word for Mac agree.
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

/** Whether text contains characters that identify East Asian text. */
export function hasEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text)
}

const EAST_ASIAN = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7ff]/
const HANGUL = /[\uac00-\ud7a3]/

/**
 * Languages with rules for the start and the end of lines in Word: Chinese, Japanese and Korean. Lines of Chinese text marked as
 * English (w:lang w:eastAsia="en-US", as written by a Word without East Asian languages) may begin with commas.
 */
const HAS_LINE_RULES = /^(?:zh|ja|ko)\b/i

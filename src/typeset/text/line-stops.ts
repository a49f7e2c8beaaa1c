/**
 * Characters that may not begin or end a line of East Asian text.
 *
 * @module
 */

import type { LineStopSettings } from '../model/document-model.js'

/** Characters that must not begin a line, and characters that must not end one. */
export interface LineStops {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

/** Word's own rules, for documents without settings of their own. */
export const USUAL_LINE_STOPS: LineStopSettings = { isStrict: false, before: new Map(), after: new Map() }

/** Characters that must not begin a line in any language: closing brackets and quotation marks, full stops and similar signs. */
const BEFORE = '!%),.:;?]}¢°’”′″℃、。〉》」』】〕！％），．：；？］｝￠'
const AFTER = '$([{£¥‘“〈《「『【〔＄（［｛￡￥'

/** Word's additional characters of each language. */
const OWN: Readonly<Record<string, { readonly before: string; readonly after: string }>> = {
  ja: { before: '‰々゛゜ゝゞ・ヽヾ｡｣､･ﾞﾟ', after: '\\｢￦' },
  zh: { before: '¨·ˇˉ―‖…‰›∶〃〗〞︶︺︾﹀﹄﹚﹜﹞＂＇｀｜｝～', after: '·〖〝﹙﹛﹝．' },
  tw: {
    before: '·–—•‥…‧╴〞︰︱︳︴︶︸︺︼︾﹀﹂﹄﹏﹐﹑﹒﹔﹕﹖﹗﹚﹜｜､',
    after: '‵〝︵︷︹︻︽︿﹁﹃﹙﹛',
  },
  ko: { before: '', after: '￦' },
}

/**
 * Small kana and the prolonged sound mark, which must not begin a line under the strict rules in Japanese. In five documents
 * that Word set, 22 lines begin with one; under strict rules, none does.
 */
const STRICT = 'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿーｧｨｩｪｫｬｭｮｯｰ'

const known = new WeakMap<LineStopSettings, Map<string, LineStops>>()

/**
 * The characters that must not begin or end a line in a language.
 *
 * @param language BCP 47; Word's rules for Japanese hold where it is undefined
 */
export function lineStopsFor(settings: LineStopSettings, language: string | undefined): LineStops {
  let byLanguage = known.get(settings)
  if (byLanguage === undefined) {
    byLanguage = new Map()
    known.set(settings, byLanguage)
  }
  const key = (language ?? '').toLowerCase()
  let stops = byLanguage.get(key)
  if (stops === undefined) {
    stops = readStops(settings, key)
    byLanguage.set(key, stops)
  }
  return stops
}

function readStops({ isStrict, before, after }: LineStopSettings, language: string): LineStops {
  const primary = language.slice(0, 2)
  const own = OWN[/^zh-(?:tw|hk|mo|hant)/.test(language) ? 'tw' : primary] ?? OWN['ja']
  // Strict rules replace the document's own characters.
  const strict = isStrict && primary === 'ja' ? STRICT : ''
  const usual = BEFORE + (own?.before ?? '') + strict
  return {
    before: new Set(strict === '' ? (ofLanguage(before, language) ?? usual) : usual),
    after: new Set(ofLanguage(after, language) ?? AFTER + (own?.after ?? '')),
  }
}

function ofLanguage(sets: ReadonlyMap<string, string>, language: string): string | undefined {
  return sets.get(language) ?? (language === '' && sets.size === 1 ? [...sets.values()][0] : undefined)
}

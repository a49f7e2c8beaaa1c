/**
 * Text that is shown in full, with what would hide given by number.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { visibleParts } from '../../src/pdf/syntax/visible-text.js'

const all = () => true
const shown = (text: string, canShow: (characters: string) => boolean = all) =>
  visibleParts(text, canShow)
    .map((part) => part.text)
    .join('')

describe('visibleParts', () => {
  it('leaves text in every script as it is', () => {
    for (const text of [
      'Zażółć gęślą jaźń',
      'Съешь ещё',
      'Nguyễn Thị Ánh',
      'café – “quoted” €',
      'שלום עולם',
      'محمد',
      'नमस्ते',
      'สวัสดี',
      '张伟 山田 김민수',
      '😀',
    ]) {
      expect(visibleParts(text, all)).toEqual([{ text: text.normalize('NFC'), isNotation: false }])
    }
    expect(visibleParts('', all)).toEqual([])
  })

  it('composes accents (NFC)', () => {
    expect(shown('Nguye\u0302\u0303n')).toBe('Nguyễn')
  })

  it.each([
    ['bidi controls', 'a\u202eb', 'a‹U+202E›b'],
    ['isolates that would close ours', '\u2069x\u2068', '‹U+2069›x‹U+2068›'],
    ['zero-width characters', 'pay\u200bpal\u200d', 'pay‹U+200B›pal‹U+200D›'],
    ['soft hyphens', 'a\u00adb', 'a‹U+00AD›b'],
    ['line and paragraph separators', 'a\nb\r\u2028\u2029', 'a‹U+000A›b‹U+000D›‹U+2028›‹U+2029›'],
    ['tabs and NUL', '\t\0', '‹U+0009›‹U+0000›'],
    ['lone surrogates', 'a\ud800b\udc00', 'a‹U+D800›b‹U+DC00›'],
    ['private use', '\ue000', '‹U+E000›'],
    ['unassigned code points', '\u0378', '‹U+0378›'],
    ['variation selectors', 'a\ufe0f', 'a‹U+FE0F›'],
    ['tags', '\u{1f3f4}\u{e0067}', '\u{1f3f4}‹U+E0067›'],
    ['blank letters', '\u3164\u115f\u2800', '‹U+3164›‹U+115F›‹U+2800›'],
  ])('shows %s by number', (_name, text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it('shows by number what no font has', () => {
    expect(shown('a張b', (characters) => characters !== '張')).toBe('a‹U+5F35›b')
    expect(visibleParts('張', () => false)).toEqual([{ text: '‹U+5F35›', isNotation: true }])
  })

  it('stacks a few accents on a letter and shows the rest, and those without a letter, by number', () => {
    expect(shown(`x${'\u0336'.repeat(6)}`)).toBe(`x${'\u0336'.repeat(4)}‹U+0336›‹U+0336›`)
    expect(shown('\u0336a')).toBe('‹U+0336›a')
    expect(shown('a \u0336')).toBe('a ‹U+0336›')
  })

  it('takes joiners where the script asks for them, and nowhere else', () => {
    const persian = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'
    const hindi = '\u0915\u094d\u200d\u0937'
    expect(shown(persian)).toBe(persian)
    expect(shown(hindi)).toBe(hindi)
    expect(shown('\u0645\u200c')).toBe('\u0645‹U+200C›')
    expect(shown('\u0645\u200d\u0645')).toBe('\u0645‹U+200D›\u0645')
    expect(shown('a\u200cb')).toBe('a‹U+200C›b')
  })

  it('takes emoji of several characters as one, where there is a picture for them', () => {
    const family = '👨\u200d👩\u200d👧'
    expect(visibleParts(`${family} 🇨🇭 👍🏽 ❤\ufe0f`, all)).toHaveLength(1)
    expect(shown(family, (characters) => characters !== family)).toBe('👨‹U+200D›👩‹U+200D›👧')
  })
})

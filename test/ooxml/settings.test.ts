/**
 * Settings of a document that change its lines.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../src/ooxml/read-docx.js'
import { buildDocx } from './build-docx.js'

function settingsOf(content: string) {
  return readDocx(buildDocx('<w:p/>', { settings: content })).settings
}

describe('lines of East Asian text', () => {
  it('are as Word makes them where a document says nothing', () => {
    const { lineStops, kernsPunctuation, compressesPunctuation, defaultTabStop } = settingsOf('')
    expect(lineStops).toEqual({ isStrict: false, before: new Map(), after: new Map() })
    expect([kernsPunctuation, compressesPunctuation, defaultTabStop]).toEqual([true, false, undefined])
  })

  it('follow characters by language, and strict rules', () => {
    const { lineStops } = settingsOf(
      '<w:strictFirstAndLastChars/><w:noLineBreaksAfter w:lang="zh-CN" w:val="（"/>' +
        '<w:noLineBreaksBefore w:lang="zh-CN" w:val="，。"/><w:noLineBreaksBefore w:lang="ja-JP" w:val="、"/>',
    )
    expect(lineStops?.isStrict).toBe(true)
    expect([...(lineStops?.before ?? [])]).toEqual([
      ['zh-cn', '，。'],
      ['ja-jp', '、'],
    ])
    expect([...(lineStops?.after ?? [])]).toEqual([['zh-cn', '（']])
  })

  it('have narrower signs where the document asks for it', () => {
    expect(settingsOf('<w:characterSpacingControl w:val="compressPunctuation"/>').compressesPunctuation).toBe(true)
    expect(settingsOf('<w:characterSpacingControl w:val="doNotCompress"/>').compressesPunctuation).toBe(false)
    expect(settingsOf('<w:noPunctuationKerning/>').kernsPunctuation).toBe(false)
  })
})

it('keep the distance of tab stops that a document gives', () => {
  expect(settingsOf('<w:defaultTabStop w:val="840"/>').defaultTabStop).toBe(840)
})

/**
 * The cache of shaped words.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { TYPESET_LIMITS } from '../../../src/typeset/flow/typeset-limits.js'
import type { ShapedText, ShapeOptions } from '../../../src/typeset/fonts/font-face.js'
import { ShapedWords } from '../../../src/typeset/fonts/shaped-words.js'

const plain: ShapeOptions = { rightToLeft: false, kerning: false, ligatures: false, language: 'en' }
const shaped = (width: number) => ({ width }) as ShapedText

describe('ShapedWords', () => {
  it('finds words by their text and by how they were shaped, whichever object says so', () => {
    const words = new ShapedWords()
    const kerned = { ...plain, kerning: true }
    words.add('AVA', plain, shaped(1))
    words.add('AVA', kerned, shaped(2))
    expect(words.get('AVA', { ...plain })?.width).toBe(1)
    expect(words.get('AVA', { ...kerned })?.width).toBe(2)
    expect(words.get('AVA', { ...plain, language: 'tr' })).toBeUndefined()
    expect(words.get('AVA', plain)?.width).toBe(1)
  })

  it('keeps no more than the limit', () => {
    const words = new ShapedWords()
    for (let i = 0; i <= TYPESET_LIMITS.maxCachedWords; i++) words.add(`word ${i}`, plain, shaped(i))
    expect(words.get('word 0', plain)).toBeUndefined()
    expect(words.get(`word ${TYPESET_LIMITS.maxCachedWords}`, plain)?.width).toBe(TYPESET_LIMITS.maxCachedWords)
  })
})

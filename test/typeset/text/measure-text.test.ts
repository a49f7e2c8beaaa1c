/**
 * Widths of text without paragraphs.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { createMeasureText } from '../../../src/typeset/text/measure-text.js'

const measure = createMeasureText(createFontLibrary())

describe('createMeasureText', () => {
  it('tells widths in the font, size and weight that were asked for', () => {
    // Arial: i is 0.222 em, W 0.944 em wide, in bold 0.278 em and 0.944 em.
    expect(measure('iiii', { font: 'Arial', size: 200 })).toBeCloseTo(200 * 4 * 0.222, 0)
    expect(measure('WWWW', { font: 'Arial', size: 200 })).toBeCloseTo(200 * 4 * 0.944, 0)
    expect(measure('WWWW', { font: 'Arial', size: 400 })).toBeCloseTo(400 * 4 * 0.944, 0)
    expect(measure('iiii', { font: 'Arial', size: 200, bold: true })).toBeCloseTo(200 * 4 * 0.278, 0)
    expect(measure('', { font: 'Arial', size: 200 })).toBe(0)
  })

  it('takes characters that the font lacks from the one that stands in', () => {
    const latin = measure('ab', { font: 'Arial', size: 200 })
    expect(measure('ab\u0e01', { font: 'Arial', size: 200 })).toBeGreaterThan(latin)
  })
})

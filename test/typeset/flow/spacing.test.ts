/**
 * Space between paragraphs.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { spaceBetween } from '../../../src/typeset/flow/spacing.js'
import { paragraph } from '../text/support/paragraphs.js'

const LARGER = { adds: false }
const ADDED = { adds: true }

describe('spaceBetween', () => {
  const above = paragraph(['a'], { spaceAfter: 200, styleId: 'Body' })
  const below = paragraph(['b'], { spaceBefore: 120, styleId: 'Body' })

  it('is the larger of both spaces', () => {
    expect(spaceBetween(above, below, LARGER)).toBe(200)
  })

  it('adds them up where the document asks for it', () => {
    expect(spaceBetween(above, below, ADDED)).toBe(320)
  })

  it('drops the share of a paragraph with contextual spacing among its like', () => {
    const contextual = paragraph(['a'], { spaceAfter: 200, contextualSpacing: true, styleId: 'Body' })
    expect(spaceBetween(contextual, below, LARGER)).toBe(0)
    // The share goes off the space that would be there without it.
    const tall = paragraph(['b'], { spaceBefore: 240, styleId: 'Body' })
    expect(spaceBetween(contextual, tall, LARGER)).toBe(40)
    expect(spaceBetween(contextual, tall, ADDED)).toBe(240)
    const contextualBelow = paragraph(['b'], { spaceBefore: 240, contextualSpacing: true, styleId: 'Body' })
    expect(spaceBetween(above, contextualBelow, LARGER)).toBe(200)
    expect(spaceBetween(contextual, contextualBelow, LARGER)).toBe(0)
    const other = paragraph(['b'], { spaceBefore: 120, styleId: 'Heading' })
    expect(spaceBetween(contextual, other, LARGER)).toBe(200)
  })

  it('does not add up automatic spacing, and has none between list items', () => {
    const auto = { autoSpaceBefore: true, autoSpaceAfter: true }
    expect(spaceBetween(paragraph(['a'], auto), paragraph(['b'], auto), LARGER)).toBe(280)
    const label = {
      text: '1.',
      run: above.properties.mark,
      alignment: 'left',
      suffix: 'tab',
    } as const
    expect(spaceBetween(paragraph(['a'], auto, { label }), paragraph(['b'], auto, { label }), LARGER)).toBe(0)
  })
})

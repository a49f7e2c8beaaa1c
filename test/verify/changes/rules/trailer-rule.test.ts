/**
 * The trailer and the generations of numbers, alone.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { judgeGenerations } from '../../../../src/verify/changes/rules/generation-rule.js'
import { judgeTrailer } from '../../../../src/verify/changes/rules/trailer-rule.js'
import { REFS, text } from '../changed-documents.js'
import { inShort, pairOf } from './rule-pair.js'

describe('a revision that writes an object again under its number', () => {
  const pair = () => pairOf(({ update }) => update(REFS.info, { ModDate: text('D:2026') }))

  it('keeps the trailer', () => {
    expect(inShort(judgeTrailer(pair()))).toEqual([])
  })

  it('keeps the generations', () => {
    expect(inShort(judgeGenerations(pair()))).toEqual([])
  })
})

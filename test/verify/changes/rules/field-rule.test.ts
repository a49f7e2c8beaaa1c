/**
 * A field alone: its value, and what it shows.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { PdfObject } from '../../../../src/pdf/objects.js'
import { fieldRule } from '../../../../src/verify/changes/rules/field-rule.js'
import { type Changing, dict, fieldText, name, REFS, text } from '../changed-documents.js'
import { says } from './rule-pair.js'

const total = (edit: (changing: Changing) => void) => says(fieldRule, REFS.total.num, edit)

describe('a text field', () => {
  it('may be filled in and show its value', () => {
    const verdicts = total(({ update, increment }) => {
      update(REFS.total, { V: text('900') })
      increment.put(REFS.totalAppearance, fieldText('900'))
    })
    expect(verdicts).toEqual(['accepted form-filling field_filled'])
  })

  it('may not keep the look of its old value', () => {
    expect(total(({ update }) => update(REFS.total, { V: text('900') }))).toContain('rejected appearance_mismatch')
  })

  it('may not show another text than its value', () => {
    expect(total(({ increment }) => increment.put(REFS.totalAppearance, fieldText('900')))).toContain(
      'rejected appearance_mismatch',
    )
  })

  it('may become one that is read only', () => {
    expect(total(({ update }) => update(REFS.total, { Ff: 1 }))).toEqual(['accepted form-filling field_updated'])
  })

  it.each([
    ['another name', { T: text('Other') }],
    ['another place', { Rect: [20, 200, 120, 220] }],
    ['a script', { AA: dict({ K: dict({ S: name('JavaScript'), JS: text('x') }) }) }],
  ])('may not get %s', (_, entries) => {
    expect(total(({ update }) => update(REFS.total, entries))).toContain('rejected field_changed')
  })
})

describe('entries that say what no entry says', () => {
  const BLANK = text('')
  const border = (entries: Parameters<typeof dict>[0] = {}) => ({ BS: dict(entries) })

  it.each([
    ['an empty name for people', { TU: BLANK }],
    ['the border of one point', border({ W: 1, S: name('S') })],
    ['a border without entries', border({ Type: name('Border') })],
  ])('may be added: %s', (_, entries) => {
    expect(total(({ update }) => update(REFS.total, entries))).toEqual(['accepted form-filling field_updated'])
  })

  it.each([
    ['a name for people', { TU: text('Discount') }],
    ['an empty name that is no text', { TU: name('') }],
  ])('are no other: %s', (_, entries) => {
    expect(total(({ update }) => update(REFS.total, entries))).toContain('rejected field_changed')
  })

  const bordered = (former: Parameters<typeof dict>[0], look: Record<string, PdfObject> = {}) =>
    says(fieldRule, REFS.total.num, ({ update }) => update(REFS.total, border({ W: 1, S: name('S') })), {
      total: { BS: dict(former), ...look },
    })

  it('may stand where a border has no width, unless it is seen then', () => {
    expect(bordered({ W: 0 })).toEqual(['accepted form-filling field_updated'])
    expect(bordered({ W: 0 }, { MK: dict({ BG: [1] }) })).toEqual(['accepted form-filling field_updated'])
    for (const seen of [bordered({ W: 0 }, { MK: dict({ BC: [0] }) }), bordered({ W: 2 })]) {
      expect(seen).toContain('accepted annotations field_look_changed')
    }
  })

  it('may be the usual values of a border, with every colour', () => {
    const framed = { MK: dict({ BC: [0] }) }
    expect(bordered({ W: 1 }, framed)).toEqual(['accepted form-filling field_updated'])
    expect(bordered({ S: name('S') }, framed)).toEqual(['accepted form-filling field_updated'])
    for (const seen of [
      bordered({ W: 1.5 }, framed),
      bordered({ S: name('D') }, framed),
      bordered({ D: [3] }, framed),
    ]) {
      expect(seen).toContain('accepted annotations field_look_changed')
    }
  })

  it('are no other than that of a name that the field above has', () => {
    const named = says(fieldRule, REFS.total.num, ({ update }) => update(REFS.total, { TU: BLANK }), {
      total: { Parent: dict({ TU: text('Price') }) },
    })
    expect(named).toContain('rejected field_changed')
  })

  it.each([
    ['a border of two points', border({ W: 2 })],
    ['a border of dashes', border({ W: 1, S: name('D') })],
    ['a border with dashes', border({ D: [3] })],
    ['a border that has a colour', { ...border({ W: 1 }), MK: dict({ BC: [0] }) }],
  ])('are no change of the look: %s', (_, entries) => {
    expect(total(({ update }) => update(REFS.total, entries))).toContain('accepted annotations field_look_changed')
  })
})

describe('a check box', () => {
  it('may be ticked', () => {
    const ticked = { V: name('Yes'), AS: name('Yes') }
    expect(says(fieldRule, REFS.agree.num, ({ update }) => update(REFS.agree, ticked))).toEqual([
      'accepted form-filling field_filled',
    ])
  })

  it('may not be ticked without showing it', () => {
    expect(says(fieldRule, REFS.agree.num, ({ update }) => update(REFS.agree, { V: name('Yes') }))).toContain(
      'rejected appearance_mismatch',
    )
  })
})

/**
 * The form alone: its fields, its defaults, and whether readers draw its values.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { formRule } from '../../../../src/verify/changes/rules/form-rule.js'
import { dict, REFS, text } from '../changed-documents.js'
import { says } from './rule-pair.js'

const verdictsOn = (entries: Parameters<Parameters<Parameters<typeof says>[2]>[0]['update']>[1]) =>
  says(formRule, REFS.form.num, ({ update }) => update(REFS.form, entries))

describe('the form', () => {
  it.each([
    ['flags of signatures', { SigFlags: 3 }],
    ['a font under a name that no field asks for', { DR: dict({ Font: dict({ F9: REFS.font }) }) }],
  ])('may get %s', (_, entries) => {
    expect(verdictsOn(entries)).toEqual([])
  })

  it.each([
    ['that readers draw its values', { NeedAppearances: true }, 'appearances_requested'],
    ['a plain font that its fields ask for', { DR: dict({ Font: dict({ Helv: REFS.font }) }) }, 'form_font_added'],
  ])('may say %s, which is named', (_, entries, code) => {
    expect(verdictsOn(entries)).toEqual([`accepted form-filling ${code}`])
  })

  it('may not lose a field', () => {
    expect(verdictsOn({ Fields: [REFS.total, REFS.agree] })).toEqual(['rejected field_removed'])
  })

  it('may not be taken away', () => {
    const verdicts = says(formRule, 0, ({ update }) => update(REFS.catalog, { AcroForm: undefined }))
    expect(verdicts).toEqual(['rejected form_removed'])
  })

  it('may not get another style for all fields', () => {
    expect(verdictsOn({ DA: text('/Helv 0 Tf 1 g') })).toEqual(['rejected form_changed'])
  })
})

/**
 * The catalog alone: what it may name after a signature.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { catalogRule } from '../../../../src/verify/changes/rules/catalog-rule.js'
import { dict, name, REFS, text } from '../changed-documents.js'
import { says } from './rule-pair.js'

const verdictsOn = (entries: Parameters<Parameters<Parameters<typeof says>[2]>[0]['update']>[1]) =>
  says(catalogRule, REFS.catalog.num, ({ update }) => update(REFS.catalog, entries))

describe('the catalog', () => {
  it('may be written again as it was', () => {
    expect(verdictsOn({})).toEqual([])
  })

  it.each([
    ['a language', { Lang: text('en') }],
    ['a place to open at', { OpenAction: [REFS.page, name('Fit')] }],
    ['layers', { OCProperties: dict({}) }],
    ['other names', { Names: dict({}) }],
  ])('may not get %s', (_, entries) => {
    expect(verdictsOn(entries)).toEqual(['rejected catalog_entry_changed'])
  })
})

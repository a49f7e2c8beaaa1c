/**
 * Title, author and dates, and the extensions that a document declares.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { extensionsRule, informationRule } from '../../../../src/verify/changes/rules/information-rule.js'
import { dict, name, REFS, stream, text } from '../changed-documents.js'
import { says } from './rule-pair.js'

describe('the information dictionary', () => {
  it.each([
    ['a title', { Title: text('Other') }, ['accepted form-filling information_changed']],
    ['the time of saving', { ModDate: text('D:20260101000000Z') }, ['accepted validation-data information_updated']],
  ])('may get %s, which is named', (_, entries, verdicts) => {
    expect(says(informationRule, 0, ({ update }) => update(REFS.info, entries))).toEqual(verdicts)
  })

  it('may not become something else', () => {
    expect(says(informationRule, 0, ({ increment }) => increment.put(REFS.info, [1]))).toEqual([
      'rejected information_replaced',
    ])
  })
})

describe('extensions', () => {
  it('may be declared', () => {
    const ADBE = dict({ BaseVersion: name('1.7'), ExtensionLevel: 8 })
    expect(says(extensionsRule, 0, ({ update }) => update(REFS.catalog, { Extensions: dict({ ADBE }) }))).toEqual([
      'accepted validation-data extensions_updated',
    ])
  })

  it('may have all that ISO 32000-2, Table 49 gives them', () => {
    const ISO_ = dict({
      Type: name('DeveloperExtensions'),
      BaseVersion: name('2.0'),
      ExtensionLevel: 32_002,
      ExtensionRevision: text(':2022'),
      URL: text('https://www.iso.org/standard/45875.html'),
    })
    expect(
      says(extensionsRule, 0, ({ update }) => update(REFS.catalog, { Extensions: dict({ ISO_: [ISO_] }) })),
    ).toEqual(['accepted validation-data extensions_updated'])
  })

  it.each([
    ['a stream for an address', { URL: stream('(hidden)') }],
    ['a dictionary for a version', { BaseVersion: dict({}) }],
    ['a list for a level', { ExtensionLevel: [8] }],
    ['another entry', { Note: text('x') }],
  ])('may not carry %s', (_, entries) => {
    const rejected = says(extensionsRule, 0, ({ update, increment }) => {
      const added = Object.entries(entries).map(([key, value]) => [key, increment.add(value)])
      update(REFS.catalog, { Extensions: dict({ ADBE: dict(Object.fromEntries(added)) }) })
    })
    expect(rejected).toEqual(['rejected extensions_malformed'])
  })

  it('are a dictionary', () => {
    expect(says(extensionsRule, 0, ({ update }) => update(REFS.catalog, { Extensions: [1] }))).toEqual([
      'rejected extensions_malformed',
    ])
  })
})

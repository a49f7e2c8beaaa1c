/**
 * The catalog alone: what it may name after a signature.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { PdfObject } from '../../../../src/pdf/objects.js'
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

describe('the mode in which a document opens', () => {
  const named = { Names: dict({ EmbeddedFiles: dict({ Names: [] }) }) }
  const opensIn = (mode: string, signed: Parameters<typeof verdictsOn>[0]) =>
    says(catalogRule, REFS.catalog.num, ({ update }) => update(REFS.catalog, { PageMode: name(mode) }), {
      catalog: signed as Record<string, PdfObject>,
    })

  it('may show the list of files that were signed, as PyMuPDF has it when it saves', () => {
    expect(opensIn('UseAttachments', named)).toEqual([])
    expect(opensIn('UseAttachments', { ...named, PageMode: name('UseNone') })).toEqual([])
  })

  it.each([
    ['a list of files that the document has not', 'UseAttachments', {}],
    ['a list of files where names are of other things', 'UseAttachments', { Names: dict({ Dests: dict({}) }) }],
    [
      'a list of files instead of the mode that was signed',
      'UseAttachments',
      { ...named, PageMode: name('UseThumbs') },
    ],
    ['all of the screen', 'FullScreen', named],
    ['bookmarks', 'UseOutlines', named],
  ])('may not show %s', (_, mode, signed) => {
    expect(opensIn(mode, signed)).toEqual(['rejected catalog_entry_changed'])
  })
})

/**
 * A comment alone that was there when the document was signed.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { annotationRule } from '../../../../src/verify/changes/rules/annotation-rule.js'
import { dict, name, REFS, text } from '../changed-documents.js'
import { says } from './rule-pair.js'

const verdictsOn = (entries: Parameters<Parameters<Parameters<typeof says>[2]>[0]['update']>[1]) =>
  says(annotationRule, REFS.note.num, ({ update }) => update(REFS.note, entries))

describe('a note', () => {
  it('may get another text', () => {
    expect(verdictsOn({ Contents: text('Other') })).toEqual(['accepted annotations annotation_changed'])
  })

  it('may be moved where its icon hides a character, with a remark', () => {
    expect(verdictsOn({ Rect: [10, 240, 40, 270] })).toEqual([
      'remarked character_covered',
      'accepted annotations annotation_changed',
    ])
  })

  it.each([
    ['of another kind', { Subtype: name('Stamp') }],
    ['with an address', { A: dict({ S: name('URI'), URI: text('https://example.com') }) }],
  ])('may not become one %s', (_, entries) => {
    expect(verdictsOn(entries)).toEqual(['rejected annotation_changed'])
  })
})

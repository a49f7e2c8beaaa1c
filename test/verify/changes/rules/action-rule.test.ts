/**
 * Actions alone, wherever a revision puts them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { judgeActions } from '../../../../src/verify/changes/rules/action-rule.js'
import { annotate, type Changing, dict, name, REFS, text } from '../changed-documents.js'
import { inShort, pairOf } from './rule-pair.js'

const verdictsOn = (edit: (changing: Changing) => void) => inShort(judgeActions(pairOf(edit)))
const action = (kind: string) => dict({ S: name(kind), JS: text('app.alert(1)') })

describe('actions', () => {
  it.each([
    ['JavaScript', 'OpenAction'],
    ['Launch', 'OpenAction'],
    ['SubmitForm', 'OpenAction'],
  ])('of the kind %s may not come with the catalog', (kind, key) => {
    expect(verdictsOn(({ update }) => update(REFS.catalog, { [key]: action(kind) }))).toContain('rejected action_added')
  })

  it('may not come with a page', () => {
    expect(verdictsOn(({ update }) => update(REFS.page, { AA: dict({ O: action('Launch') }) }))).toContain(
      'rejected action_added',
    )
  })

  it('may not come with a comment', () => {
    expect(verdictsOn(({ update }) => update(REFS.note, { A: action('SubmitForm') }))).toEqual([
      'rejected action_added',
    ])
  })

  it('that go to a place in the document are none of these', () => {
    const A = dict({ S: name('GoTo'), D: [REFS.page, name('Fit')] })
    expect(verdictsOn(({ update }) => update(REFS.note, { A }))).toEqual([])
  })

  it('that open an address are for links', () => {
    const A = dict({ S: name('URI'), URI: text('https://example.com') })
    const link = dict({ Type: name('Annot'), Subtype: name('Link'), Rect: [1, 1, 9, 9], A })
    expect(verdictsOn((changing) => annotate(changing, changing.increment.add(link)))).toEqual([])
  })
})

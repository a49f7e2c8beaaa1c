/**
 * The tree of pages alone.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { pageRule } from '../../../../src/verify/changes/rules/page-rule.js'
import { type Changing, REFS } from '../changed-documents.js'
import { says } from './rule-pair.js'

const verdictsOn = (edit: (changing: Changing) => void) => says(pageRule, REFS.pages.num, edit)

describe('the tree of pages', () => {
  it('may be written again as it was', () => {
    expect(verdictsOn(({ update }) => update(REFS.pages, {}))).toEqual([])
  })

  it('may not get a page', () => {
    const verdicts = verdictsOn(({ update, increment, dict }) =>
      update(REFS.pages, { Kids: [REFS.page, REFS.secondPage, increment.add(dict(REFS.page))], Count: 3 }),
    )
    expect(verdicts).toEqual(['rejected page_added'])
  })

  it('may not lose a page', () => {
    expect(verdictsOn(({ update }) => update(REFS.pages, { Kids: [REFS.page], Count: 1 }))).toEqual([
      'rejected page_removed',
    ])
  })

  it('may not change the order of its pages', () => {
    expect(verdictsOn(({ update }) => update(REFS.pages, { Kids: [REFS.secondPage, REFS.page] }))).toContain(
      'rejected pages_reordered',
    )
  })

  it('may not give its pages a rotation', () => {
    expect(verdictsOn(({ update }) => update(REFS.pages, { Rotate: 90 }))).toEqual(['rejected page_tree_changed'])
  })
})

/**
 * A page alone: its own entries, and what is listed on it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { pageRule } from '../../../../src/verify/changes/rules/page-rule.js'
import { annotate, type Changing, dict, form, name, REFS, stream } from '../changed-documents.js'
import { says } from './rule-pair.js'

const verdictsOn = (edit: (changing: Changing) => void) => says(pageRule, REFS.page.num, edit)
const annotation = (entries: Parameters<typeof dict>[0]) => dict({ Type: name('Annot'), ...entries })

describe('the entries of a page', () => {
  it.each([
    ['a box, by a ten-thousandth of a point', { MediaBox: [0, 0, 300.00001, 300] }],
    ['a rotation that it had without saying so', { Rotate: 0 }],
  ])('may be written in another way: %s', (_, entries) => {
    expect(verdictsOn(({ update }) => update(REFS.page, entries))).toEqual([])
  })

  it.each([
    ['another box', { MediaBox: [0, 0, 301, 300] }],
    ['a rotation', { Rotate: 90 }],
    ['a crop box', { CropBox: [0, 0, 100, 100] }],
    ['a font that its content asks for', { Resources: dict({ Font: dict({ F1: REFS.content }) }) }],
  ])('may not change: %s', (_, entries) => {
    expect(verdictsOn(({ update }) => update(REFS.page, entries))).toContain('rejected page_changed')
  })

  it('may not get other contents', () => {
    expect(verdictsOn(({ update, increment }) => update(REFS.page, { Contents: increment.add(stream('')) }))).toEqual([
      'rejected page_changed',
    ])
  })
})

describe('the annotations of a page', () => {
  it('may become fewer, which is named', () => {
    const Annots = [REFS.total, REFS.agree, REFS.approval]
    expect(verdictsOn(({ update }) => update(REFS.page, { Annots }))).toEqual([
      'accepted annotations annotation_removed',
    ])
  })

  it('may not change their order: the later one is painted over the earlier one', () => {
    const Annots = [REFS.agree, REFS.total, REFS.approval, REFS.note]
    expect(verdictsOn(({ update }) => update(REFS.page, { Annots }))).toEqual(['rejected annotations_reordered'])
  })

  it('may get a text that hides nothing', () => {
    const look = form('BT /Helv 8 Tf 2 5 Td (ok) Tj ET')
    const verdicts = verdictsOn((changing) => {
      const { increment } = changing
      const AP = dict({ N: increment.add(look) })
      annotate(changing, increment.add(annotation({ Subtype: name('FreeText'), Rect: [150, 180, 250, 200], AP })))
    })
    expect(verdicts).toEqual(['accepted annotations annotation_added'])
  })

  it('may not get a white box over a sentence', () => {
    const look = form('1 g 0 0 280 30 re f', 280, 30)
    const verdicts = verdictsOn((changing) => {
      const { increment } = changing
      const AP = dict({ N: increment.add(look) })
      annotate(changing, increment.add(annotation({ Subtype: name('Square'), Rect: [10, 240, 290, 270], AP })))
    })
    expect(verdicts).toContain('rejected content_covered')
  })

  it.each([
    ['a sound', { Subtype: name('Sound') }, 'rejected annotation_added'],
    ['a field', { Subtype: name('Widget'), FT: name('Tx') }, 'rejected widget_added'],
  ])('may not get %s', (_, entries, verdict) => {
    const verdicts = verdictsOn((changing) =>
      annotate(changing, changing.increment.add(annotation({ ...entries, Rect: [10, 10, 20, 20] }))),
    )
    expect(verdicts).toEqual([verdict])
  })
})

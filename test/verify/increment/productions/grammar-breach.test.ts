/**
 * Faults of a revision, counted and worded.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { FaultList } from '../../../../src/verify/increment/grammar-breach.js'

it('names the revision, the place and the clause', () => {
  const list = new FaultList(3)
  list.add('section_malformed', 'it has an odd row', '7.5.4', 812)
  list.add('sections_mixed', 'it has two sections', '7.5.6')
  expect(list.faults).toEqual([
    { code: 'section_malformed', message: 'Revision 3, byte 812: it has an odd row (ISO 32000-2, 7.5.4).' },
    { code: 'sections_mixed', message: 'Revision 3: it has two sections (ISO 32000-2, 7.5.6).' },
  ])
})

it('takes no more than anybody reads, whatever a file offers', () => {
  const list = new FaultList(2)
  for (let i = 0; i < 1_000_000; i++) list.add('a', 'b', '7')
  expect([list.faults.length < 100, list.isFull]).toEqual([true, true])
})

/**
 * The structure tree alone.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { structureRule } from '../../../../src/verify/changes/rules/structure-rule.js'
import { dict, name, REFS } from '../changed-documents.js'
import { says } from './rule-pair.js'

describe('the structure tree', () => {
  it('may not come to a document that had none', () => {
    const verdicts = says(structureRule, 0, ({ update, increment }) =>
      update(REFS.catalog, { StructTreeRoot: increment.add(dict({ Type: name('StructTreeRoot') })) }),
    )
    expect(verdicts).toEqual(['rejected structure_changed'])
  })
})

/**
 * The store of validation data alone (/DSS).
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { validationDataRule } from '../../../../src/verify/changes/rules/validation-data-rule.js'
import { dict, REFS, stream, text } from '../changed-documents.js'
import { says } from './rule-pair.js'

describe('the store of validation data', () => {
  it('may be added, with certificates', () => {
    const verdicts = says(validationDataRule, 0, ({ update, increment }) =>
      update(REFS.catalog, { DSS: increment.add(dict({ Certs: [increment.add(stream('x'))] })) }),
    )
    expect(verdicts).toEqual(['accepted validation-data validation_data_added'])
  })

  it('may hold nothing else', () => {
    const verdicts = says(validationDataRule, 0, ({ update, increment }) =>
      update(REFS.catalog, { DSS: increment.add(dict({ JS: text('x') })) }),
    )
    expect(verdicts).toContain('rejected validation_data_changed')
  })
})

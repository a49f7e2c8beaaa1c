/**
 * JSON that the prototypes of a host do not change.
 *
 * @module
 */

import { afterEach, describe, expect, it } from 'vitest'
import { serializeAuditRecord } from '../../src/audit/record.js'
import { jsonText } from '../../src/input/json-text.js'

const VALUE = { list: ['a', { b: [] }], time: new Date(0), url: new URL('https://example.com/'), no: undefined }
const EXPECTED = '{"list":["a",{"b":[]}],"time":"1970-01-01T00:00:00.000Z","url":"https://example.com/"}'

describe('a value as JSON', () => {
  afterEach(() => {
    Reflect.deleteProperty(Array.prototype, 'toJSON')
    Reflect.deleteProperty(Object.prototype, 'toJSON')
  })

  it('is that of JSON.stringify', () => {
    expect(jsonText(VALUE)).toBe(EXPECTED)
    expect(jsonText([{ a: 1 }], 2)).toBe(JSON.stringify([{ a: 1 }], null, 2))
  })

  it.each([
    ['lists', Array.prototype],
    ['objects', Object.prototype],
  ])('does not heed a toJSON that other code has given to all %s', (_, prototype) => {
    const record = { schema: 'x', events: [{ type: 'submit' }] } as never
    const before = serializeAuditRecord(record)
    Object.defineProperty(prototype, 'toJSON', { value: () => 'taken over', configurable: true })
    const text = jsonText(VALUE)
    const after = serializeAuditRecord(record)
    Reflect.deleteProperty(prototype, 'toJSON')
    expect(text).toBe(EXPECTED)
    expect(after).toEqual(before)
  })
})

/**
 * Indirect objects of an increment, with their streams.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readIncrementObject } from '../../../../src/verify/increment/strict/strict-indirect-object.js'

const read = (text: string, length?: number) => {
  const bytes = Buffer.from(text, 'latin1')
  return readIncrementObject(bytes, 0, bytes.length, () => length)
}

describe('an indirect object', () => {
  it('has a number, a generation, a value and an end', () => {
    const text = '12 0 obj\n<< /A 1 >>\nendobj\n'
    expect(read(text)).toMatchObject({ num: 12, gen: 0, start: 0, end: text.indexOf('endobj') + 6 })
  })

  it('may have a stream that is as long as it says, itself or by reference', () => {
    const stream = (length: string) => `12 0 obj\n<< /Length ${length} >>\nstream\nabc\nendstream\nendobj\n`
    expect(read(stream('3')).data).toMatchObject({ end: expect.any(Number) })
    expect(read(stream('9 0 R'), 3).data).toBeDefined()
  })

  it.each([
    ['no value', '12 0 obj\nendobj\n'],
    ['two values', '12 0 obj\n1 2\nendobj\n'],
    ['a number with a zero before it', '012 0 obj\n1\nendobj\n'],
    ['two blanks in its head', '12  0 obj\n1\nendobj\n'],
    ['no end', '12 0 obj\n1\n'],
    ['an end that goes on as another word', '12 0 obj\n1\nendobjx\n'],
    ['a stream that is longer than it says', '12 0 obj\n<< /Length 2 >>\nstream\nabc\nendstream\nendobj\n'],
    ['a stream that says no length', '12 0 obj\n<< >>\nstream\nabc\nendstream\nendobj\n'],
    ['a stream behind an array', '12 0 obj\n[1]\nstream\nabc\nendstream\nendobj\n'],
  ])('has not %s', (_, text) => {
    expect(() => read(text)).toThrow()
  })
})

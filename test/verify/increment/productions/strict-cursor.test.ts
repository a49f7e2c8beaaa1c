/**
 * The cursor that skips nothing.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { GrammarBreach } from '../../../../src/verify/increment/grammar-breach.js'
import { StrictCursor } from '../../../../src/verify/increment/strict/strict-cursor.js'

const cursorOver = (text: string) => new StrictCursor(Buffer.from(text, 'latin1'), 0)

describe('an unsigned integer', () => {
  it.each([
    ['0', 0],
    ['12 0 obj', 12],
    ['4294967295', 4_294_967_295],
  ])('is taken from %j', (text, value) => {
    expect(cursorOver(text).takeUnsigned()).toBe(value)
  })

  it.each(['', ' 1', '+1', '-1', '01', '00', '12345678901', '%1\n1'])('is none in %j', (text) => {
    const cursor = cursorOver(text)
    expect([cursor.takeUnsigned(), cursor.pos]).toEqual([undefined, 0])
  })
})

describe('an end of line', () => {
  it.each([
    ['\r\nx', 2],
    ['\nx', 1],
    ['\rx', 1],
    [' \n', 0],
    ['\0\n', 0],
  ])('is one marker: %j', (text, taken) => {
    const cursor = cursorOver(text)
    expect([cursor.takeLineEnd(), cursor.pos]).toEqual([taken > 0, taken])
  })
})

it('takes blanks that all readers take, and no comment, NUL or form feed', () => {
  expect(cursorOver(' \t\r\nx').skipBlanks()).toBe(4)
  expect(['%c', '\0', '\f', '\v', '\u00a0'].map((text) => cursorOver(text).skipBlanks())).toEqual([0, 0, 0, 0, 0])
})

it('ends where it is told to end', () => {
  const cursor = new StrictCursor(Buffer.from('endobj'), 0, 3)
  expect([cursor.take('end'), cursor.take('obj'), cursor.peek()]).toEqual([true, false, undefined])
})

it('says what stands where it stops, and which clause forbids it', () => {
  const cursor = cursorOver('xref')
  cursor.take('x')
  expect(() => cursor.expect('trailer', 'no trailer follows', '7.5.5')).toThrow(GrammarBreach)
  expect(() => cursor.fail('no trailer follows', '7.5.5')).toThrow(
    expect.objectContaining({ what: 'no trailer follows', clause: '7.5.5', at: 1 }),
  )
})

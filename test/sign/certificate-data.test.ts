/**
 * Free-form data as lines.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { flattenData } from '../../src/sign/certificate/certificate-data.js'

const linesOf = (data: Record<string, unknown>) =>
  flattenData(data).map(
    ({ level, key, value }) => `${'  '.repeat(level)}${key}${value === undefined ? '' : ` = ${value}`}`,
  )

describe('flattenData', () => {
  it('shows plain values as they are', () => {
    expect(linesOf({ a: 'text', b: 1.5, c: true, d: null, e: '' })).toEqual([
      'a = text',
      'b = 1.5',
      'c = true',
      'd = null',
      'e = ""',
    ])
  })

  it('joins the keys of nested objects', () => {
    expect(linesOf({ geo: { city: 'Zürich', at: { lat: 47.4 } } })).toEqual(['geo.city = Zürich', 'geo.at.lat = 47.4'])
  })

  it('puts lists of plain values on one line and numbers the others', () => {
    expect(linesOf({ pages: [1, 2], empty: [], none: {} })).toEqual(['pages = 1, 2', 'empty = [ ]', 'none = { }'])
    expect(linesOf({ list: ['a, b', 'c'] })).toEqual(['list[1] = a, b', 'list[2] = c'])
    expect(linesOf({ list: [{ x: 1 }, [2, [3]]] })).toEqual(['list[1].x = 1', 'list[2][1] = 2', 'list[2][2] = 3'])
  })

  it('quotes keys that look like several', () => {
    expect(linesOf({ 'a.b': 1, '': 2, 'c[0]': { d: 3 } })).toEqual(['"a.b" = 1', '"" = 2', '"c[0]".d = 3'])
  })

  it('shows long keys once, with what they hold below', () => {
    const key = 'k'.repeat(60)
    expect(linesOf({ [key]: { a: 1, b: { c: 2 } } })).toEqual([key, '  a = 1', '  b.c = 2'])
  })

  it('stays proportional to its input', () => {
    let data: Record<string, unknown> = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`leaf${i}`, i]))
    for (let i = 0; i < 50; i++) data = { ['deep'.repeat(50)]: data }
    const length = linesOf(data).join('').length
    expect(length).toBeLessThan(3 * JSON.stringify(data).length)
  })

  it('refuses what is nested too deeply', () => {
    const data: Record<string, unknown> = {}
    data['self'] = { again: data }
    expect(() => flattenData(data)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})

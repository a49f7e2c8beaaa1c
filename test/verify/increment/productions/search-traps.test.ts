/**
 * What a reader that searches would find in an increment.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { findSearchTrap } from '../../../../src/verify/increment/search-traps.js'

const trapIn = (text: string, known: readonly number[] = []) => {
  const bytes = Buffer.from(text, 'latin1')
  return findSearchTrap(bytes, 0, bytes.length, new Set(known))?.what
}

describe('a search', () => {
  it.each([
    ['an object in the data of a stream', 'stream\n9 0 obj <</Type/Page>>', /object/],
    ['an object behind a comment', '9 0 % x\nobj', /object/],
    ['an object after blanks that some readers skip', '9 0 \u00a0\u0085obj', /object/],
    ['a trailer', 'x trailer <</Root 1 0 R>>', /trailer/],
    ['a cross-reference table', 'x\nxref\n0 1\n0000000000 65535 f ', /table/],
    ['the end of a stream inside of one', '(endstream)', /endstream/],
    ['the end of an object in a string', '(endobj)', /endobj/],
    ['a place of a section', '(startxref)', /startxref/],
  ])('finds %s', (_, text, what) => {
    expect(trapIn(text)).toMatch(what)
  })

  it.each(['the object of the contract', 'an xrefs', 'obj', 'trailers of films', ''])('finds nothing in %j', (text) => {
    expect(trapIn(text)).toBeUndefined()
  })

  it('finds nothing where the grammar took the keyword', () => {
    expect(trapIn('9 0 obj', [4])).toBeUndefined()
  })

  it('looks at the increment alone', () => {
    const bytes = Buffer.from('9 0 obj endobj X', 'latin1')
    expect(findSearchTrap(bytes, 14, bytes.length, new Set())).toBeUndefined()
  })
})

/**
 * Objects as the standard writes them: what two readers could take differently is refused.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDict, PdfName, PdfRef } from '../../../../src/pdf/objects.js'
import { StrictCursor } from '../../../../src/verify/increment/strict/strict-cursor.js'
import { StrictObjectReader } from '../../../../src/verify/increment/strict/strict-object.js'

const readerOver = (text: string) => new StrictObjectReader(new StrictCursor(Buffer.from(text, 'latin1'), 0))
const read = (text: string) => readerOver(text).read()

describe('an object', () => {
  it.each([
    ['true', true],
    ['null', null],
    ['12', 12],
    ['-7', -7],
    ['/Type', PdfName.of('Type')],
    ['3 0 R', new PdfRef(3, 0)],
    ['[1 2]', [1, 2]],
  ])('is read: %s', (text, value) => {
    expect(read(`${text} `)).toEqual(value)
  })

  it.each([
    ['a comment inside of a dictionary', '<< /A % x\n 1 >>'],
    ['a key twice', '<< /A 1 /A 2 >>'],
    ['a key without a value', '<< /A >>'],
    ['a value without a key', '<< 1 2 >>'],
    ['a dictionary that never ends', '<< /A 1'],
    ['a word that is no object', 'maybe '],
    ['two signs', '--1 '],
    ['an integer beyond 32 bits', '2147483648 '],
    ['an odd digit in a string of hexadecimals', '<0g>'],
    ['a name that readers cut off', `/${'x'.repeat(200)} `],
    ['arrays in arrays without end', '['.repeat(1000)],
    ['braces', '{1}'],
  ])('is not %s', (_, text) => {
    expect(() => read(text)).toThrow()
  })

  it('tells what it refers to', () => {
    const reader = readerOver('<< /A 3 0 R /B [4 0 R << /C 5 0 R >>] >>')
    expect(reader.read()).toBeInstanceOf(PdfDict)
    expect(reader.references.map(({ num }) => num)).toEqual([3, 4, 5])
  })
})

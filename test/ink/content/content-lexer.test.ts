/**
 * The operators of content streams and their operands.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { ContentLexer } from '../../../src/ink/content/content-lexer.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { plain } from '../../pdf/make-pdf.js'

function read(text: string): { operators: unknown[]; faults: (string | undefined)[] } {
  const lexer = new ContentLexer(latin1Bytes(text))
  const operators: unknown[] = []
  const faults: (string | undefined)[] = []
  for (let name = lexer.next(); name !== undefined; name = lexer.next()) {
    operators.push([...lexer.operands.map(plain), name])
    faults.push(lexer.fault)
  }
  faults.push(lexer.fault)
  return { operators, faults: faults.filter((fault) => fault !== undefined) }
}

describe('operators of a content stream', () => {
  it('gives each with its operands', () => {
    const { operators, faults } = read('q 1 0 0 -1 .5 -.25 cm\n/F1 12 Tf[(a)-20<62>]TJ % note\nT* f*')
    expect(operators).toEqual([
      ['q'],
      [1, 0, 0, -1, 0.5, -0.25, 'cm'],
      ['/F1', 12, 'Tf'],
      [['a', -20, 'b'], 'TJ'],
      ['T*'],
      ['f*'],
    ])
    expect(faults).toEqual([])
  })

  it('takes names, dictionaries and booleans as operands', () => {
    const { operators } = read('/Span <</MCID 1 /On true>> BDC true false null x')
    expect(operators).toEqual([
      ['/Span', { MCID: 1, On: true }, 'BDC'],
      [true, false, null, 'x'],
    ])
  })

  it('never takes three tokens for a reference', () => {
    expect(read('1 0 R').operators).toEqual([[1, 0, 'R']])
  })

  it.each([
    ['0.5', 0.5],
    ['+7', 7],
    ['-.002', -0.002],
    ['4.', 4],
    ['00012', 12],
    ['2147483647', 2147483647],
    ['123456789012345678901.0', 123456789012345680000],
    ['0.1000000000000000055511151231257827', 0.1],
  ])('reads the number %s', (spelling, value) => {
    const { operators, faults } = read(`${spelling} w`)
    expect(operators).toEqual([[value, 'w']])
    expect(faults).toEqual([])
  })

  it('tells of integers beyond 32 bits, for which PDFium has 0', () => {
    const { operators, faults } = read('123456789012345678901 w')
    expect(operators).toEqual([[123456789012345680000, 'w']])
    expect(faults).toEqual(['an integer is larger than every reader can keep'])
  })

  it.each(['--5 w', '1.2.3 w', '5- w', '. w', '1e5 w'])('tells that %s is malformed', (text) => {
    expect(read(text).faults).toEqual(['a number is malformed'])
  })

  it.each([
    ['(abc', 'an operand is not closed'],
    ['[1 2', 'an array is not closed'],
    [') Tj', 'a bracket stands alone'],
    ['[1 re] TJ', 'an operator stands in an array'],
    ['1 2', 'operands stand at the end without an operator'],
    [`${'1 '.repeat(60)}scn`, 'an operator has too many operands'],
  ])('tells what is wrong with %s', (text, fault) => {
    expect(read(text).faults[0]).toBe(fault)
  })

  it.each([
    ['arrays inside of arrays', '['.repeat(60_000)],
    ['strings of one array', `[${'(a)'.repeat(60_000)}] TJ`],
    ['numbers of one array', `[${'1 '.repeat(60_000)}] TJ`],
    ['values of a dictionary', `/Span <</A [${'[()]'.repeat(60_000)}]>> BDC`],
    ['strings of several arrays', `${`[${'(a)'.repeat(30_000)}]`.repeat(2)} TJ`],
  ])('ends at more values than any operator takes: %s', (_, text) => {
    const lexer = new ContentLexer(latin1Bytes(`${text} q Q`))
    const operators: string[] = []
    for (let name = lexer.next(); name !== undefined; name = lexer.next()) operators.push(name)
    expect(lexer.isCutShort).toBe(true)
    expect(operators).toEqual([])
  })

  it('takes as many values for each operator', () => {
    const { operators, faults } = read(`[${'(a) 1 '.repeat(20_000)}] TJ `.repeat(3))
    expect(operators).toHaveLength(3)
    expect(faults).toEqual([])
  })
})

/**
 * The codes of fields, cut into words.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import {
  fieldArgument,
  fieldSwitchArguments,
  hasFieldSwitch,
  parseFieldInstruction,
} from '../../../src/ooxml/body/field-instruction.js'
import { startWork } from '../../support/work-time.js'

describe('parseFieldInstruction', () => {
  it('takes the name in upper case and keeps the rest', () => {
    const instruction = parseFieldInstruction('  page  \\* Roman ')
    expect(instruction.name).toBe('PAGE')
    expect(instruction.rest).toBe('\\* Roman')
  })

  it('keeps quoted words whole and resolves backslashes in them', () => {
    const instruction = parseFieldInstruction('HYPERLINK "C:\\\\a b\\"c" \\l "top"')
    expect(fieldArgument(instruction)).toBe('C:\\a b"c')
    expect(fieldSwitchArguments(instruction, '\\l')).toEqual(['top'])
  })

  it('does not take the argument of a switch for that of the field', () => {
    const instruction = parseFieldInstruction('HYPERLINK \\l "only" \\h')
    expect(fieldArgument(instruction)).toBeUndefined()
    expect(hasFieldSwitch(instruction, '\\h')).toBe(true)
  })

  it('takes curly quotes for straight ones', () => {
    expect(fieldArgument(parseFieldInstruction('REF \u201cmy mark\u201d'))).toBe('my mark')
  })

  it('survives anything', () => {
    for (const code of ['', '"', '\\', '\\*', '""""', '\\\\\\', '"a\\', ' \\* \\* ']) {
      expect(parseFieldInstruction(code).words.length).toBeLessThan(5)
    }
    const workedMs = startWork()
    parseFieldInstruction('"\\'.repeat(20_000))
    parseFieldInstruction('\\'.repeat(40_000))
    expect(workedMs()).toBeLessThan(1000)
  })
})

/**
 * JSON of strangers: strict, bounded, and without repeated members.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonFault } from '../../src/input/json/json-fault.js'
import { parseJson } from '../../src/input/json/parse-json.js'

/** A value, and how its text is spelled: known beforehand, so that no parser is the judge. */
interface Sample {
  readonly text: string
  readonly value: unknown
}

/** How names are spelled in a text, and how they read: those that V8 13.6 takes for each other are among them. */
const READINGS: ReadonlyMap<string, string> = new Map([
  ['\\\\', '\\'],
  ['\\"', '"'],
  ['a', 'a'],
  ['\\u0061', 'a'],
  ['a\\\\', 'a\\'],
  ['a\\"', 'a"'],
  ['\\n', '\n'],
  ['\\u000a', '\n'],
  ['é', 'é'],
  ['\\u00e9', 'é'],
  ['\\/', '/'],
  ['', ''],
  ['\\u005f_proto__', '__proto__'],
  ['7', '7'],
])

const readingOf = (spelling: string) => READINGS.get(spelling) ?? ''

const samples = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Sample>({ text: '0', value: 0 }, { text: '"\\\\"', value: '\\' }, { text: 'null', value: null }),
    fc.array(tie('sample'), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(',')}]`,
      value: items.map(({ value }) => value),
    })),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...READINGS.keys()), tie('sample')), {
        maxLength: 4,
        selector: ([spelling]) => readingOf(spelling),
      })
      .map((members) => ({
        text: `{${members.map(([spelling, { text }]) => `"${spelling}":${text}`).join(',')}}`,
        value: Object.fromEntries(members.map(([spelling, { value }]) => [readingOf(spelling), value])),
      })),
  ),
})).sample

describe('parseJson', () => {
  it('reads every name as it is spelled, whatever was read before', () => {
    fc.assert(
      fc.property(samples, ({ text, value }) => {
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(value))
        expect(JSON.stringify(parseJson(Buffer.from(text)))).toBe(JSON.stringify(value))
      }),
      { numRuns: 2000 },
    )
  })

  it('passes over a byte order mark at the beginning, and no other', () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 })
    expect(() => parseJson('\ufeff\ufeff{"a":1}')).toThrow(JsonFault)
  })

  it.each([
    ['{"a":1,"b":[0,{"c":1,"\\u0063":2}]}', 'The line has a member twice: /b/1/c.'],
    ['{"a"', 'The line is not JSON.'],
    ['', 'The line is not JSON.'],
    ['['.repeat(100_000), 'The line may have at most 64 levels of objects and arrays.'],
    [`[${'0,'.repeat(700_000)}0]`, 'The line may have at most 600000 values.'],
  ])('says what is wrong: %#', (text, message) => {
    const fault = attempt(() => parseJson(text))
    expect(fault).toBeInstanceOf(JsonFault)
    expect((fault as JsonFault).describe('The line')).toBe(message)
  })

  it('refuses bytes that are no text', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(JsonFault)
  })
})

function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

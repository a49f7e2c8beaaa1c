/**
 * Canonical JSON (RFC 8785), against its own sample and against `JSON.parse`.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUDIT_LIMITS } from '../../src/audit/audit-limits.js'
import { canonicalizeJson } from '../../src/audit/canonical-json.js'
import { SealwrightError } from '../../src/errors.js'

function refusal(value: unknown): string {
  try {
    canonicalizeJson(value)
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_request') return error.message
    throw error
  }
  return 'not refused'
}

/** A double from its 64 bits in hexadecimal. */
function double(hex: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

describe('canonicalizeJson', () => {
  it('writes the sample of RFC 8785, 3.2.2 as 3.2.3 shows it', () => {
    const sample = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`)
    expect(canonicalizeJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts members by UTF-16 code units (RFC 8785, 3.2.3)', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalizeJson(sample)))).toHaveLength(7)
    const names = ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const positions = names.map((name) => canonicalizeJson(sample).indexOf(`"${name}":`))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
  })

  it('writes numbers as RFC 8785, appendix B lists them', () => {
    const vectors: [bits: string, json: string][] = [
      ['0000000000000000', '0'],
      ['8000000000000000', '0'],
      ['0000000000000001', '5e-324'],
      ['8000000000000001', '-5e-324'],
      ['7fefffffffffffff', '1.7976931348623157e+308'],
      ['ffefffffffffffff', '-1.7976931348623157e+308'],
      ['4340000000000000', '9007199254740992'],
      ['c340000000000000', '-9007199254740992'],
      ['4430000000000000', '295147905179352830000'],
      ['44b52d02c7e14af5', '9.999999999999997e+22'],
      ['44b52d02c7e14af6', '1e+23'],
      ['44b52d02c7e14af7', '1.0000000000000001e+23'],
      ['444b1ae4d6e2ef4e', '999999999999999700000'],
      ['444b1ae4d6e2ef4f', '999999999999999900000'],
      ['444b1ae4d6e2ef50', '1e+21'],
      ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
      ['3eb0c6f7a0b5ed8d', '0.000001'],
      ['41b3de4355555553', '333333333.3333332'],
      ['41b3de4355555554', '333333333.33333325'],
      ['41b3de4355555555', '333333333.3333333'],
      ['41b3de4355555556', '333333333.3333334'],
      ['41b3de4355555557', '333333333.33333343'],
      ['becbf647612f3696', '-0.0000033333333333333333'],
      ['43143ff3c1cb0959', '1424953923781206.2'],
    ]
    for (const [bits, json] of vectors) expect([bits, canonicalizeJson(double(bits))]).toEqual([bits, json])
  })

  it('agrees with JSON.parse and does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = canonicalizeJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalizeJson(reverseMembers(value))).toBe(text)
      }),
    )
  })

  it('leaves out members without a value, like JSON.stringify', () => {
    expect(canonicalizeJson({ b: undefined, a: 1, c: undefined })).toBe('{"a":1}')
    expect(canonicalizeJson({ a: undefined })).toBe('{}')
  })

  it('takes objects without a prototype, and __proto__ as a name like any other', () => {
    expect(canonicalizeJson(Object.assign(Object.create(null), { a: [] }))).toBe('{"a":[]}')
    expect(canonicalizeJson(JSON.parse('{"z":1,"__proto__":{"x":2}}'))).toBe('{"__proto__":{"x":2},"z":1}')
  })

  it('refuses what JSON has no value for', () => {
    const sparse: unknown[] = []
    sparse.length = 2
    const values = [Number.NaN, Number.POSITIVE_INFINITY, undefined, [undefined], sparse, 1n, Symbol('s'), () => 1]
    for (const value of values) expect(refusal({ value: [value] })).toMatch(/JSON/)
    expect(refusal({ at: new Date(0) })).toMatch(/not a Date/)
    expect(refusal({ at: new Map() })).toMatch(/not a Map/)
    expect(refusal(new Uint8Array(2))).toMatch(/not a Uint8Array/)
  })

  it('refuses half a surrogate pair, in values and in names', () => {
    for (const half of ['\ud83d', '\ude00', 'a\ude00\ud83db']) {
      expect(refusal([half])).toMatch(/surrogate/)
      expect(refusal({ [half]: 1 })).toMatch(/surrogate/)
    }
    expect(canonicalizeJson('\ud83d\ude00')).toBe('"\ud83d\ude00"')
  })

  it('refuses values that are nested too deep or contain themselves', () => {
    const nest = (levels: number) => {
      let value: unknown = 1
      for (let i = 0; i < levels; i++) value = [value]
      return value
    }
    expect(canonicalizeJson(nest(AUDIT_LIMITS.maxJsonDepth))).toMatch(/^\[+1\]+$/)
    expect(refusal(nest(AUDIT_LIMITS.maxJsonDepth + 1))).toMatch(/levels deep/)
    const loop: Record<string, unknown> = {}
    loop['self'] = { loop }
    expect(refusal(loop)).toMatch(/contain themselves/)
  })

  it('refuses a small value that would be endless in writing', () => {
    let shared: unknown = 'x'.repeat(1000)
    for (let i = 0; i < 60; i++) shared = [shared, shared]
    expect(refusal(shared)).toMatch(/too large/)
  })
})

function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, reverseMembers(member)])
  return Object.fromEntries(entries.reverse())
}

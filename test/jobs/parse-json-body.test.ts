/**
 * Bodies of JSON, parsed without a copy of the documents in them.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { parseJsonBody } from '../../src/jobs/json/parse-json-body.js'

const encode = (text: string) => new TextEncoder().encode(text)
const long = 'QUJD'.repeat(20_000)

/** The value with what was cut out put back. */
function parse(bytes: Uint8Array): unknown {
  const { value, cut } = parseJsonBody(bytes)
  if (cut === undefined) return value
  const text = JSON.stringify(value)
  expect(text.split(cut.standIn)).toHaveLength(2)
  const { document } = value as { document: { base64: string } }
  expect(document.base64).toBe(cut.standIn)
  document.base64 = Buffer.from(cut.base64).toString('latin1')
  return value
}

describe('parseJsonBody', () => {
  it('cuts a large document out, and nothing else', () => {
    expect(parseJsonBody(encode(`{"document":{"base64":"${long}"}}`)).cut).toBeDefined()
    expect(parseJsonBody(encode(`{"metadata":{"base64":"${long}"}}`)).cut).toBeUndefined()
  })

  it.each([
    ['the usual', `{"document":{"base64":"${long}"},"signer":{"name":"Ä"}}`],
    ['last, with spaces', `{ "signer" : 1 ,\n "document" : { "base64" \t:\r\n "${long}" } }`],
    ['in another place', `{"metadata":{"base64":"${long}"},"document":{"base64":"AAAA"}}`],
    ['deeper', `{"document":{"base64":{"base64":"${long}"}}}`],
    ['in a text', `{"metadata":"\\"base64\\":\\"${long}","document":{"base64":"AAAA"}}`],
    ['as a text', `{"metadata":["base64","${long}"],"document":{"base64":"AAAA"}}`],
    ['a list', `[{"document":{"base64":"${long}"}}]`],
    ['with an escape', `{"document":{"base64":"${long}\\n\\"x"}}`],
    ['with an escaped quote after a backslash', `{"document":{"base64":"${long}\\\\"}}`],
    ['a prototype', `{"__proto__":{"document":1},"document":{"base64":"${long}"}}`],
  ])('gives what JSON.parse gives: %s', (_, text) => {
    expect(parse(encode(text))).toEqual(JSON.parse(text))
  })

  it('gives what JSON.parse gives for any text around it', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      ',',
      ' ',
      '"document"',
      '"base64"',
      `"${long}"`,
      '1',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (middle) => {
        const text = `{"document":${middle.join('')}}${' '.repeat(70_000)}`
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          expect(() => parseJsonBody(encode(text))).toThrow(SealwrightError)
          return
        }
        // No piece is a name apart from these two, so a name that is there twice shows in the text.
        if (/"(document|base64)"\s*:.*"\1"\s*:/.test(text.replaceAll(long, ''))) return
        expect(parse(encode(text))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('reads what is not ASCII as something that is no base64', () => {
    const value = parse(encode(`{"document":{"base64":"${long}ÄÄ"}}`)) as { document: { base64: string } }
    expect(value.document.base64).not.toMatch(/^[\w+/=]*$/)
  })

  it('leaves control characters inside the document to whoever decodes it', () => {
    const { document } = parse(encode(`{"document":{"base64":"${long}\n"}}`)) as {
      document: { base64: string }
    }
    expect(document.base64.endsWith('\n')).toBe(true)
  })

  it.each([
    ['{"document":{"base64":"'],
    [`{"document":{"base64":"${long}`],
    [`{"document":{"base64":"${long}"}`],
    ['\xff'],
  ])('refuses what is not JSON', (text) => {
    expect(() => parseJsonBody(Buffer.from(text, 'latin1'))).toThrow(SealwrightError)
  })
})

/** A JSON text as a tree, in which names may repeat. */
type Tree = string | readonly Tree[] | { readonly members: readonly (readonly [string, Tree])[] }

// No name of one character is escaped: Node 24's own parser reads some of those as a backslash.
const spellings = fc.constantFrom(
  '"ab"',
  '"\\u0061b"',
  '"b"',
  '"\\"b"',
  '"\\\\b"',
  '"a]"',
  '"{"',
  '"éa"',
  '"\\u00e9a"',
  '""',
)
const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('1', 'null', '-2.5e3', '"x"', '"\\\\"', '"}{][,:"', '"\\"a\\":1"'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.record({ members: fc.array(fc.tuple(spellings, tie('tree')), { maxLength: 4 }) }),
  ),
})).tree

function write(tree: Tree): string {
  if (typeof tree === 'string') return tree
  if ('members' in tree) return `{ ${tree.members.map(([name, value]) => `${name} : ${write(value)}`).join(' , ')} }`
  return `[${tree.map(write).join(',\n')}]`
}

/** Whether some object has two members of one name, as a parser reads names. */
function repeats(tree: Tree): boolean {
  if (typeof tree === 'string') return false
  if (!('members' in tree)) return tree.some(repeats)
  const names = tree.members.map(([name]) => JSON.parse(name) as string)
  return new Set(names).size < names.length || tree.members.some(([, value]) => repeats(value))
}

describe('members that are there twice', () => {
  it('are refused wherever they are, and nothing else is', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const text = write(tree)
        if (repeats(tree)) expect(() => parseJsonBody(encode(text))).toThrow(/there twice/)
        else expect(parseJsonBody(encode(text)).value).toEqual(JSON.parse(text))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['{"signer":{},"auditTrail":[],"signer":{}}', '/signer'],
    [`{"document":{"base64":"${long}","base64":"AAAA"}}`, '/document/base64'],
    [`{"document":{"base64":"${long}"},"document":{"base64":"AAAA"}}`, '/document'],
    ['{"auditTrail":[1,{"a/b":{"~":1,"~":2}}]}', '/auditTrail/1/a~1b/~0'],
  ])('are named: %s', (text, pointer) => {
    const errors = [{ pointer, code: 'repeated', message: 'This member is there twice.' }]
    expect(() => parseJsonBody(encode(text))).toThrow(expect.objectContaining({ code: 'invalid_request', errors }))
  })
})

describe('bodies that would take more memory than they have bytes', () => {
  it.each([
    ['arrays in arrays', '['.repeat(5_000_000)],
    ['objects in objects', '{"a":'.repeat(1_000_000)],
    ['arrays beside arrays', `[${'[],'.repeat(1_000_000)}[]]`],
    ['numbers', `[${'1,'.repeat(1_000_000)}1]`],
    ['members', `{${Array.from({ length: 700_000 }, (_, i) => `"${i}":1`).join()}}`],
  ])('are refused before they are parsed: %s', (_, text) => {
    expect(() => parseJsonBody(encode(text))).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  })

  it.each(['\\\\', `${'x'.repeat(70)}\\n`])('take time in proportion to their length: %j', (piece) => {
    const text = `{"a":"${piece.repeat(5_000_000 / piece.length)}"}`
    expect(parseJsonBody(encode(text)).value).toEqual(JSON.parse(text))
  })

  it('do not include what a request may have', () => {
    const data = JSON.parse('['.repeat(32) + ']'.repeat(32))
    const value = { auditTrail: [{ data: { data } }] }
    expect(parseJsonBody(encode(JSON.stringify(value))).value).toEqual(value)
    expect((parseJsonBody(encode(`[${'1,'.repeat(500_000)}1]`)).value as unknown[]).length).toBe(500_001)
  })
})

describe('names that are written with a backslash', () => {
  const NAMES = [
    '\\\\',
    '\\u0061',
    '\\n',
    '\\u00e9',
    '\\"',
    'b\\u00e9',
    '\\\\u',
    '\\u0061b',
    '\\ud83d\\ude00',
    '\\u0031',
    '\\/',
  ]
  const text = (name: string) => `{"only here":0,"${name}":1,"details":[{"only there":{"${name}":2}}]}`
  const expected = (name: string) => {
    const key = String(JSON.parse(`"${name}"`))
    return { 'only here': 0, [key]: 1, details: [{ 'only there': { [key]: 2 } }] }
  }

  it.each(NAMES)('are never taken for one that was read before them: %s', (before) => {
    for (const name of NAMES) {
      parse(encode(text(before)))
      expect(parse(encode(text(name)))).toEqual(expected(name))
    }
  })

  it('nor for another one of the same text', () => {
    const both = '[{"x":0,"\\\\":1},{"x":0,"\\u0061":1}]'
    expect(parse(encode(both))).toEqual([
      { x: 0, '\\': 1 },
      { x: 0, a: 1 },
    ])
    const once = '{"x":{"y":0,"\\\\":1},"z":{"y":0,"\\u0061":1}}'
    expect(parse(encode(once))).toEqual({ x: { y: 0, '\\': 1 }, z: { y: 0, a: 1 } })
  })

  it('are names of their own beside a document that is cut out', () => {
    const body = `{"m\\u0065tadata":{"\\u005f_proto__":1},"d\\u006fcument":{"base64":"${long}"},"\\u0061":2}`
    expect(parseJsonBody(encode(body)).cut).toBeDefined()
    expect(parse(encode(body))).toEqual(JSON.parse(body))
    expect(Object.keys(parse(encode(body)) as object)).toEqual(['metadata', 'document', 'a'])
  })
})

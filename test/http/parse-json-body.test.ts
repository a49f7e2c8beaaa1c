import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { parseJsonBody } from '../../src/http/parse-json-body.js'

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
    ['twice', `{"document":{"base64":"${long}","base64":"AAAA"}}`],
    ['twice, the other way round', `{"document":{"base64":"AAAA","base64":"${long}"}}`],
    ['two documents', `{"document":{"base64":"${long}"},"document":{"base64":"AAAA"}}`],
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

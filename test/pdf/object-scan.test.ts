/**
 * Finding references without parsing, held against the parser.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDict, type PdfObject, PdfRef } from '../../src/pdf/objects.js'
import { ObjectParser } from '../../src/pdf/syntax/object-parser.js'
import { scanReferences } from '../../src/pdf/syntax/object-scan.js'
import { latin1Bytes } from '../../src/pdf/syntax/syntax.js'
import { createRandom } from '../support/mutate.js'

function scan(text: string) {
  return scanReferences(latin1Bytes(`${text} endobj`), 0)
}

/** What the parser makes of the same bytes; `undefined` where it finds a key twice or cannot read them. */
function parse(text: string): { numbers: number[]; end: number } | undefined {
  let isDoubled = false
  const parser = new ObjectParser(latin1Bytes(`${text} endobj`), 0, undefined, (code) => {
    isDoubled ||= code === 'duplicate_key'
  })
  try {
    const numbers = [...referencesIn(parser.parseObject())]
    return isDoubled ? undefined : { numbers, end: parser.pos }
  } catch {
    return undefined
  }
}

function* referencesIn(object: PdfObject): Generator<number> {
  if (object instanceof PdfRef) yield object.num
  else if (Array.isArray(object)) for (const item of object) yield* referencesIn(item)
  else if (object instanceof PdfDict) for (const item of object.entries.values()) yield* referencesIn(item)
}

describe('going over an object for its references', () => {
  it.each([
    ['<< /Parent 2 0 R /Kids [3 0 R 14 2 R] /N 5 /M [1 2 3 0 R] >>', [2, 3, 14, 3]],
    ['<</A<</B 7 0 R>>/C(a \\) 8 0 R (b) )/D<203020 52>/E 9  0\nR>>', [7, 9]],
    ['[true false null -1 +2 .5 1.5 /Name 4 0 R]', [4]],
    ['5 0 R', [5]],
    ['[6 0 Rx]', undefined],
    ['<< /A 1 /B 2 /A 3 >>', undefined],
    ['<< /A 1 /#41 2 >>', undefined],
    ['<< /A 1 % 2 0 R\n>>', undefined],
    ['<< /A >>', undefined],
    ['<< /A 1', undefined],
    ['<< /A [1 >> ]', undefined],
    ['<< /A 1 0 obj >>', undefined],
  ])('reads %s', (text, numbers) => {
    expect(scan(text)?.numbers).toEqual(numbers)
  })

  it('leaves what is long or deep to the parser', () => {
    expect(scan(`[(${'x'.repeat(20_000)})]`)).toBeUndefined()
    expect(scan('['.repeat(200) + ']'.repeat(200))).toBeUndefined()
    expect(scan(`<< ${Array.from({ length: 60 }, (_, i) => `/K${i} 0`).join(' ')} >>`)).toBeUndefined()
  })

  it('never says anything else than the parser', () => {
    const parts =
      '<< >> [ ] /A /B /A#20 1 0 R 12 0 R 3 0 Rx 1 2 -4 5.5 (s\\)) (a(b)c) <4142> <4 true false null nul % \n < > ) R'.split(
        ' ',
      )
    const random = createRandom(7)
    let scanned = 0
    for (let i = 0; i < 40_000; i++) {
      const inner = Array.from({ length: 1 + random(6) }, () => parts[random(parts.length)]).join(random(4) ? ' ' : '')
      const text = [`<< /K ${inner} /L 9 0 R >>`, `[${inner}]`, `<< ${inner} >>`, inner][i % 4] as string
      const found = scan(text)
      if (found === undefined) continue
      scanned++
      expect({ text, ...found }).toEqual({ text, ...parse(text) })
    }
    expect(scanned).toBeGreaterThan(2000)
  })
})

/**
 * Choices whose value several options have, or one that stands far behind: PDF.js shows the last of them, others the first.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { ObjectParser } from '../../../src/pdf/syntax/object-parser.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { makeContract, textLook } from '../support/contract.js'
import { bytesOf } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { sign } from '../support/sign.js'

const others = (count: number) => Array.from({ length: count }, (_, i) => `(option ${i})`).join(' ')

/** A signed form with a choice between these options, in which the value 100 is chosen then and shown as the text. */
async function choose(options: string, shown: string) {
  const { bytes, refs } = makeContract()
  const prepared = revise(bytes, (revision) => {
    const look = revision.add(textLook(refs.helv, '0'))
    const Opt = new ObjectParser(bytesOf(`[[(0) (0)] ${options}]`)).parseObject()
    revision.set(refs.fieldCountry, { Opt, V: textString('0'), AP: new PdfDict({ N: look }) })
  })
  const filled = revise(await sign(prepared, { certify: 2 }), (revision) => {
    const look = revision.add(textLook(refs.helv, shown))
    revision.set(refs.fieldCountry, { V: textString('100'), AP: new PdfDict({ N: look }) })
  })
  const { valid, signers } = await verifyDocument(filled)
  return { valid, codes: signers[0]?.changes.findings.map(({ code }) => code) }
}

describe('a value is chosen', () => {
  it.each([
    ['that one option has', '[(100) (900)]', '900'],
    ['that two options have with the same text', '[(100) (900)] [(100) (900)]', '900'],
    ['beside two options with another value', '[(100) (900)] [(1) (a)] [(1) (b)]', '900'],
    ['that the last option of a list has that is read', `${others(9998)} [(100) (900)]`, '900'],
  ])('%s', async (_, options, shown) => {
    expect(await choose(options, shown)).toEqual({ valid: true, codes: [] })
  })

  it.each([
    ['that two options have, with the text of the first', '[(100) (100)] [(100) (900)]', '100'],
    ['that two options have, with the text of the last', '[(100) (100)] [(100) (900)]', '900'],
    ['that an option has behind the end of what is read', `${others(9999)} [(100) (900)]`, '100'],
  ])('%s: refused', async (_, options, shown) => {
    const { valid, codes } = await choose(options, shown)
    expect(valid).toBe(false)
    expect(codes).toContain('appearance_unknown')
  })
})

/**
 * CRLs of the matrix in another order, left out, and changed byte by byte: nothing is gained by any of it.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { createRandom, mutate } from '../support/mutate.js'
import type { CrlCase, Status } from './crl-matrix/case.js'
import { CRL_CASES, judgeCase } from './crl-matrix/cases.js'

const CASES = Object.values(CRL_CASES).flat()

it('their order does not matter', () => {
  for (const each of CASES) {
    expect([each.name, judgeCase({ ...each, crls: each.crls.toReversed() })]).toEqual([each.name, each.gives])
  }
})

it('with fewer of them nothing is known that was not known with all', () => {
  const wrong: string[] = []
  for (const each of CASES.filter(({ gives }) => gives === 'unknown')) {
    for (const [i] of each.crls.entries()) {
      const less = judgeCase({ ...each, crls: each.crls.filter((_, at) => at !== i) })
      if (less !== 'unknown') wrong.push(`${each.name}: ${less}`)
    }
  }
  // Whoever holds back that an issuer of CRLs was revoked gains something here. That is why the indication asks about it.
  expect(wrong).toEqual(['who is named and was revoked: good'])
})

it('a CRL that was changed counts as one that is not there', () => {
  const random = createRandom(36)
  const without = new Map<CrlCase, readonly Status[]>()
  const wrong: string[] = []
  for (let i = 0; i < 4000; i++) {
    const each = CASES[random(CASES.length)] as CrlCase
    const at = random(each.crls.length)
    const original = each.crls[at] as Uint8Array
    const { bytes } = mutate(original, random)
    const isSame = Buffer.from(bytes).equals(original)
    const crls = each.crls.map((crl, index) => (index === at ? bytes : crl))
    const statuses =
      without.get(each) ??
      each.crls.map((_, index) => judgeCase({ ...each, crls: each.crls.filter((__, other) => other !== index) }))
    without.set(each, statuses)
    const found = judgeCase({ ...each, crls })
    // Bytes behind the end of the signature, and other encodings of the same, change nothing.
    if (found !== statuses[at] && found !== each.gives) wrong.push(`${each.name}: ${found}`)
    if (!isSame && found === 'good' && each.gives !== 'good' && statuses[at] !== 'good') wrong.push(each.name)
  }
  expect(wrong).toEqual([])
})

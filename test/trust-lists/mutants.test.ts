/**
 * Thousands of changed lists: what is still accepted says the same as before.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { readAuthenticList } from '../../src/trust-lists/read-list.js'
import { makeHolder } from '../trust/support/dated-pki.js'
import { makeService } from './qualification/case.js'
import { makeList, utf8 } from './support/make-list.js'

const MUTANTS = 3000
const signer = makeHolder('Signer', { from: '2020-01-01', to: '2040-01-01' })
const good = new TextDecoder().decode(
  makeList(signer, {
    services: [
      makeService('2018-01-01 granted sig,seal QCWithQSCD@policy|2016-07-01 withdrawn sig'),
      makeService('2016-07-01 granted seal QCForESeal'),
    ],
  }),
)
const read = (text: string) =>
  JSON.stringify(readAuthenticList(utf8(text), [signer.certificate], new Date('2026-03-01')).content)

const TAGS = [...good.matchAll(/<[^>]+>/g)].map((match) => ({ at: match.index, text: match[0] }))
const TOKENS = [
  '<!-- -->',
  '<![CDATA[]]>',
  '<![CDATA[x]]>',
  '&#x20;',
  '&amp;',
  ' ',
  '\n',
  '\r\n',
  '<?p?>',
  '\u00a0',
  '&#xD;',
]
const MARKS = ['x', '<x/>', ' xmlns:q="urn:q"', ' xmlns="urn:q"', ' Id="ID0001"', '"', "'", '<', '>', '/', ']]>', '--']

/** Numbers that are the same in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state % below
  }
}

function mutate(text: string, random: (below: number) => number): string {
  const token = [...TOKENS, ...MARKS][random(TOKENS.length + MARKS.length)] ?? ''
  const tag = TAGS[random(TAGS.length)] ?? { at: 0, text: '' }
  const end = tag.at + tag.text.length
  const insert = (at: number) => text.slice(0, at) + token + text.slice(at)
  switch (random(6)) {
    case 0:
      return insert(random(text.length))
    case 1:
      return insert(end)
    case 2:
      return insert(end - 1)
    case 3: {
      const other = TAGS[random(TAGS.length)]?.text ?? ''
      return text.slice(0, tag.at) + other + text.slice(end)
    }
    case 4: {
      const until = Math.min(text.length, tag.at + random(400))
      return text.slice(0, until) + text.slice(tag.at, until) + text.slice(until)
    }
    default: {
      const from = random(text.length)
      return text.slice(0, from) + text.slice(from + random(50))
    }
  }
}

it('no mutant that is accepted says something else, and none crashes', () => {
  const random = makeRandom(20_261_128)
  const wanted = read(good)
  let accepted = 0
  for (let i = 0; i < MUTANTS; i++) {
    const mutant = mutate(i % 2 === 0 ? good : mutate(good, random), random)
    try {
      expect(read(mutant)).toBe(wanted)
      accepted++
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      expect(error.code).toBe('trust_list_refused')
    }
  }
  // Comments, and white space inside of tags, are not signed.
  expect(accepted).toBeGreaterThan(MUTANTS / 100)
  expect(accepted).toBeLessThan(MUTANTS / 5)
})

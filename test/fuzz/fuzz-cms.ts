/**
 * Signatures, time stamps, OCSP responses and CRLs that are mutated value by value: what counts here and is refused by
 * OpenSSL, and the other way round, by class of mutation.
 *
 *     npm run fuzz:cms -- [--seed N] [--count N]
 *
 * OpenSSL 3.0 takes no Ed25519 in CMS; test/verify/integrity.test.ts holds it to RFC 8419.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { equalBytes } from '../../src/cms/asn1/der.js'
import { createRandom } from '../support/mutate.js'
import { CmsJudges } from './cms-judges.js'
import { mutateDer } from './mutate-der.js'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '4000' } },
})

const lenient = new Map<string, number>()
const strict = new Map<string, number>()
const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
const judges = new CmsJudges()
let tried = 0
try {
  const random = createRandom(Number(values.seed))
  const structures = judges.structures()
  for (const { name, bytes: base, isAcceptedHere, isAcceptedByOpenssl } of structures) {
    if (!isAcceptedHere(base) || !isAcceptedByOpenssl(base)) throw new Error(`Not accepted as it is: ${name}.`)
    for (let i = 0; i < Number(values.count) / structures.length; i++) {
      const { bytes, what } = mutateDer(base, random)
      if (equalBytes(bytes, base)) continue
      tried++
      const [here, there] = [isAcceptedHere(bytes), isAcceptedByOpenssl(bytes)]
      if (here && !there) add(lenient, `${name}: ${what}`)
      if (!here && there) add(strict, `${name}: ${what}`)
    }
  }
} finally {
  judges.close()
}
for (const [title, map] of [
  ['Accepted here, refused by OpenSSL', lenient],
  ['Refused here, accepted by OpenSSL', strict],
] as const) {
  console.log(`${title}: ${[...map.values()].reduce((sum, count) => sum + count, 0)} of ${tried}`)
  for (const [what, count] of [...map].sort()) console.log(`${String(count).padStart(6)}  ${what}`)
}

/**
 * How long hashing a digest again and again takes, as keys of PKCS#12 files are derived, beside calls of node:crypto.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { repeatHash } from '../src/cms/password/repeat-hash.js'
import { printTable, verdict } from './support/measure.js'

const ROUNDS = 4096
const TARGET = 0.4

/** Least time of several runs, in milliseconds: what else the machine does only adds to it. */
function leastTime(runs: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    work()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

const rows = [['hash', `${ROUNDS} rounds`, 'node:crypto', 'ratio', 'target', '']]
for (const name of ['sha1', 'sha224', 'sha256', 'sha384', 'sha512']) {
  const digest = hash(name, 'x', 'buffer')
  const ours = leastTime(40, () => repeatHash(name, digest, ROUNDS))
  const nodes = leastTime(10, () => {
    let last = digest
    for (let round = 0; round < ROUNDS; round++) last = hash(name, last, 'buffer')
  })
  const ratio = ours / nodes
  const times = [ours, nodes].map((ms) => `${ms.toFixed(2)} ms`)
  rows.push([name, ...times, `${ratio.toFixed(2)}x`, `${TARGET}x`, verdict(ratio, TARGET)])
}
printTable(rows)

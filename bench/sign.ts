/**
 * How long does signing take, against the physical limit and against other libraries?
 *
 *     npx tsx bench/sign.ts [--no-peers] [--only "25 MB"]
 *
 * Certificate page off, keys loaded beforehand, RSA-2048. The limit is a copy of the document, its SHA-256 and one RSA
 * signature, all native. Every ratio is the median of the ratios of single rounds in which both ran.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { makeTestKey } from '../test/support/keys.js'
import { FIXTURE_SIZES, type FixtureSize, loadFixture, type XrefKind } from './support/fixtures.js'
import { compare, printTable, verdict } from './support/measure.js'
import { createLibpdf, createLimit, createSealwright, createSignpdf, type Sign } from './support/signers.js'

const { values } = parseArgs({
  options: { peers: { type: 'boolean', default: true }, only: { type: 'string', default: '' } },
  allowNegative: true,
})

/** Counted rounds of this package and of the (slow) peers, and the ratio that we promise. */
const PLAN: Record<FixtureSize, { rounds: number; warmUp: number; peerRounds: number; target?: number }> = {
  '100 KB': { rounds: 500, warmUp: 1000, peerRounds: 7, target: 2 },
  '1 MB': { rounds: 150, warmUp: 20, peerRounds: 5 },
  '10 MB': { rounds: 50, warmUp: 5, peerRounds: 3 },
  '25 MB': { rounds: 40, warmUp: 5, peerRounds: 3, target: 1.1 },
  '5,000 pages': { rounds: 40, warmUp: 10, peerRounds: 2, target: 4 },
}

const key = makeTestKey()
const limit = createLimit(key)
const sealwright = await createSealwright(key)
const peers: readonly (readonly [string, Sign])[] = values.peers
  ? [
      ['@libpdf/core', await createLibpdf(key)],
      ['@signpdf + pdf-lib', await createSignpdf(key)],
    ]
  : []

const format = (ms: number, ratio: number) => `${ratio.toFixed(2)}x (${ms.toFixed(1)} ms)`
const table = [['document', 'limit', 'sealwright', 'target', '', ...peers.map(([name]) => name)]]
for (const size of FIXTURE_SIZES.filter((size) => size.includes(values.only))) {
  for (const xref of ['table', 'stream'] satisfies XrefKind[]) {
    const input = await loadFixture(size, xref)
    const { rounds, warmUp, peerRounds, target } = PLAN[size]
    const ours = await compare(
      () => limit(input),
      () => sealwright(input),
      rounds,
      warmUp,
    )
    const row = [`${size}, xref ${xref}`, `${ours.baseMs.toFixed(2)} ms`, format(ours.ms, ours.ratio)]
    row.push(target === undefined ? '' : `${target}x`, target === undefined ? '' : verdict(ours.ratio, target))
    for (const [, sign] of peers) {
      const peer = await compare(
        () => limit(input),
        () => sign(input),
        peerRounds,
        1,
      ).catch((error: Error) => error)
      row.push(peer instanceof Error ? `fails: ${peer.message}` : format(peer.ms, peer.ratio))
    }
    table.push(row)
  }
}
printTable(table)

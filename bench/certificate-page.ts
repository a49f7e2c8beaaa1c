/**
 * What does the certificate page cost on top of a signature?
 *
 *     npx tsx bench/certificate-page.ts
 *
 * Warm, after 200 calls, on a document of 100 KB; the target is 5 ms more. And the very first page of a process.
 *
 * @module
 */

import { makeTestKey } from '../test/support/keys.js'
import { loadFixture } from './support/fixtures.js'
import { compare, printTable, time, verdict } from './support/measure.js'
import { createSealwright } from './support/signers.js'

const TARGET_MS = 5

const key = makeTestKey()
const off = await createSealwright(key, false)
const on = await createSealwright(key, true)
const input = await loadFixture('100 KB', 'table')

await off(input)
const firstMs = await time(() => on(input))
const { baseMs, ms, extraMs } = await compare(
  () => off(input),
  () => on(input),
  60,
  200,
)
printTable([
  ['document', 'page off', 'page on', 'more', 'target', '', 'very first page'],
  [
    '100 KB',
    `${baseMs.toFixed(1)} ms`,
    `${ms.toFixed(1)} ms`,
    `${extraMs.toFixed(1)} ms`,
    `${TARGET_MS} ms`,
    verdict(extraMs, TARGET_MS),
    `${firstMs.toFixed(0)} ms`,
  ],
])

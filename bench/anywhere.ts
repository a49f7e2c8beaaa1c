/**
 * How long does verifying 1 MB and 25 MB take in other engines, against Node.js in the same run?
 *
 *     npx tsx bench/anywhere.ts
 *
 * The build for browsers runs in all engines, and the one for Node.js beside it. A document is verified several times; the median
 * counts. The first time, with the code just loaded, stands beside.
 *
 * @module
 */

import { rm } from 'node:fs/promises'
import { verifyDocument } from '../src/index.js'
import { CHROMIUM_WORKER, ENGINES } from '../test/anywhere/engines.js'
import { buildForWeb } from '../test/anywhere/web-bundle.js'
import { makeTestKey } from '../test/support/keys.js'
import { loadFixture } from './support/fixtures.js'
import { median, printTable } from './support/measure.js'
import { createSealwright } from './support/signers.js'

const SIZES = ['1 MB', '25 MB'] as const
const ROUNDS = 9
const MAX_BYTES = 64 * 1024 * 1024

/** Verifies a document again and again; the times in milliseconds. */
const TIMES = `import { verifyDocument } from './index.js'
export async function answer(bytes) {
  const times = []
  for (let i = 0; i < ${ROUNDS}; i++) {
    const start = performance.now()
    const { signers } = await verifyDocument(bytes, { maxBytes: ${MAX_BYTES} })
    times.push(performance.now() - start)
    if (signers[0].integrity.status !== 'valid') throw new Error(JSON.stringify(signers[0].integrity))
  }
  return JSON.stringify(times)
}
`

const seal = await createSealwright(makeTestKey())
const files = await Promise.all(
  SIZES.map(async (size) => [size, await seal(await loadFixture(size, 'table'))] as const),
)
const folder = await buildForWeb()
try {
  const native = new Map<string, number>()
  for (const [size, bytes] of files) {
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const start = performance.now()
      await verifyDocument(bytes, { maxBytes: MAX_BYTES })
      times.push(performance.now() - start)
    }
    native.set(size, median(times))
  }
  const rows: string[][] = [...native].map(([size, ms]) => ['Node.js, its own build', size, ms.toFixed(1), '', ''])
  for (const engine of [...ENGINES, CHROMIUM_WORKER].filter(({ isHere }) => isHere)) {
    const answers = await engine.ask({ script: TIMES, files, folder })
    for (const [size, text] of Object.entries(answers)) {
      const times: number[] = JSON.parse(text)
      const ms = median(times)
      const ratio = ms / (native.get(size) ?? Number.NaN)
      rows.push([engine.name, size, ms.toFixed(1), `${ratio.toFixed(1)}x`, (times[0] ?? Number.NaN).toFixed(0)])
    }
  }
  printTable([['engine', 'size', 'ms', 'against Node.js', 'first, ms'], ...rows])
} finally {
  await rm(folder, { recursive: true, force: true })
}

/**
 * How much memory does signing a 25 MB document take, beyond the document itself?
 *
 *     npm run build && npx tsx bench/memory.ts
 *
 * Two processes load the built package, a key and the document; one of them signs it. The difference of their peak
 * resident sizes (median of several starts) holds the signed document too. The target is 45 MB.
 *
 * @module
 */

import { makeTestKey } from '../test/support/keys.js'
import { fixturePath } from './support/fixtures.js'
import { median, printTable, verdict } from './support/measure.js'
import { BUILT_ESM, PEAK_MB, runNode } from './support/processes.js'

const TARGET_MB = 45
const STARTS = 5

const { key, certificate } = makeTestKey()
const table = [['25 MB', 'holds the document', 'signs it', 'more', 'target', '']]
for (const xref of ['table', 'stream'] as const) {
  const path = await fixturePath('25 MB', xref)
  const held: number[] = []
  const signed: number[] = []
  for (let i = 0; i < STARTS; i++) {
    held.push(await measurePeak(path, ''))
    signed.push(await measurePeak(path, 'const { bytes } = await signDocument(input, request, { identity })'))
  }
  const more = median(signed.map((peak, i) => peak - (held[i] ?? peak)))
  const cells = [median(held), median(signed), more, TARGET_MB].map((mb) => `${mb.toFixed(0)} MB`)
  table.push([`xref ${xref}`, ...cells, verdict(more, TARGET_MB)])
}
printTable(table)

async function measurePeak(path: string, action: string): Promise<number> {
  const script = `
    import { readFileSync } from 'node:fs'
    import { identityFromPem, signDocument } from ${JSON.stringify(BUILT_ESM.href)}
    const identity = await identityFromPem(${JSON.stringify({ key, certificate })})
    const request = {
      signer: { email: 'ada@example.com', name: 'Ada Lovelace' },
      auditTrail: [{ timestamp: '2026-11-20T09:00:00Z', type: 'submit' }],
      certificate: { enabled: false },
    }
    const file = readFileSync(${JSON.stringify(path)})
    const input = new Uint8Array(file.buffer, file.byteOffset, file.length)
    ${action}
    console.log(${PEAK_MB}, input.length)`
  return Number.parseFloat(await runNode(['--input-type=module', '-e', script]))
}

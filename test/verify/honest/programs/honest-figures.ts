/**
 * Lets other programs change the documents of several writers, as their signatures permit, and says how many are still
 * valid.
 *
 *     npm run honest -- [--only TEXT] [--each N] [--views] [--keep DIR]
 *
 * `--only` takes the changes whose program and name contain a text, `--each` is the number of documents per change,
 * `--views` has three viewers draw what is valid, and names what the report does not explain. `--keep` writes what is
 * refused or not explained to a folder. Ends with code 1 when there is any.
 *
 * @module
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyDocument } from '../../../../src/index.js'
import type { Base } from '../../bases/bases.js'
import { findUnexplained, readSignedState, type SignedState } from '../../oracle/unexplained.js'
import { verdictOf } from '../../support/verdict.js'
import { Viewers } from '../../viewers/viewers.js'
import { allChanges, type SpreadChange, spreadChanges } from './honest-set.js'
import { hasJavaPrograms, JavaPrograms } from './java-programs.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    each: { type: 'string', default: '2' },
    views: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})

const java = hasJavaPrograms() ? await JavaPrograms.start() : undefined
const viewers = new Viewers()
const drawn = new WeakMap<Base, Promise<SignedState>>()
const figures = new Map<string, { changes: number; refused: number }>()
try {
  for await (const change of spreadChanges(allChanges(java), Number(values.each))) {
    if (titleOf(change).includes(values.only)) await judge(change)
  }
} finally {
  viewers.close()
  await java?.close()
}
let refused = 0
for (const [program, { changes, refused: some }] of figures) {
  refused += some
  console.log(`${String(changes).padStart(5)} changes by ${program}, ${some} refused or not explained`)
}
process.exitCode = refused === 0 ? 0 : 1

function titleOf({ program, name, base }: SpreadChange): string {
  return `${program}: ${name} (${base.writer}, ${base.profile})`
}

async function judge(change: SpreadChange): Promise<void> {
  const count = figures.get(change.program) ?? { changes: 0, refused: 0 }
  figures.set(change.program, count)
  count.changes += 1
  const title = titleOf(change)
  const bytes = await change.make().catch((error: unknown) => String(error))
  const { valid, reason } = typeof bytes === 'string' ? { valid: false, reason: bytes } : await verdictOf(bytes)
  const faults = valid && typeof bytes !== 'string' ? await unexplained(change.base, bytes) : [reason]
  if (faults.length === 0) return
  count.refused += 1
  console.log(`  ${title}: ${faults.slice(0, 3).join('; ')}`)
  if (values.keep === undefined || typeof bytes === 'string') return
  await mkdir(values.keep, { recursive: true })
  await writeFile(join(values.keep, `${title.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`), bytes)
}

async function unexplained(base: Base, bytes: Uint8Array): Promise<string[]> {
  if (!values.views) return []
  return findUnexplained(viewers, await signedState(base), bytes, await verifyDocument(bytes))
}

function signedState(base: Base): Promise<SignedState> {
  const known = drawn.get(base) ?? stateOf(base)
  drawn.set(base, known)
  return known
}

async function stateOf({ bytes }: Base): Promise<SignedState> {
  const { document } = await verifyDocument(bytes)
  return readSignedState(viewers, bytes, document.revisions)
}

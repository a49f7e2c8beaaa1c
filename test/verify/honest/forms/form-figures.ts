/**
 * Has different programs fill in and empty every kind of form field in the documents of others, signed in different
 * ways, and says which of it is refused.
 *
 *     npm run honest:forms -- [--only TEXT] [--writer NAME] [--views] [--keep DIR]
 *
 * `--only` takes the cases whose title contains a text, `--views` has three viewers draw what is valid, and names what the report
 * does not explain. `--keep` writes what is refused to a folder. Ends with code 1 when there is any that `known-deviations.ts`
 * does not name.
 *
 * @module
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyDocument } from '../../../../src/index.js'
import { findUnexplained, readSignedState, type SignedState } from '../../oracle/unexplained.js'
import { verdictOf } from '../../support/verdict.js'
import { Viewers } from '../../viewers/viewers.js'
import { JavaPrograms } from '../programs/java-programs.js'
import { FormBench, type FormCase, formCases } from './form-cases.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    views: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})

const java = await JavaPrograms.start(new URL('./write-forms.java', import.meta.url))
const bench = new FormBench(java)
const viewers = new Viewers()
const states = new Map<Uint8Array, Promise<SignedState>>()
const counts = { valid: 0, refused: 0, unexplained: 0, 'not made': 0 }
try {
  for (const one of formCases()) if (one.title.includes(values.only)) await judge(one)
} finally {
  viewers.close()
  await java.close()
}
for (const [kind, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)} ${kind}`)
process.exitCode = counts.refused + counts.unexplained === 0 ? 0 : 1

async function judge(one: FormCase): Promise<void> {
  const bytes = await bench.change(one).catch((error: unknown) => String(error))
  if (typeof bytes === 'string') {
    counts['not made'] += 1
    console.log(`not made: ${one.title}: ${bytes.split('\n')[0]}`)
    return
  }
  const { valid, reason } = await verdictOf(bytes)
  const faults = valid ? await unexplained(one, bytes) : [reason]
  counts[valid ? (faults.length === 0 ? 'valid' : 'unexplained') : 'refused'] += 1
  if (faults.length === 0) return
  console.log(`${valid ? 'unexplained' : 'refused'}: ${one.title}: ${faults.slice(0, 3).join('; ')}`)
  if (values.keep === undefined) return
  await mkdir(values.keep, { recursive: true })
  await writeFile(join(values.keep, `${one.title.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`), bytes)
}

async function unexplained(one: FormCase, bytes: Uint8Array): Promise<readonly string[]> {
  if (!values.views) return []
  const base = await bench.base(one)
  const state = states.get(base) ?? signedState(base)
  states.set(base, state)
  return findUnexplained(viewers, await state, bytes, await verifyDocument(bytes))
}

async function signedState(base: Uint8Array): Promise<SignedState> {
  const { document } = await verifyDocument(base)
  return readSignedState(viewers, base, document.revisions)
}

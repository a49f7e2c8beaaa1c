/**
 * Signs files whose structure is chosen by chance, and asks four viewers what they show, then and after more revisions.
 *
 *     npm run fuzz:structure -- [--count N] [--seed N] [--start N] [--keep DIR] [--only PATTERN]
 *
 * `--start N --count 1` repeats one case; `--only` says what may be odd, by the notes of cases. Ends with code 1 when a
 * document is valid and shows something else than was signed, became valid by what was appended, or lost a signature when it
 * was signed again. Documents that viewers show in different ways from the start are listed too: most have faults that only
 * some viewers repair.
 *
 * @module
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StructureFuzzer, type StructureOutcome } from '../verify/generator/structure/structure-fuzzer.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    only: { type: 'string' },
    keep: { type: 'string', default: 'out/structure' },
  },
})

/** Cases at a time: while viewers draw one, the next ones are made. */
const PARALLEL = 3

const fuzzer = new StructureFuzzer(Number(values.seed), {
  only: values.only === undefined ? undefined : new RegExp(values.only),
})
const first = Number(values.start)
const kinds = new Map<string, number>()
const noted = new Map<string, number>()
let next = first
try {
  await Promise.all(Array.from({ length: PARALLEL }, work))
} finally {
  fuzzer.close()
}
print('Cases:', kinds)
print('Notes of valid documents:', noted)
const harmless: readonly string[] = ['refused', 'agree', 'viewers differ']
process.exitCode = [...kinds.keys()].every((kind) => harmless.includes(kind)) ? 0 : 1

async function work(): Promise<void> {
  while (next < first + Number(values.count)) {
    const number = next++
    const outcome = await fuzzer.run(number)
    count(kinds, outcome.kind)
    if (outcome.kind !== 'refused') for (const note of new Set(outcome.notes)) count(noted, note)
    if (outcome.kind !== 'refused' && outcome.kind !== 'agree') await report(number, outcome)
  }
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

function print(title: string, map: ReadonlyMap<string, number>): void {
  console.log(title)
  for (const [key, cases] of [...map].sort(([, a], [, b]) => b - a)) console.log(`${String(cases).padStart(6)}  ${key}`)
}

async function report(number: number, { kind, how, notes, faults, bytes, signed }: StructureOutcome): Promise<void> {
  console.log(`#${number} ${kind}, signed ${how}: ${notes.join(', ')}: ${faults.join('; ')}`)
  await mkdir(values.keep, { recursive: true })
  await writeFile(join(values.keep, `${values.seed}-${number}.pdf`), bytes)
  await writeFile(join(values.keep, `${values.seed}-${number}-signed.pdf`), signed)
}

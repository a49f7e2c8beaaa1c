/**
 * Signs damaged documents, thousands of them, and checks that every result is sound.
 *
 *     npx tsx test/corpus/mutate-sign.ts [COUNT] [--seed N] [--start N] [--keep DIR] [--signer libpdf]
 *
 * `--start N` with a COUNT of 1 repeats one mutant, up to the keys in the signed samples; `--keep` stores the faulty
 * ones as they were. Ends with code 1 when the property was broken.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { signMutants } from '../support/sign-mutants.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    keep: { type: 'string' },
    signer: { type: 'string', default: 'sealwright' },
  },
})
const report = await signMutants({
  count: Number(positionals[0] ?? 5000),
  seed: Number(values.seed),
  program: values.signer === 'libpdf' ? 'libpdf' : 'sealwright',
  start: Number(values.start),
  ...(values.keep === undefined ? {} : { keep: values.keep }),
})

console.log(`signed ${report.signed}`)
for (const [code, count] of [...report.refused].sort()) console.log(`refused ${count}  ${code}`)
console.log(`signed, though poppler cannot open the input: ${report.unreadable.length}`)
for (const name of report.unreadable) console.log(`  ${name}`)
console.log(report.faults.length === 0 ? 'No faults.' : `${report.faults.length} faults:`)
for (const fault of report.faults) console.log(`  ${fault}`)
process.exitCode = report.faults.length === 0 ? 0 : 1

/**
 * Signs every PDF of a folder, with the certificate page off and on, and checks the results with independent programs.
 *
 *     npx tsx test/corpus/sign-corpus.ts DIR... [--out DIR] [--rendering] [--only TEXT] [--signer libpdf]
 *
 * Ends with code 1 when a check failed, or when something other than a SealwrightError was thrown.
 *
 * @module
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkSigned, measureBaseline } from '../support/check-signed.js'
import { SigningProcess } from '../support/signing-process.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    rendering: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    signer: { type: 'string', default: 'sealwright' },
  },
})
if (positionals.length === 0) {
  console.error('Usage: sign-corpus.ts DIR... [--out DIR] [--rendering] [--only TEXT] [--signer libpdf]')
  process.exit(2)
}

const out = values.out ?? (await mkdtemp(join(tmpdir(), 'sealwright-corpus-')))
await mkdir(out, { recursive: true })
const signer = new SigningProcess({ program: values.signer === 'libpdf' ? 'libpdf' : 'sealwright' })
const modes = values.signer === 'libpdf' ? [false] : [false, true]
const checkOptions = { rendering: values.rendering }

const counts = new Map<string, string[]>()
const faulty: string[] = []

for (const folder of positionals) {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort()
  for (const name of names.filter((name) => name.includes(values.only))) await checkFile(join(folder, name))
}
signer.close()
if (values.out === undefined) await rm(out, { recursive: true })

console.log('\nOutcomes')
for (const [outcome, names] of [...counts].sort()) {
  const list = names.length <= 12 ? `: ${names.join(', ')}` : ''
  console.log(`  ${String(names.length).padStart(4)}  ${outcome}${list}`)
}
console.log(
  faulty.length === 0 ? '\nEvery check passed.' : `\n${faulty.length} results with faults:\n  ${faulty.join('\n  ')}`,
)
process.exitCode = faulty.length === 0 ? 0 : 1

async function checkFile(path: string): Promise<void> {
  const input = new Uint8Array(await readFile(path))
  const baseline = await measureBaseline(path, checkOptions)
  for (const certificatePage of modes) {
    const name = `${basename(path, '.pdf')} [page ${certificatePage ? 'on' : 'off'}]`
    const outcome = await signer.sign(input, certificatePage)
    const { label, faults } = await judge(outcome)
    counts.set(label, [...(counts.get(label) ?? []), name])
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(70)} ${label}`)
    for (const fault of faults) console.log(`       ${fault}`)
    if (outcome.kind === 'refused') console.log(`       ${outcome.message}`)
    if (faults.length > 0) faulty.push(`${name}: ${faults.join('; ')}`)

    async function judge(outcome: Awaited<ReturnType<SigningProcess['sign']>>) {
      if (outcome.kind === 'timeout') return { label: 'timed out', faults: ['signing did not end'] }
      if (outcome.kind === 'crashed') return { label: 'crashed', faults: [outcome.message] }
      if (outcome.kind === 'refused') return { label: `refused: ${outcome.code}`, faults: [] }
      const outputPath = join(out, `${basename(path, '.pdf')}.${certificatePage ? 'page' : 'plain'}.pdf`)
      await writeFile(outputPath, outcome.bytes)
      const signed = { input, output: outcome.bytes, outputPath, certificatePage }
      const label = certificatePage ? 'signed, page on' : 'signed, page off'
      return {
        label,
        faults: await checkSigned(signed, baseline, checkOptions).catch((error: Error) => [error.message]),
      }
    }
  }
}

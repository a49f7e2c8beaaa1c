/**
 * Verifies every PDF of a folder and compares the verdicts with what is known about the files.
 *
 *     npx tsx test/corpus/verify-corpus.ts DIR [--oracles] [--only TEXT]
 *
 * DIR/expected.json lists `{ "file", "integrity": "valid" | "invalid", "signatures"?, "why"? }`; without it the verdicts
 * are only printed. `--oracles` compares digest and signature of every signature with pdfsig, MuPDF and OpenSSL, where
 * they can judge. Ends with code 1 when a verdict differs from the expected one, a call takes more than 2 s or more
 * memory than 64 MB and three times the file, or ends in anything but a report or a SealwrightError.
 *
 * @module
 */

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { SignerReport, VerificationReport } from '../../src/index.js'
import { mutoolSign, opensslCmsVerify, pdfsig } from '../support/oracles.js'
import { type VerifyingOutcome, VerifyingProcess } from '../verify/support/verifying-process.js'

interface Expectation {
  readonly file: string
  readonly integrity: 'valid' | 'invalid'
  readonly signatures?: number
  readonly why?: string
}

const MAX_MS = 2000
const MB = 1024 * 1024

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { oracles: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('Usage: verify-corpus.ts DIR [--oracles] [--only TEXT]')
  process.exit(2)
}

const expectations = await readExpectations(folder)
const names = (await readdir(folder)).filter(
  (name) => name.toLowerCase().endsWith('.pdf') && name.includes(values.only),
)
const child = new VerifyingProcess()
const faults: string[] = []
const disagreements: string[] = []
let judged = 0
const slowest = { ms: 0, name: '' }
const largest = { bytes: 0, name: '' }
try {
  // Once before anything is measured, so that no file pays for loading and compiling the program.
  await child.run(new Uint8Array(await readFile(join(folder, names[0] ?? ''))))
  for (const name of names.sort()) await checkFile(name, join(folder, name))
} finally {
  child.close()
}

console.log(`\n${names.length} files, ${judged} of them with an expectation.`)
console.log(`Slowest: ${slowest.ms.toFixed(1)} ms, ${slowest.name}`)
console.log(`Largest growth: ${(largest.bytes / MB).toFixed(1)} MB, ${largest.name}`)
if (values.oracles) {
  console.log(disagreements.length === 0 ? 'The oracles agree.' : `${disagreements.length} disagreements:`)
  for (const line of disagreements) console.log(`  ${line}`)
}
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults:\n  ${faults.join('\n  ')}`)
process.exitCode = faults.length === 0 ? 0 : 1

async function readExpectations(path: string): Promise<ReadonlyMap<string, Expectation>> {
  const file = join(path, 'expected.json')
  if (!existsSync(file)) return new Map()
  const list: readonly Expectation[] = JSON.parse(await readFile(file, 'utf8'))
  return new Map(list.map((item) => [item.file, item]))
}

async function checkFile(name: string, path: string): Promise<void> {
  const input = new Uint8Array(await readFile(path))
  const outcome = await child.run(input)
  const found = faultsOf(name, input, outcome)
  const summary =
    outcome.kind === 'report' ? outcome.report.reason : 'message' in outcome ? outcome.message : outcome.kind
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(70)} ${verdictOf(outcome).padEnd(8)} ${summary}`)
  for (const fault of found) {
    console.log(`       ${fault}`)
    faults.push(`${name}: ${fault}`)
  }
  if (values.oracles && outcome.kind === 'report') {
    for (const line of await compareWithOracles(path, input, outcome.report)) {
      console.log(`       ${line}`)
      disagreements.push(`${name}: ${line}`)
    }
  }
}

function verdictOf(outcome: VerifyingOutcome): string {
  if (outcome.kind !== 'report') return outcome.kind
  return outcome.report.valid ? 'valid' : 'invalid'
}

function faultsOf(name: string, input: Uint8Array, outcome: VerifyingOutcome): string[] {
  if (outcome.kind === 'timeout') return ['it did not end']
  if (outcome.kind === 'crashed') return [outcome.message]
  const found: string[] = []
  if (outcome.milliseconds > slowest.ms) Object.assign(slowest, { ms: outcome.milliseconds, name })
  if (outcome.milliseconds > MAX_MS) found.push(`it took ${outcome.milliseconds.toFixed(0)} ms`)
  if (outcome.kind === 'report') {
    if (outcome.grownBytes > largest.bytes) Object.assign(largest, { bytes: outcome.grownBytes, name })
    if (outcome.grownBytes > 64 * MB + 3 * input.length) {
      found.push(`it took ${(outcome.grownBytes / MB).toFixed(0)} MB more`)
    }
  }
  const expected = expectations.get(name)
  if (expected === undefined) return found
  judged += 1
  const valid = outcome.kind === 'report' && outcome.report.valid
  if (valid !== (expected.integrity === 'valid')) {
    found.push(`expected to be ${expected.integrity}: ${expected.why ?? 'no reason given'}`)
  }
  const count = outcome.kind === 'report' ? outcome.report.signers.length : 0
  if (expected.integrity === 'valid' && expected.signatures !== undefined && expected.signatures !== count) {
    found.push(`${expected.signatures} signatures expected, ${count} found`)
  }
  return found
}

/** What each program says about digest and signature value against our `integrity`, for the signatures it can judge. */
async function compareWithOracles(path: string, input: Uint8Array, report: VerificationReport): Promise<string[]> {
  const { signatures } = await pdfsig(path)
  const mutool = await mutoolSign(path)
  const lines: string[] = []
  for (const signer of report.signers) {
    const ours = signer.integrity.status === 'valid'
    const say = (program: string, theirs: boolean, words: string) => {
      if (theirs !== ours) {
        const codes = signer.integrity.findings.map(({ code }) => code).join(', ')
        lines.push(`"${signer.fieldName}": ${signer.integrity.status} (${codes}), but ${program}: ${words}`)
      }
    }
    const poppler = signatures.filter(({ field }) => field === signer.fieldName)
    if (poppler.length === 1 && poppler[0] !== undefined && canJudge(poppler[0].verdict)) {
      say('pdfsig', poppler[0].signatureValid, poppler[0].verdict)
    }
    const openssl = await askOpenssl(input, signer)
    if (openssl !== undefined) say('openssl', openssl.valid, openssl.message.split('\n').at(-1) ?? '')
  }
  // MuPDF names fields by object number, so only the number of intact signatures can be compared.
  const judgedByMutool = mutool.filter(({ verdict }) => !/not signed|not.*supported|unknown/i.test(verdict))
  const intact = judgedByMutool.filter((signature) => signature.intact).length
  const ours = report.signers.filter(({ integrity }) => integrity.status === 'valid').length
  if (judgedByMutool.length === report.signers.length && intact !== ours) {
    lines.push(`${ours} intact signatures, but mutool finds ${intact}`)
  }
  return lines
}

function canJudge(verdict: string): boolean {
  return verdict !== '' && !/not yet been verified|unknown|corrupted data/i.test(verdict)
}

/** Detached CMS only; whatever else OpenSSL could not judge. */
async function askOpenssl(input: Uint8Array, { coverage, subFilter }: SignerReport) {
  const range = coverage.byteRange
  if (range === null || range.length !== 4) return undefined
  if (subFilter !== 'adbe.pkcs7.detached' && subFilter !== 'ETSI.CAdES.detached') return undefined
  const [a = 0, b = 0, c = 0, d = 0] = range
  const gap = Buffer.from(input.subarray(a + b, c)).toString('latin1')
  if (!/^\s*<[0-9A-Fa-f\s]*>\s*$/.test(gap)) return undefined
  const padded = Buffer.from(gap.replace(/[^0-9A-Fa-f]/g, ''), 'hex')
  const content = Buffer.concat([input.subarray(a, a + b), input.subarray(c, c + d)])
  const { valid, message } = await opensslCmsVerify(new Uint8Array(padded), new Uint8Array(content))
  const unable =
    /unsupported|unknown|invalid digest|no matching|no certificate|unable to find|expecting|asn1|wrong tag|no content/i
  return !valid && unable.test(message) ? undefined : { valid, message }
}

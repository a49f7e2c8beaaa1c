/**
 * What does the command line cost beside the library: one file, and a thousand?
 *
 *     npm run build && npx tsx bench/cli.ts [files]
 *
 * `sign` of a 100 KB file with its certificate page, in processor time, beside an empty start of Node.js; and many files in one
 * call beside the same calls of signDocument in one process, reading and writing included. Targets: 150 ms where an empty start
 * takes 40, and 85 % of the library's rate.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertFile } from '../src/index.js'
import { makeTestKey } from '../test/support/keys.js'
import { median, printTable, verdict } from './support/measure.js'
import { BUILT_ESM } from './support/processes.js'

const FILES = Number(process.argv[2] ?? 1000)
const ROUNDS = 15
const TARGET_RATIO = 150 / 40
const CLI = fileURLToPath(new URL('../dist/cli.cjs', import.meta.url))
const SIGNER = ['--signer-name', 'Ada Lovelace', '--signer-email', 'ada@example.com']

const folder = mkdtempSync(join(tmpdir(), 'sealwright-bench-'))
const { pkcs12, passphrase } = makeTestKey()
const env = { PATH: process.env['PATH'], SEALWRIGHT_PASSPHRASE: passphrase }

/** Processor time of a process and its threads, in milliseconds. */
function cpuOf(args: readonly string[]): number {
  const script =
    'import resource,subprocess,sys;subprocess.run(sys.argv[1:],check=True,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);r=resource.getrusage(resource.RUSAGE_CHILDREN);print((r.ru_utime+r.ru_stime)*1000)'
  const output = execFileSync('python3', ['-c', script, process.execPath, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return Number(output)
}

/** About 100 KB of text on many pages. */
async function makeDocument(): Promise<Uint8Array> {
  let seed = 1
  const word = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return seed.toString(36)
  }
  const paragraph = () => Array.from({ length: 100 }, word).join(' ')
  const text = Array.from({ length: 105 }, paragraph).join('\n\n')
  return (await convertFile(new TextEncoder().encode(text), { from: 'md', to: 'pdf' })).bytes
}

const LIBRARY = `
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { identityFromPkcs12, signDocument } from ${JSON.stringify(BUILT_ESM.href)}
const identity = await identityFromPkcs12(await readFile('key.p12'), process.env.SEALWRIGHT_PASSPHRASE)
await mkdir('by-library', { recursive: true })
for (const name of (await readdir('inputs')).sort()) {
  const auditTrail = [{ timestamp: new Date().toISOString(), type: 'submit' }]
  const request = { signer: { name: 'Ada Lovelace', email: 'ada@example.com' }, auditTrail }
  const { bytes } = await signDocument(await readFile('inputs/' + name), request, { identity })
  await writeFile('by-library/' + name + '.part', bytes)
  await rename('by-library/' + name + '.part', 'by-library/' + name)
}`

try {
  const document = await makeDocument()
  mkdirSync(join(folder, 'inputs'))
  writeFileSync(join(folder, 'key.p12'), pkcs12)
  writeFileSync(join(folder, 'one.pdf'), document)
  for (let index = 0; index < FILES; index++) {
    writeFileSync(join(folder, 'inputs', `${String(index).padStart(5, '0')}.pdf`), document)
  }
  const empty: number[] = []
  const one: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(cpuOf(['-e', '0']))
    one.push(cpuOf([CLI, 'sign', 'one.pdf', '--key', 'key.p12', ...SIGNER, '-o', 'signed.pdf', '--force']))
  }
  const ratio = median(one.map((ms, index) => ms / (empty[index] ?? 1)))
  printTable([
    [`sign, ${(document.length / 1024).toFixed(0)} KB`, 'empty start', 'sign', 'ratio', 'target', ''],
    [
      'processor time',
      `${median(empty).toFixed(0)} ms`,
      `${median(one).toFixed(0)} ms`,
      ratio.toFixed(2),
      TARGET_RATIO.toFixed(2),
      verdict(ratio, TARGET_RATIO),
    ],
  ])
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const library = cpuOf(['--input-type=module', '-e', LIBRARY])
    const call = cpuOf([CLI, 'sign', 'inputs', '--key', 'key.p12', ...SIGNER, '-o', 'by-cli', '--force'])
    rates.push(library / call)
  }
  console.log(`${FILES} files in one call: ${(median(rates) * 100).toFixed(0)} % of the library's rate (target 85 %)`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

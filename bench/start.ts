/**
 * How long does it take to start: the command line, the import of the package, the first certificate page of a process?
 *
 *     npm run build && npx tsx bench/start.ts [PATH OF ANOTHER node ...]
 *
 * Everything in processor time, round by round beside an empty start of the same Node.js, so that what else the machine does
 * counts little. Other releases are measured in the same run: `npx tsx bench/start.ts $(which node22)`. The command line is
 * run as `npx sealwright` runs it, with its compiled code kept from an earlier run.
 *
 * Targets: `sign` twice an empty start, an import 25 ms, the very first certificate page 150 ms.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTestKey } from '../test/support/keys.js'
import { loadFixture } from './support/fixtures.js'
import { median, printTable, verdict } from './support/measure.js'
import { BUILT_CJS, BUILT_ESM } from './support/processes.js'

const ROUNDS = 15
const TARGETS = { signRatio: 2, importMs: 25, pageMs: 150 }
const CLI = fileURLToPath(new URL('../dist/cli.cjs', import.meta.url))
const SIGNER = ['--signer-name', 'Ada Lovelace', '--signer-email', 'ada@example.com']

const folder = mkdtempSync(join(tmpdir(), 'sealwright-start-'))
const { pkcs12, passphrase } = makeTestKey()

/** A module for `-r`. Tells the processor time of a process and its threads at its end, in microseconds. */
const TELL = `process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  require('fs').writeSync(2, 'cpu=' + (user + system) + '\\n')
})`

/** The first signature loads everything but the page; the second one is the first with a page. */
const FIRST_PAGE = `
import { readFileSync, writeSync } from 'node:fs'
import { identityFromPkcs12, signDocument } from ${JSON.stringify(BUILT_ESM.href)}
const identity = await identityFromPkcs12(readFileSync('key.p12'), ${JSON.stringify(passphrase)})
const auditTrail = [{ timestamp: new Date().toISOString(), type: 'submit' }]
const request = { signer: { name: 'Ada Lovelace', email: 'ada@example.com' }, auditTrail }
const input = readFileSync('one.pdf')
await signDocument(input, { ...request, certificate: { enabled: false } }, { identity })
const before = process.cpuUsage()
const begun = performance.now()
await signDocument(input, request, { identity })
const { user, system } = process.cpuUsage(before)
writeSync(2, 'page=' + (user + system) + '\\n')`

/** Milliseconds of processor time that a process tells under a name. */
function cpuOf(node: string, args: readonly string[], name: 'cpu' | 'page' = 'cpu'): number {
  const output = execFileSync(
    'sh',
    ['-c', '"$@" 2>&1 >/dev/null', 'sh', node, '-r', join(folder, 'tell.cjs'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: join(folder, 'cache'), SEALWRIGHT_PASSPHRASE: passphrase },
    },
  )
  const [, microseconds] = new RegExp(`^${name}=(\\d+)$`, 'm').exec(output) ?? []
  if (microseconds === undefined) throw new Error(output)
  return Number(microseconds) / 1000
}

const MEASUREMENTS = {
  empty: ['-e', '0'],
  sign: [CLI, 'sign', 'one.pdf', '--key', 'key.p12', ...SIGNER, '-o', 'signed.pdf', '--force'],
  emptyModule: ['--input-type=module', '-e', '0'],
  esm: ['--input-type=module', '-e', `import ${JSON.stringify(BUILT_ESM.href)}`],
  cjs: ['-e', `require(${JSON.stringify(fileURLToPath(BUILT_CJS))})`],
} as const

type Times = Record<keyof typeof MEASUREMENTS | 'page', number[]>

/** Everything once, in an order that turns from round to round. */
function measure(node: string, times: Times, round: number): void {
  const names = Object.keys(MEASUREMENTS) as (keyof typeof MEASUREMENTS)[]
  for (const name of round % 2 === 0 ? names : names.toReversed()) times[name].push(cpuOf(node, MEASUREMENTS[name]))
  times.page.push(cpuOf(node, ['--input-type=module', '-e', FIRST_PAGE], 'page'))
}

function rowsOf(version: string, times: Times): string[][] {
  const against = (name: keyof Times, base: keyof Times, by: (value: number, base: number) => number) =>
    median(times[name].map((value, round) => by(value, times[base][round] ?? value)))
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const ratio = against('sign', 'empty', (value, base) => value / base)
  const imports = [
    ['import, ESM', 'esm', 'emptyModule'],
    ['import, CommonJS', 'cjs', 'empty'],
  ] as const
  return [
    [
      `${version}: sealwright sign`,
      ms(median(times.empty)),
      ms(median(times.sign)),
      `${ratio.toFixed(2)} times`,
      `${TARGETS.signRatio} times`,
      verdict(ratio, TARGETS.signRatio),
    ],
    ...imports.map(([label, name, base]) => {
      const extra = against(name, base, (value, empty) => value - empty)
      return [
        `${version}: ${label}`,
        ms(median(times[base])),
        ms(median(times[name])),
        `${extra.toFixed(1)} ms more`,
        ms(TARGETS.importMs),
        verdict(extra, TARGETS.importMs),
      ]
    }),
    [
      `${version}: first certificate page`,
      '',
      ms(median(times.page)),
      '',
      ms(TARGETS.pageMs),
      verdict(median(times.page), TARGETS.pageMs),
    ],
  ]
}

try {
  writeFileSync(join(folder, 'key.p12'), pkcs12)
  writeFileSync(join(folder, 'tell.cjs'), TELL)
  writeFileSync(join(folder, 'one.pdf'), await loadFixture('100 KB', 'table'))
  const nodes = [process.execPath, ...process.argv.slice(2)]
  const all = nodes.map((): Times => ({ empty: [], sign: [], emptyModule: [], esm: [], cjs: [], page: [] }))
  // The first run writes down what it compiled, and is not counted.
  for (const node of nodes) for (let run = 0; run < 2; run++) cpuOf(node, MEASUREMENTS.sign)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, node] of nodes.entries()) measure(node, all[index] as Times, round)
  }
  const versions = nodes.map((node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim())
  printTable([
    ['processor time', 'empty start', 'with', '', 'target', ''],
    ...all.flatMap((times, index) => rowsOf(versions[index] ?? '', times)),
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

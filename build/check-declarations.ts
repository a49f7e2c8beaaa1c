/**
 * Do the types of the built package compile for a host: in strict mode, with nothing skipped, each entry by the module
 * resolutions that are in use, without the types of Node.js and with them?
 *
 *     tsx build/check-declarations.ts [FOLDER OF A TYPESCRIPT PACKAGE ...]
 *
 * Without folders, the compiler of this project judges. The types of the platform (`Request`, `AbortSignal`) come from the
 * library `DOM`, or from `@types/node`. An entry that needs the types of a peer stands in `PEERS`, and is compiled without
 * them, too: the table says no more than is true.
 *
 * @module
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Entries whose types are made of those of a peer. All others compile with the package alone. */
const PEERS: Readonly<Record<string, string>> = { './telemetry': '@opentelemetry/api' }

/** No modules: a file to be copied, the package's own description, and a schema. */
const NOT_MODULES = new Set(['./worker', './package.json', './report.schema.json'])

/** Entries for pages alone: they need the DOM, and a bundler or a browser that resolves them. */
const FOR_PAGES = new Set(['./web', './element'])

/** The ways hosts resolve modules. `node10` reads `typesVersions`; compilers of 7 and above do not have it. */
const RESOLUTIONS = [
  { name: 'node16', module: 'node16', endings: ['mts', 'cts'], until: 99 },
  { name: 'bundler', module: 'esnext', endings: ['ts'], until: 99 },
  { name: 'node10', module: 'commonjs', endings: ['ts'], until: 5 },
]

/** What a host's own settings add to the types of the language. */
const PLATFORMS = [
  { name: 'DOM', lib: ['ES2022', 'DOM'], types: [] },
  { name: '@types/node', lib: ['ES2022'], types: ['node'] },
]

/**
 * What hosts do: the platform's functions take the bytes of results as they are, options may be `undefined`, and requests may
 * be constants.
 */
const USE = `import type { ConvertedFile, ConvertOptions, PreparedSignature, SignedDocument } from 'sealwright'
import type { SignOptions, SignRequest, VerifyOptions } from 'sealwright'
export const send = ({ bytes }: SignedDocument | ConvertedFile) => [new Response(bytes), new Blob([bytes])]
export const digest = ({ toBeSigned }: PreparedSignature) => crypto.subtle.digest('SHA-256', toBeSigned)
export const heeding = (signal: AbortSignal | undefined, password: string | undefined) => {
  const verify: VerifyOptions = { signal, password }
  const convert: ConvertOptions = { signal, title: undefined }
  const sign: Omit<SignOptions, 'identity'> = { signal, password, appearance: { page: undefined } }
  return { verify, convert, sign }
}
const constant = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit', data: { consent: true } }],
  certificate: { parties: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] },
} as const
export const request: SignRequest = constant
`

interface Try {
  readonly compiler: string
  readonly folder: string
  readonly resolution: (typeof RESOLUTIONS)[number]
  readonly platform: (typeof PLATFORMS)[number]
  readonly entries: readonly string[]
}

const description: { exports: Record<string, unknown> } = JSON.parse(await readFile('package.json', 'utf8'))
const entries = Object.keys(description.exports).filter((name) => !NOT_MODULES.has(name))
const compilers = process.argv.slice(2).map((folder) => resolve(folder))
if (compilers.length === 0) compilers.push(dirname(createRequire(import.meta.url).resolve('typescript/package.json')))

const folder = await mkdtemp(join(tmpdir(), 'declarations-'))
try {
  await installInto(folder)
  let failed = 0
  for (const compiler of compilers) failed += await judge(compiler)
  if (failed > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

/** A host's folder with the package in it: its declarations alone, as copies, so that nothing else of ours is found. */
async function installInto(host: string): Promise<void> {
  const target = join(host, 'node_modules/sealwright')
  await cp('dist', join(target, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(js|cjs|mjs|txt)$|assets/.test(path),
  })
  await cp('package.json', join(target, 'package.json'))
  await Promise.all(['@types/node', 'undici-types'].map((name) => link(host, name)))
}

async function link(host: string, name: string): Promise<void> {
  await mkdir(dirname(join(host, 'node_modules', name)), { recursive: true })
  await symlink(resolve('node_modules', name), join(host, 'node_modules', name))
}

/** Number of compilations that did not end as they should. */
async function judge(compiler: string): Promise<number> {
  const version = execFileSync(process.execPath, [join(compiler, 'bin/tsc'), '--version'], { encoding: 'utf8' })
    .trim()
    .replace('Version ', '')
  const major = Number.parseInt(version.replace(/\D*/, ''), 10)
  const withoutPeer = entries.filter((name) => !(name in PEERS))
  let failed = 0
  for (const resolution of RESOLUTIONS.filter(({ until }) => major <= until))
    for (const platform of PLATFORMS) {
      const name = `TypeScript ${version}, ${resolution.name}, ${platform.name}`
      const isPage = resolution.name === 'bundler' && platform.name === 'DOM'
      const alone = withoutPeer.filter((entry) => isPage || !FOR_PAGES.has(entry))
      failed += report(
        `${name}: ${alone.length} entries`,
        await compile({ compiler, folder, resolution, platform, entries: alone }),
        true,
      )
      for (const [entry, peer] of Object.entries(PEERS)) {
        const one = { compiler, folder, resolution, platform, entries: [entry] }
        failed += report(`${name}: ${entry} without ${peer}`, await compile(one), false)
        await link(folder, peer)
        failed += report(`${name}: ${entry} with ${peer}`, await compile(one), true)
        await rm(join(folder, 'node_modules', peer))
      }
    }
  return failed
}

/** Faults that the compiler names; empty when it takes all entries. */
async function compile({ compiler, folder, resolution, platform, entries }: Try): Promise<string> {
  const sources = join(folder, 'src')
  await rm(sources, { recursive: true, force: true })
  await mkdir(sources)
  for (const [i, entry] of entries.entries())
    for (const ending of resolution.endings)
      await writeFile(
        join(sources, `entry-${i}.${ending}`),
        `import * as all from '${join('sealwright', entry)}'\nexport const names: readonly string[] = Object.keys(all)\n`,
      )
  await writeFile(join(sources, `use.${resolution.endings[0]}`), entries.includes('.') ? USE : '')
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2022',
    module: resolution.module,
    moduleResolution: resolution.name === 'node10' ? 'node' : resolution.name,
    preserveSymlinks: true,
    lib: platform.lib,
    types: platform.types,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  const { status, stdout } = spawnSync(process.execPath, [join(compiler, 'bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stdout
}

/** Prints how a compilation ended; 1 when it should not have ended so. */
function report(name: string, faults: string, shouldCompile: boolean): 0 | 1 {
  const good = (faults === '') === shouldCompile
  process.stdout.write(`${good ? 'ok  ' : 'FAIL'} ${name}${shouldCompile ? '' : ' does not compile'}\n`)
  if (!good) process.stdout.write(`${faults.split('\n').slice(0, 20).join('\n')}\n`)
  return good ? 0 : 1
}

/**
 * Installs the packed package into a copy of each example, builds and starts it, and uses it from outside: a key by e-mail,
 * a conversion, a signature, its verification, a document that was tampered with, and the end by SIGTERM. Where the host has
 * users of its own, two of them log in and try to read what is the other's.
 *
 *     npm run examples [-- --quick | NAME ...]
 *
 * What is packed is `dist` as it is; where there is none yet, it is built first.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, promisify } from 'node:util'
import { startRedis } from '../test/support/redis.js'
import { type EdgeServices, startEdgeServices } from './support/edge-services.js'
import { type Example, startExample } from './support/start-example.js'
import { type LogIn, logInByBetterAuth, logInByForm, useAsOwnUsers } from './support/use-as-own-users.js'
import { useBrowserConvert, useBrowserKey, useEdge } from './support/use-edge.js'
import { useService } from './support/use-service.js'

const run = promisify(execFile)
const FOLDER = new URL('.', import.meta.url).pathname
const PACKAGE = join(FOLDER, '..')
const NAMES = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'package.json')))

/** Those that install little and build in seconds. */
const QUICK = ['node', 'testing', 'express', 'hono', 'passport', 'lambda', 'esbuild', 'commonjs', 'rollup']

/** What is served below a path of its own. */
const BASE_PATHS: Readonly<Record<string, string>> = { nextjs: '/api' }

/** What needs no installed package any more after it was built: it is one file, or has copies of all files that it needs. */
const SELF_CONTAINED = ['esbuild', 'commonjs', 'rollup', 'lambda']

/** Those whose users log in, instead of sending an API key. */
const OWN_USERS: Readonly<Record<string, LogIn>> = { 'better-auth': logInByBetterAuth, passport: logInByForm }

/** Those whose key is in a KMS, or in a browser, and the one that converts there. */
const ELSEWHERE: Readonly<Record<string, (example: Example, services: EdgeServices) => Promise<void>>> = {
  'cloudflare-workers': useEdge,
  'deno-deploy': useEdge,
  'browser-key': useBrowserKey,
  'browser-convert': useBrowserConvert,
}

const wanted = process.argv.slice(2)
const chosen = wanted.includes('--quick') ? QUICK : wanted.length > 0 ? wanted : NAMES
for (const name of chosen) if (!NAMES.includes(name)) throw new Error(`There is no example "${name}".`)

const root = mkdtempSync(join(tmpdir(), 'sealwright-examples-'))
if (!existsSync(join(PACKAGE, 'dist', 'index.js'))) {
  console.log('There is no dist yet: building it.')
  await run('npm', ['run', 'build'], { cwd: PACKAGE, maxBuffer: 1e8 })
}

const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', root], {
  cwd: PACKAGE,
})
const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
let failed = 0
try {
  for (const name of chosen) {
    const start = Date.now()
    const fault = await tryExample(name, join(root, name)).catch((error: unknown) => error)
    if (fault !== undefined) failed++
    console.log(`${fault === undefined ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - start) / 1000).toFixed(0)} s)`)
    if (fault !== undefined) console.log(inspect(fault, { depth: 6 }))
  }
} finally {
  if (process.env['KEEP'] === undefined) rmSync(root, { recursive: true, force: true })
  else console.log(`Kept in ${root}.`)
}
console.log(`${chosen.length - failed} of ${chosen.length} examples work.`)
process.exitCode = failed === 0 ? 0 : 1

async function tryExample(name: string, folder: string): Promise<void> {
  cpSync(join(FOLDER, name), folder, { recursive: true })
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' }
  const install = ['install', join(root, filename), '--no-audit', '--no-fund', '--no-package-lock']
  await run('npm', install, { cwd: folder, env })
  if (scripts['build'] !== undefined) await run('npm', ['run', 'build'], { cwd: folder, env, maxBuffer: 1e8 })
  if (SELF_CONTAINED.includes(name)) rmSync(join(folder, 'node_modules'), { recursive: true })
  if (name === 'bullmq') return runJob(folder)
  if (name in ELSEWHERE) return useElsewhere(name, folder, scripts['start'] ?? '')
  if (name === 'testing') return void (await run('npm', ['test'], { cwd: folder, env }))
  await useExample(name, folder, scripts)
  for (const other of Object.keys(scripts).filter((script) => script.startsWith('build:'))) {
    await run('npm', ['run', other], { cwd: folder, env, maxBuffer: 1e8 })
    await useExample(name, folder, scripts)
  }
}

async function useExample(name: string, folder: string, scripts: Readonly<Record<string, string>>): Promise<void> {
  const example = await startExample(scripts['start'] ?? '', folder)
  try {
    const logIn = OWN_USERS[name]
    if (logIn === undefined) await useService(example, BASE_PATHS[name] ?? '')
    else await useAsOwnUsers(example, logIn)
  } catch (cause) {
    throw new Error(`The example wrote:\n${example.output().slice(-4000)}`, { cause })
  } finally {
    await example.stop()
  }
}

async function useElsewhere(name: string, folder: string, command: string): Promise<void> {
  const services = await startEdgeServices()
  try {
    const example = await startExample(command, folder, services.env)
    try {
      await ELSEWHERE[name]?.(example, services)
    } catch (cause) {
      throw new Error(`The example wrote:\n${example.output().slice(-4000)}`, { cause })
    } finally {
      await example.stop()
    }
  } finally {
    services.close()
  }
}

async function runJob(folder: string): Promise<void> {
  const redis = await startRedis()
  try {
    const { stdout } = await run('node', ['main.js'], { cwd: folder, env: { ...process.env, REDIS_URL: redis.url } })
    if ((JSON.parse(stdout) as { valid: boolean }).valid !== true) throw new Error(stdout)
  } finally {
    await redis.stop()
  }
}

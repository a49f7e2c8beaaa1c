/**
 * Programs that run the build for browsers and edge hosts: Chromium, and Firefox, WebKit, Deno, Bun and workerd where they are
 * installed.
 *
 * @module
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { launchBrowser } from '../http/check/check-server.js'
import { findFreePort } from '../support/free-port.js'
import { hasTool } from '../support/tools.js'

/** What is worked on: a name, and the bytes. */
export type NamedFile = readonly [name: string, bytes: Uint8Array]

/** What was answered for each file, by its name. */
export type Answers = Readonly<Record<string, string>>

/** When every engine takes it to be, so that reports are equal to the last byte. */
export const NOW = '2026-11-01T12:00:00Z'

/** What is asked of an engine. */
export interface Question {
  /**
   * Text of a module beside those of the build. It exports `answer(bytes, name, assets)`, which gives a text. `assets`
   * is an option of `convertFile`, as a host of this kind would give it.
   */
  readonly script: string
  readonly files: readonly NamedFile[]
  /** Where the modules of the build are, and, in `assets`, the files of the package. */
  readonly folder: string
}

/** An engine, and whether this machine has it. */
export interface Engine {
  readonly name: string
  readonly isHere: boolean
  ask(question: Question): Promise<Answers>
}

/** Answers with the report of a file as JSON, or the code of the error. */
export const REPORT_ON = `import { verifyDocument } from './index.js'
export async function answer(bytes) {
  try {
    return JSON.stringify(await verifyDocument(bytes, { now: () => new Date('${NOW}') }))
  } catch (error) {
    return error.code ?? String(error.stack)
  }
}
`

const SCRIPT = 'script.js'
const ASSETS = 'assets'

const run = promisify(execFile)

/** A program that reads files, in a module for Node, Deno and Bun. */
const COMMAND = `import { readFileSync, writeFileSync } from 'node:fs'
import { answer } from './${SCRIPT}'
const [list, target] = process.argv.slice(2)
const read = (name) => {
  try {
    return new Uint8Array(readFileSync(new URL('./${ASSETS}/' + name, import.meta.url)))
  } catch {}
}
const answers = {}
for (const [name, path] of JSON.parse(readFileSync(list, 'utf8')))
  answers[name] = await answer(new Uint8Array(readFileSync(path)), name, { read })
writeFileSync(target, JSON.stringify(answers))
`

async function askCommand(program: string, options: readonly string[], question: Question): Promise<Answers> {
  const { script, files, folder } = question
  writeFileSync(join(folder, SCRIPT), script)
  writeFileSync(join(folder, 'command.mjs'), COMMAND)
  const list = files.map(([name, bytes], index) => {
    const path = join(folder, `file-${index}`)
    writeFileSync(path, bytes)
    return [name, path]
  })
  writeFileSync(join(folder, 'list.json'), JSON.stringify(list))
  const target = join(folder, 'answers.json')
  await run(program, [...options, join(folder, 'command.mjs'), join(folder, 'list.json'), target])
  return JSON.parse(readFileSync(target, 'utf8'))
}

/** A module that answers for the file with a number, in a page or in a worker. */
const PAGE = `import { answer } from '/${SCRIPT}'
export const answerFor = async (index, name) =>
  answer(new Uint8Array(await (await fetch('/file/' + index)).arrayBuffer()), name, { url: '/${ASSETS}/' })
`

const THREAD = `import { answerFor } from '/page.js'
onmessage = async ({ data }) => postMessage(await answerFor(...data))
`

const IN_THREAD = `export const answerFor = (...data) => new Promise((resolve, reject) => {
  const worker = new Worker('/thread.js', { type: 'module' })
  worker.onmessage = ({ data }) => {
    worker.terminate()
    resolve(data)
  }
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(data)
}) 
`

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
}

function servePage({ script, files, folder }: Question): Server {
  const texts = new Map([
    [`/${SCRIPT}`, script],
    ['/page.js', PAGE],
    ['/thread.js', THREAD],
    ['/in-thread.js', IN_THREAD],
    ['/', '<!doctype html>'],
    ['/working.html', WORKING_PAGE],
    ['/names', JSON.stringify(files.map(([name]) => name))],
    ['/answers', ''],
  ])
  const bytesOf = new Map(files.map(([, bytes], index) => [`/file/${index}`, bytes]))
  const names = new Set(readdirSync(folder, { recursive: true }).map((name) => `/${String(name)}`))
  return createServer(({ url = '' }, response) => {
    const body = texts.get(url) ?? bytesOf.get(url) ?? (names.has(url) ? readFileSync(join(folder, url)) : undefined)
    if (body === undefined) response.statusCode = 404
    response.setHeader('content-type', TYPES[url.replace(/^.*\./, '')] ?? 'text/html')
    response.end(body)
  })
}

/** @param module what the page imports: `page.js` works in the page, `in-thread.js` in a worker of its own for each file */
async function askChromium(module: string, question: Question): Promise<Answers> {
  const server = servePage(question)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const answers: Record<string, string> = {}
    for (const [index, [name]] of question.files.entries()) {
      answers[name] = await page.evaluate(
        `import('/${module}').then(({ answerFor }) => answerFor(${index}, ${JSON.stringify(name)}))`,
      )
    }
    return answers
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

/** A page that answers for all files by itself, and sends the answers. */
const WORKING_PAGE = `<!doctype html><script type="module">
const send = (answers) => fetch('/answers', { method: 'POST', body: JSON.stringify(answers) })
addEventListener('unhandledrejection', ({ reason }) => send({ error: String(reason?.stack ?? reason) }))
const { answerFor } = await import('/page.js')
const answers = {}
for (const [index, name] of (await (await fetch('/names')).json()).entries()) answers[name] = await answerFor(index, name)
await send(answers)
</script>`

/**
 * Has a browser that nothing steers open the page that works by itself.
 *
 * @param start gives the program and its arguments, with a folder for its profile
 */
async function askWindow(
  start: (url: string, profile: string) => readonly [program: string, args: readonly string[]],
  question: Question,
): Promise<Answers> {
  const server = servePage(question)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answered = new Promise<Answers>((resolve) => {
    server.on('request', (request: IncomingMessage) => {
      if (request.url === '/answers') json(request).then((answers) => resolve(answers as Answers))
    })
  })
  const profile = mkdtempSync(join(tmpdir(), 'browser-'))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/working.html`
  const [program, args] = start(url, profile)
  // A group of its own, since the browser is several processes.
  const browser = spawn(program, args, { detached: true, stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const ended = new Promise<never>((_, reject) => {
    browser.once('exit', (code) => reject(new Error(`${program} ended with ${code}.`)))
    browser.once('error', reject)
  })
  try {
    return await Promise.race([answered, ended])
  } finally {
    ended.catch(() => {})
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL')
    server.closeAllConnections()
    server.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The browser that comes with WebKitGTK beside its driver, and has to have a screen. */
const WEBKIT = (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
  .flatMap((folder) => ['4.1', '6.0'].map((version) => `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`))
  .find(existsSync)

/** Fonts come from a service of files, as static assets do on Cloudflare; WebAssembly is compiled when the worker is deployed. */
const WORKER = `import { answer } from './${SCRIPT}'
import harfbuzz from 'harfbuzz.wasm'
export default {
  async fetch(request, env) {
    const read = async (name) => {
      if (name === 'harfbuzz.wasm') return harfbuzz
      const file = await env.ASSETS.fetch('http://assets/' + name)
      return file.ok ? file.arrayBuffer() : undefined
    }
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1))
    return new Response(await answer(new Uint8Array(await request.arrayBuffer()), name, { read }))
  },
}
`

/** An empty module, for questions that need no WebAssembly. */
const NO_WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Cap'n Proto text: the modules by name, and the port. */
function workerConfig(names: readonly string[], folder: string, port: number): string {
  const modules = names.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(', ')
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "assets", disk = (path = "${join(folder, ASSETS)}"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules}, (name = "harfbuzz.wasm", wasm = embed "${ASSETS}/harfbuzz.wasm")],
  bindings = [(name = "ASSETS", service = "assets")],
  compatibilityDate = "2026-01-01",
);
`
}

async function askWorkerd({ script, files, folder }: Question): Promise<Answers> {
  writeFileSync(join(folder, SCRIPT), script)
  writeFileSync(join(folder, 'edge-worker.js'), WORKER)
  mkdirSync(join(folder, ASSETS), { recursive: true })
  const wasm = join(folder, ASSETS, 'harfbuzz.wasm')
  if (!existsSync(wasm)) writeFileSync(wasm, NO_WASM)
  const port = await findFreePort()
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'edge-worker.js')
  writeFileSync(join(folder, 'config.capnp'), workerConfig(['edge-worker.js', ...names], folder, port))
  const child = spawn('workerd', ['serve', join(folder, 'config.capnp')], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await untilOpen(child, port)
    const answers: Record<string, string> = {}
    for (const [name, bytes] of files) {
      const url = `http://127.0.0.1:${port}/${encodeURIComponent(name)}`
      const answer = await fetch(url, { method: 'POST', body: Uint8Array.from(bytes) })
      answers[name] = await answer.text()
    }
    return answers
  } finally {
    child.kill()
  }
}

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text) => (said += text))
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`workerd ended: ${said}`)
    const isOpen = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }).then(
      (answer) => answer.text(),
      () => undefined,
    )
    if (isOpen !== undefined) return
    await setTimeout(50)
  }
  throw new Error(`workerd does not answer: ${said}`)
}

/** Number of the screen for WebKit: two test files that look for a free one at a time could find the same. */
const SCREEN = 100 + (process.pid % 20_000)

/** All of them. */
export const ENGINES: readonly Engine[] = [
  { name: 'Node.js', isHere: true, ask: (question) => askCommand(process.execPath, [], question) },
  { name: 'Chromium', isHere: hasTool('chromium'), ask: (question) => askChromium('page.js', question) },
  {
    name: 'Firefox',
    isHere: hasTool('firefox-esr'),
    ask: (question) =>
      askWindow((url, profile) => ['firefox-esr', ['--headless', '--no-remote', '--profile', profile, url]], question),
  },
  {
    name: 'WebKit',
    isHere: hasTool('WebKitWebDriver') && hasTool('xvfb-run'),
    ask: (question) => askWindow((url) => ['xvfb-run', [`--server-num=${SCREEN}`, WEBKIT ?? '', url]], question),
  },
  {
    name: 'Deno',
    isHere: hasTool('deno'),
    ask: (question) => askCommand('deno', ['run', '--allow-read', '--allow-write'], question),
  },
  { name: 'Bun', isHere: hasTool('bun'), ask: (question) => askCommand('bun', [], question) },
  { name: 'workerd', isHere: hasTool('workerd'), ask: askWorkerd },
]

/** A worker of a page: slower to start, so that only those ask it for whom it makes a difference. */
export const CHROMIUM_WORKER: Engine = {
  name: 'Chromium, in a worker',
  isHere: hasTool('chromium'),
  ask: (question) => askChromium('in-thread.js', question),
}

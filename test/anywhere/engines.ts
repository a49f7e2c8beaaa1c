/**
 * Programs that verify with the build for browsers and edge hosts: Chromium, and Deno, Bun and workerd where they are
 * installed.
 *
 * @module
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { launchBrowser } from '../http/check/check-server.js'
import { findFreePort } from '../support/free-port.js'
import { hasTool } from '../support/tools.js'

/** What is verified: a name, and the bytes. */
export type NamedFile = readonly [name: string, bytes: Uint8Array]

/** The report of each file as JSON, or the code of the error. */
export type Reports = Readonly<Record<string, string>>

/** When every engine takes it to be, so that reports are equal to the last byte. */
export const NOW = '2026-11-01T12:00:00Z'

/** An engine, and whether this machine has it. */
export interface Engine {
  readonly name: string
  readonly isHere: boolean
  /** @param folder where the modules of the build are */
  verify(files: readonly NamedFile[], folder: string): Promise<Reports>
}

/** What runs in each of them, beside the modules. */
const REPORT_ON = `import { verifyDocument } from './index.js'
export async function reportOn(bytes) {
  try {
    return JSON.stringify(await verifyDocument(bytes, { now: () => new Date('${NOW}') }))
  } catch (error) {
    return error.code ?? String(error.stack)
  }
}
`

const run = promisify(execFile)

/** A program that reads files, in a module for Node, Deno and Bun. */
const COMMAND = `import { readFileSync, writeFileSync } from 'node:fs'
import { reportOn } from './report-on.js'
const [list, target] = process.argv.slice(2)
const reports = {}
for (const [name, path] of JSON.parse(readFileSync(list, 'utf8')))
  reports[name] = await reportOn(new Uint8Array(readFileSync(path)))
writeFileSync(target, JSON.stringify(reports))
`

async function verifyByCommand(
  program: string,
  options: readonly string[],
  files: readonly NamedFile[],
  folder: string,
): Promise<Reports> {
  writeFileSync(join(folder, 'report-on.js'), REPORT_ON)
  writeFileSync(join(folder, 'command.mjs'), COMMAND)
  const list = files.map(([name, bytes], index) => {
    const path = join(folder, `file-${index}.pdf`)
    writeFileSync(path, bytes)
    return [name, path]
  })
  writeFileSync(join(folder, 'list.json'), JSON.stringify(list))
  const target = join(folder, 'reports.json')
  await run(program, [...options, join(folder, 'command.mjs'), join(folder, 'list.json'), target])
  return JSON.parse(readFileSync(target, 'utf8'))
}

async function verifyInChromium(files: readonly NamedFile[], folder: string): Promise<Reports> {
  writeFileSync(join(folder, 'report-on.js'), REPORT_ON)
  const bytesOf = new Map(files.map(([, bytes], index) => [`/file/${index}`, bytes]))
  const server = createServer(({ url = '' }, response) => {
    const script = readdirSync(folder).find((name) => name.endsWith('.js') && url === `/${name}`)
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script === undefined ? (bytesOf.get(url) ?? '<!doctype html>') : readFileSync(join(folder, script)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const reports: Record<string, string> = {}
    for (const [index, [name]] of files.entries()) {
      reports[name] = await page.evaluate(`(async () => {
        const { reportOn } = await import('/report-on.js')
        return reportOn(new Uint8Array(await (await fetch('/file/${index}')).arrayBuffer()))
      })()`)
    }
    return reports
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

const WORKER = `import { reportOn } from './report-on.js'
export default {
  async fetch(request) {
    return new Response(await reportOn(new Uint8Array(await request.arrayBuffer())))
  },
}
`

/** Cap'n Proto text: the modules by name, and the port. */
function workerConfig(names: readonly string[], port: number): string {
  const modules = names.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(', ')
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (modules = [${modules}], compatibilityDate = "2026-01-01");
`
}

async function verifyInWorkerd(files: readonly NamedFile[], folder: string): Promise<Reports> {
  writeFileSync(join(folder, 'report-on.js'), REPORT_ON)
  writeFileSync(join(folder, 'edge-worker.js'), WORKER)
  const port = await findFreePort()
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'edge-worker.js')
  writeFileSync(join(folder, 'config.capnp'), workerConfig(['edge-worker.js', ...names], port))
  const child = spawn('workerd', ['serve', join(folder, 'config.capnp')], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await untilOpen(child, port)
    const reports: Record<string, string> = {}
    for (const [name, bytes] of files) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Uint8Array.from(bytes) })
      reports[name] = await answer.text()
    }
    return reports
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

/** All of them. */
export const ENGINES: readonly Engine[] = [
  {
    name: 'Node.js',
    isHere: true,
    verify: (files, folder) => verifyByCommand(process.execPath, [], files, folder),
  },
  { name: 'Chromium', isHere: hasTool('chromium'), verify: verifyInChromium },
  {
    name: 'Deno',
    isHere: hasTool('deno'),
    verify: (files, folder) => verifyByCommand('deno', ['run', '--allow-read', '--allow-write'], files, folder),
  },
  { name: 'Bun', isHere: hasTool('bun'), verify: (files, folder) => verifyByCommand('bun', [], files, folder) },
  { name: 'workerd', isHere: hasTool('workerd'), verify: verifyInWorkerd },
]

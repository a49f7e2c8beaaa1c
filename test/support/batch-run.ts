/**
 * Folders, a server and processes for runs of batches.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { fixturePath } from '../../bench/support/fixtures.js'
import { BUILT_ESM } from '../../bench/support/processes.js'
import type { BatchMessage, BatchTask } from './batch-process.js'
import { makeTestKey } from './keys.js'
import { endProcess } from './redis.js'

const PROCESS = new URL('./batch-process.ts', import.meta.url)

/** A process that was started, and what it told. */
export interface RunningProcess {
  readonly child: ChildProcess
  readonly messages: BatchMessage[]
  /** The next message of a kind; also one that has come already. */
  wait<K extends BatchMessage['kind']>(kind: K): Promise<Extract<BatchMessage, { kind: K }>>
}

/** A folder for one run, with its tasks. */
export class BatchRun {
  readonly folder = mkdtempSync(join(tmpdir(), 'sealwright-batch-run-'))
  readonly inputs = join(this.folder, 'in')
  readonly #key = makeTestKey()
  readonly #processes = new Set<ChildProcess>()
  readonly #program = join(this.folder, 'batch-process.mjs')
  #tasks = 0

  constructor() {
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
    writeFileSync(this.#program, ts.transpileModule(readFileSync(PROCESS, 'utf8'), { compilerOptions }).outputText)
  }

  /** Links one PDF of 100 KB under so many names: documents of the same content are different documents by their names. */
  async fill(count: number): Promise<void> {
    mkdirSync(this.inputs, { recursive: true })
    const fixture = await fixturePath('100 KB', 'stream')
    const first = join(this.inputs, 'contract-0.pdf')
    writeFileSync(first, readFileSync(fixture))
    // A file takes some 65,000 links at most.
    for (let i = 1; i < count; i++) {
      const source = join(this.inputs, `contract-${i - (i % 1000)}.pdf`)
      if (i % 1000 === 0) writeFileSync(source, readFileSync(fixture))
      else linkSync(source, join(this.inputs, `contract-${i}.pdf`))
    }
  }

  start(task: Omit<BatchTask, 'key' | 'certificate' | 'inputs' | 'built'>): RunningProcess {
    const { key, certificate } = this.#key
    const path = join(this.folder, `task-${this.#tasks++}.json`)
    writeFileSync(path, JSON.stringify({ ...task, inputs: this.inputs, built: BUILT_ESM.href, key, certificate }), {
      mode: 0o600,
    })
    const child = fork(this.#program, [path], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#processes.add(child)
    child.once('exit', () => this.#processes.delete(child))
    const messages: BatchMessage[] = []
    child.on('message', (message) => messages.push(message as BatchMessage))
    return { child, messages, wait: (kind) => waitForMessage(child, messages, kind) }
  }

  /** Ends what runs, and removes the folder. */
  async end(): Promise<void> {
    await Promise.all([...this.#processes].map((child) => endProcess(child, 'SIGKILL')))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function waitForMessage<K extends BatchMessage['kind']>(child: ChildProcess, messages: BatchMessage[], kind: K) {
  for (;;) {
    const found = messages.find((message) => message.kind === kind)
    if (found !== undefined) return found as Extract<BatchMessage, { kind: K }>
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The process ended before "${kind}".`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

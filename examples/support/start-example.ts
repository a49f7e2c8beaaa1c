/**
 * An example as a process of its own.
 *
 * @module
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../test/support/free-port.js'

const START_MS = 60_000
const STOP_MS = 20_000

/** A running example. */
export interface Example {
  readonly url: string
  /** What it wrote so far, to both of its outputs. */
  output(): string
  /** Ends it as an orchestrator would; rejects when it does not end by itself. */
  stop(): Promise<void>
}

/**
 * Starts what `npm start` would, without npm in between, so that the signal reaches it.
 *
 * @param settings variables of its environment
 */
export async function startExample(
  command: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Example> {
  const port = await findFreePort()
  const [program = '', ...args] = command.split(' ')
  const path = `${join(folder, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...settings, PATH: path, PORT: `${port}` } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  let failure: Error | undefined
  child.on('error', (error) => (failure = error))
  const url = `http://127.0.0.1:${port}`
  const end = Date.now() + START_MS
  while (!(await isReady(url))) {
    const isOver = failure !== undefined || child.exitCode !== null || Date.now() > end
    if (isOver) child.kill('SIGKILL')
    if (isOver) throw new Error(`The example did not start:\n${output}`, { cause: failure })
    await setTimeout(100)
  }
  return { url, output: () => output, stop: () => stop(child) }
}

/** Whether anything answers, be it with an error. */
async function isReady(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`The example ended by itself (${child.exitCode}).`)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const result = await Promise.race([ended, setTimeout(STOP_MS, undefined, { ref: false })])
  if (result !== undefined) return
  child.kill('SIGKILL')
  throw new Error('The example did not end at SIGTERM.')
}

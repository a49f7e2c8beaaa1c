/**
 * The command line as a process of its own, out of the sources.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../', import.meta.url)
export const MAIN = fileURLToPath(new URL('adapters/cli/main.ts', ROOT))
export const WORKER = fileURLToPath(new URL('test/demo/worker.mjs', ROOT))
const TSX = fileURLToPath(import.meta.resolve('tsx'))

/** Arguments of node that run the command line. */
export const NODE_ARGUMENTS: readonly string[] = ['--import', TSX, MAIN]

/** A process, and what it has said so far. */
export interface RunningCommand {
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** Starts it in a folder, with no settings but these in the environment. */
export function startCommand(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Resolves with what a text gives as soon as that is something. */
export async function waitFor<T>(read: () => T | undefined, what: string, timeoutMs = 60_000): Promise<T> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    const found = read()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Waited in vain for ${what}.`)
}

/** The entries of a log of JSON lines. */
export function readLog(text: string): readonly Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** Waits until `serve` says where it is. */
export function addressOf(service: RunningCommand): Promise<string> {
  return waitFor(() => {
    if (service.child.exitCode !== null) throw new Error(`serve ended: ${service.stderr()}`)
    const entry = readLog(service.stdout()).find(({ message }) => message === 'listening')
    return entry === undefined ? undefined : String(entry['address']).replace(/\/v1$/, '')
  }, 'the address of serve')
}

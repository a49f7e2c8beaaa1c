/**
 * Runs command lines in this process, with a terminal that remembers.
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runCli } from '../../../adapters/cli/program.js'
import type { Terminal } from '../../../adapters/cli/terminal.js'

export interface CliResult {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: string
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: Uint8Array
  readonly isTerminal?: boolean
  readonly signal?: AbortSignal
}

/** A folder of its own for the command lines of one test file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-cli-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs one command line in a folder. */
export async function run(cwd: string, args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { env = {}, stdin = new Uint8Array(), isTerminal = false, signal = new AbortController().signal } = options
  const stdout: Uint8Array[] = []
  let stderr = ''
  const terminal: Terminal = {
    env,
    cwd,
    readStdin: async () => stdin,
    writeStdout: async (bytes) => void stdout.push(Buffer.from(bytes as string)),
    writeStderr: (text) => {
      stderr += text
    },
    isStdoutTerminal: isTerminal,
    isStderrTerminal: isTerminal,
    columns: 100,
    signal,
  }
  const exitCode = await runCli(args, terminal)
  return { exitCode, stdout: Buffer.concat(stdout), stderr }
}

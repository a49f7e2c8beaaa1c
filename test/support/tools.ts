/**
 * Independent programs that tests compare this package with: whether they are installed, and how to run them.
 *
 * @module
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The jars that Debian's libbcpkix-java installs; class path entries for `java -cp`. */
export const BOUNCY_CASTLE_JARS: readonly string[] = ['bcprov', 'bcutil', 'bcpkix'].map(
  (name) => `/usr/share/java/${name}.jar`,
)

/** Standard arguments that make a program show its version and leave; a lone `java` needs a different spelling. */
const PROBE_ARGUMENTS: Record<string, readonly string[]> = {
  java: ['-version'],
  openssl: ['version'],
  man: ['--version'],
  zsh: ['--version'],
  workerd: ['--version'],
}
const DEFAULT_PROBE: readonly string[] = ['-v']

const known = new Map<string, boolean>()

/**
 * Whether an external program can be run here. Meant for `describe.skipIf(!hasTool('pdfsig'))`.
 *
 * @param name a program on the PATH (`pdfsig`, `qpdf`, `mutool`, `openssl`, `java`, `pdftotext`, ...), or
 *   `bouncycastle`: java together with the Bouncy Castle jars.
 * @throws Error in CI (`CI=true`) when it is missing, so that a check is never skipped there unnoticed. In `npm test`
 *   every program counts as missing.
 */
export function hasTool(name: string): boolean {
  let found = known.get(name)
  if (found === undefined) {
    found = name === 'bouncycastle' ? hasBouncyCastle() : isRunnable(name)
    known.set(name, found)
  }
  return mayUse(found, `"${name}"`)
}

/**
 * Whether a test may use programs that were looked for: those that are there, and never in `npm test`, which is the same on
 * every machine.
 *
 * @throws Error in CI (`CI=true`) when they are missing.
 */
export function mayUse(found: boolean, what: string): boolean {
  if (process.env['TEST_PROGRAMS'] === 'none') return false
  const ci = process.env['CI']
  if (!found && ci !== undefined && ci !== '' && ci !== 'false') {
    throw new Error(`The tests need ${what}, which is not installed (see .ci/run for the packages).`)
  }
  return found
}

function hasBouncyCastle(): boolean {
  return BOUNCY_CASTLE_JARS.every((jar) => existsSync(jar)) && isRunnable('java')
}

function isRunnable(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  if (!folders.some((folder) => existsSync(join(folder, name)))) return false
  const { error } = spawnSync(name, PROBE_ARGUMENTS[name] ?? DEFAULT_PROBE, { stdio: 'ignore', timeout: 60_000 })
  return error === undefined
}

/** What to feed a program and how long it may take (two minutes unless told). */
export interface RunToolOptions {
  readonly input?: Uint8Array | string
  readonly timeoutMs?: number
  readonly cwd?: string
}

/** What a program answered. `code` is -1 when a signal ended it, for example at its time limit. */
export interface ToolResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
}

const MAX_OUTPUT_CHARS = 16 * 1024 * 1024

/**
 * Runs a program to its end and collects its output as UTF-8 (the C locale, so messages are in English).
 *
 * @throws Error when it cannot be started at all.
 */
export function runTool(name: string, args: readonly string[], options: RunToolOptions = {}): Promise<ToolResult> {
  const { promise, resolve, reject } = deferred<ToolResult>()
  const child = spawn(name, [...args], {
    cwd: options.cwd,
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, options.timeoutMs ?? 120_000)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < MAX_OUTPUT_CHARS) stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < MAX_OUTPUT_CHARS) stderr += text
  })
  child.on('error', (cause) => {
    clearTimeout(timer)
    reject(new Error(`Could not run ${name}.`, { cause }))
  })
  child.on('close', (code) => {
    clearTimeout(timer)
    resolve({ code: code ?? -1, stdout, stderr, timedOut })
  })
  // A program may end before it has read its input; what it answered is still what counts.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  return promise
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

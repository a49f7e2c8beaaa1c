/**
 * The loop that all commands share: it works on one file after the other, and reads the next one meanwhile.
 *
 * @module
 */
import { SealwrightError } from '../../src/index.js'
import { CommandError, EXIT } from './exit-codes.js'
import type { InputFile } from './files.js'
import { startProgress } from './progress.js'
import { legible, painter, type Terminal } from './terminal.js'

/** The outcome of one file. */
interface FileOutcome {
  /** Text for people, without a line break at the end. Nothing is printed when it is empty. */
  readonly text: string
  /** Data for scripts, in addition to the name of the file. */
  readonly json: Readonly<Record<string, unknown>>
  readonly exitCode: number
}

interface LoopOptions {
  readonly json: boolean
  /** Stream for lines for people: the standard error output when a result goes to the standard output. */
  readonly textTo: 'stdout' | 'stderr'
  /** Exit code for a file that failed. */
  readonly failureCode: number
}

/**
 * Works on all files. A file that fails is reported, and the others are still worked on.
 *
 * @returns the exit code: the first of `failed`, `notJudged` and other codes that any file has
 */
export async function workOnFiles(
  inputs: readonly InputFile[],
  terminal: Terminal,
  options: LoopOptions,
  work: (bytes: Uint8Array, input: InputFile, index: number) => Promise<FileOutcome>,
): Promise<number> {
  const progress = startProgress(inputs.length, terminal)
  const codes = new Set<number>()
  let reading = readEarly(inputs[0])
  try {
    for (const [index, input] of inputs.entries()) {
      terminal.signal.throwIfAborted()
      const current = reading
      reading = readEarly(inputs[index + 1])
      const outcome = await attempt(input, options, terminal, async () => work(await unwrap(current), input, index))
      codes.add(outcome.exitCode)
      if (options.json) await terminal.writeStdout(`${JSON.stringify({ file: input.name, ...outcome.json })}\n`)
      else if (outcome.text !== '' && options.textTo === 'stdout') await terminal.writeStdout(`${outcome.text}\n`)
      else if (outcome.text !== '') progress.line(outcome.text)
      progress.step(input.name)
    }
  } finally {
    progress.end()
  }
  return [EXIT.failed, EXIT.notJudged, ...codes].find((code) => codes.has(code) && code !== EXIT.ok) ?? EXIT.ok
}

type Reading = Promise<{ readonly bytes: Uint8Array } | { readonly error: unknown }>

/** Begins to read a file before its turn. A failure is kept until then. */
function readEarly(input: InputFile | undefined): Reading {
  if (input === undefined) return Promise.resolve({ error: new Error('There is no further file.') })
  return input.read().then(
    (bytes) => ({ bytes }),
    (error: unknown) => ({ error }),
  )
}

async function unwrap(reading: Reading): Promise<Uint8Array> {
  const result = await reading
  if ('error' in result) throw result.error
  return result.bytes
}

async function attempt(
  { name }: InputFile,
  { failureCode }: LoopOptions,
  terminal: Terminal,
  work: () => Promise<FileOutcome>,
): Promise<FileOutcome> {
  try {
    return await work()
  } catch (error) {
    terminal.signal.throwIfAborted()
    const isOurs = error instanceof SealwrightError
    const isFile = error instanceof CommandError
    const code = isOurs ? error.code : isFile ? 'file_unavailable' : 'internal_error'
    const message = isOurs || isFile ? error.message : describeFault(error)
    const paint = painter(terminal.isStderrTerminal, terminal.env)
    const issues = isOurs
      ? (error.errors ?? []).map(({ pointer, message }) => `\n    ${legible(`${pointer}: ${message}`)}`)
      : []
    const text = `${paint('red', '✗')} ${legible(name)}: ${message.split('\n').map(legible).join('\n    ')}${issues.join('')} (${code})`
    return {
      text,
      json: { error: { code, message } },
      exitCode: isFile ? error.exitCode : failureCode,
    }
  }
}

/** Describes a bug of this package, with a request to report it. The other files are not affected. */
function describeFault(error: unknown): string {
  return `a fault of sealwright itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

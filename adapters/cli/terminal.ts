/**
 * What a command reads from and writes to.
 *
 * @module
 */
import { styleText } from 'node:util'

/** The process around a command. Tests use their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** All bytes of the standard input. */
  readStdin(): Promise<Uint8Array>
  /** Writes to the standard output. Resolves when the other side has accepted the bytes. */
  writeStdout(bytes: Uint8Array | string): Promise<void>
  writeStderr(text: string): void
  readonly isStdoutTerminal: boolean
  readonly isStderrTerminal: boolean
  /** Columns of the terminal. */
  readonly columns: number
  /** Aborted by Ctrl+C, and when the process is asked to end. */
  readonly signal: AbortSignal
}

type Format = Parameters<typeof styleText>[0]

/** A function that colours text for a stream. It adds nothing where the stream is not a terminal, or `NO_COLOR` is set. */
export function painter(isTerminal: boolean, env: Terminal['env']): (format: Format, text: string) => string {
  const isPlain = !isTerminal || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  return isPlain ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false })
}

/** Warnings, each on an indented line of its own. */
export function describeWarnings(warnings: readonly string[], paint: ReturnType<typeof painter>): string {
  return warnings.map((warning) => `\n    ${paint('yellow', '!')} ${legible(warning)}`).join('')
}

/**
 * Makes text from a document, a key or a file name safe for a terminal. Control characters, which could move the cursor or
 * imitate another line, are shown by number.
 */
export function legible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `‹U+${number}›`
  })
}

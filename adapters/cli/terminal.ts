/**
 * What a command reads from and writes to.
 *
 * @module
 */
import { styleText } from 'node:util'

/** The process around a command. Tests bring their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** All bytes of the standard input. */
  readStdin(): Promise<Uint8Array>
  /** Resolves when the other side has taken them. */
  writeStdout(bytes: Uint8Array | string): Promise<void>
  writeStderr(text: string): void
  readonly isStdoutTerminal: boolean
  readonly isStderrTerminal: boolean
  /** Columns of the terminal. */
  readonly columns: number
  /** Aborts at Ctrl+C, and when the process is asked to end. */
  readonly signal: AbortSignal
}

type Format = Parameters<typeof styleText>[0]

/** Colours for a stream: none where it is no terminal, or where `NO_COLOR` is set. */
export function painter(isTerminal: boolean, env: Terminal['env']): (format: Format, text: string) => string {
  const isPlain = !isTerminal || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  return isPlain ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false })
}

/** Warnings, each on a line of its own below what they belong to. */
export function describeWarnings(warnings: readonly string[], paint: ReturnType<typeof painter>): string {
  return warnings.map((warning) => `\n    ${paint('yellow', '!')} ${legible(warning)}`).join('')
}

/**
 * Text from a document, a key or the name of a file for a terminal: control characters, which could move its cursor or pass for
 * another line, are shown by number.
 */
export function legible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `‹U+${number}›`
  })
}

/**
 * Exit codes of commands. From 64 on, they are those of BSD's sysexits.
 *
 * @module
 */

export const EXIT = {
  /** Success; for `verify`: every document is valid. */
  ok: 0,
  /** `verify`: at least one document is not valid. Other commands: at least one file failed. */
  failed: 1,
  /** `verify`: at least one document could not be judged, or is not proved, and none is invalid. */
  notJudged: 2,
  /** The command line is wrong. */
  usage: 64,
  /** An input is missing or cannot be read. */
  noInput: 66,
  /** A port, a database or a server is not available. */
  unavailable: 69,
  /** An output cannot be written. */
  cannotCreate: 73,
  /** A setting from the environment or the configuration file is wrong. */
  configuration: 78,
  /** Interrupted by Ctrl+C. */
  interrupted: 130,
} as const

/** Texts for the codes from 64 on, for the help. */
export const EXIT_TEXTS: readonly (readonly [code: number, text: string])[] = [
  [EXIT.usage, 'the command line is wrong'],
  [EXIT.noInput, 'an input is missing or cannot be read'],
  [EXIT.unavailable, 'a port, a database or a server is not available'],
  [EXIT.cannotCreate, 'an output cannot be written'],
  [EXIT.configuration, 'a setting from the environment or the configuration file is wrong'],
  [EXIT.interrupted, 'interrupted'],
]

/** Ends a command with a message and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'CommandError'
    this.exitCode = exitCode
  }
}

/**
 * Definitions of commands, from which flags, help, the manual page and completion are made.
 *
 * @module
 */
import { assertKnownNames, resolveSettings, type Settings, type SettingTable } from './settings/settings.js'
import type { Terminal } from './terminal.js'

interface CommandText {
  /** Name of the command: one word such as `verify`, or two for a command of a group, such as `keys list`. */
  readonly name: string
  readonly about: string
  /** Arguments after the name. `<…>` is required, `[…]` is optional, and dots mean several. Left out: none. */
  readonly argument?: { readonly spelling: string; readonly about: string }
  /** Paragraphs between the flags and the examples. */
  readonly notes?: readonly string[]
  /** Example command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[]
}

interface CommandDefinition<T extends SettingTable> extends CommandText {
  readonly settings: T
  run(args: readonly string[], settings: Settings<T>, terminal: Terminal): Promise<number>
}

/** Sources of the values of one call, besides the environment. */
interface CallSources {
  readonly flags: Readonly<Record<string, unknown>>
  /** Path of the configuration file, if one is named. */
  readonly file: string | undefined
  /** All names that a configuration file may contain. */
  readonly known: ReadonlySet<string>
}

/** A command in a list with others, without the types of its settings. */
export interface Command extends CommandText {
  readonly settings: SettingTable
  run(args: readonly string[], sources: CallSources, terminal: Terminal): Promise<number>
}

/** Keeps the types of a command's settings although definitions stand in one list. */
export function define<const T extends SettingTable>(definition: CommandDefinition<T>): Command {
  const { run, ...text } = definition
  return {
    ...text,
    async run(args, { flags, file, known }, terminal) {
      await assertKnownNames(terminal, file, known)
      return run(args, await resolveSettings(definition.settings, flags, terminal, file), terminal)
    },
  }
}

/** The file arguments that most commands take. */
export const FILES = { spelling: '<files...>', about: 'files, folders, patterns in quotes, or - for a pipe' } as const

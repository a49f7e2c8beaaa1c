/**
 * What a command is: the one source of its flags, its help, its manual page and its completion.
 *
 * @module
 */
import { assertKnownNames, resolveSettings, type Settings, type SettingTable } from './settings/settings.js'
import type { Terminal } from './terminal.js'

interface CommandText {
  /** `verify`, or two words for a command of a group: `keys list`. */
  readonly name: string
  readonly about: string
  /** The arguments after the name; `<…>` is required, `[…]` is not, and dots mean several. None when left out. */
  readonly argument?: { readonly spelling: string; readonly about: string }
  /** Paragraphs between the flags and the examples. */
  readonly notes?: readonly string[]
  /** Command lines, with what they do. */
  readonly examples: readonly (readonly [line: string, does: string])[]
}

interface CommandDefinition<T extends SettingTable> extends CommandText {
  readonly settings: T
  run(args: readonly string[], settings: Settings<T>, terminal: Terminal): Promise<number>
}

/** Where the values of one call come from, besides the environment. */
interface CallSources {
  readonly flags: Readonly<Record<string, unknown>>
  /** The configuration file, where one is named. */
  readonly file: string | undefined
  /** All names that such a file may have. */
  readonly known: ReadonlySet<string>
}

/** A command in a list with others, whatever its settings. */
export interface Command extends CommandText {
  readonly settings: SettingTable
  run(args: readonly string[], sources: CallSources, terminal: Terminal): Promise<number>
}

/** Keeps the settings' types while the definitions stand in one list. */
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

/** Files, as most commands take them. */
export const FILES = { spelling: '<files...>', about: 'files, folders, patterns in quotes, or - for a pipe' } as const

/**
 * The parts of a command's help that commander does not write: sources of settings, secrets, notes and examples.
 *
 * @module
 */
import type { Command } from './command-definition.js'
import { CONFIGURATION_FILE, environmentName, kebab, type Setting } from './settings/settings.js'

/** One flag as the help shows it. */
interface Flag {
  readonly flag: string
  readonly about: string
  readonly choices: readonly string[]
  /** Whether the flag takes a path. */
  readonly isPath: boolean
}

/** The flags of a command, `--config` and the files with secrets included. */
export function flagsOf({ settings }: Pick<Command, 'settings'>): readonly Flag[] {
  const own = Object.entries(settings).map(([name, setting]) =>
    setting.isSecret === true ? secretFlag(name, setting) : plainFlag(setting),
  )
  const config = {
    flag: '--config <file>',
    about: `settings in JSON (${CONFIGURATION_FILE} if that is there)`,
    choices: [],
    isPath: true,
  }
  return [...own, config]
}

function plainFlag({ flag, about, choices = [] }: Setting): Flag {
  const text = choices.length === 0 ? about : `${about}: ${choices.join(', ')}`
  return { flag, about: text, choices, isPath: /<(file|folder|place)(\.\.\.)?>/.test(flag) }
}

function secretFlag(name: string, { about }: Setting): Flag {
  return { flag: `--${kebab(name)}-file <file>`, about: `file with a secret: ${about}`, choices: [], isPath: true }
}

/** Secrets of a command, each with the environment variable that holds it. */
export function secretsOf({ settings }: Pick<Command, 'settings'>): readonly (readonly [string, string])[] {
  return Object.entries(settings).flatMap(([name, { isSecret, about }]) =>
    isSecret === true ? [[environmentName(name), about] as const] : [],
  )
}

/** Text for help and manual on how flags, variables and the file go together. */
export const SOURCES = `Every flag can also be set in the environment (--signer-name as SEALWRIGHT_SIGNER_NAME, lists with commas) or in the configuration file (as "signerName"). A flag overrides the environment, and that the file.`

/** The text after the list of flags. */
export function writeHelp(command: Command, columns: number): string {
  const { notes = [], examples } = command
  const width = Math.min(columns, 100)
  const secrets = secretsOf(command)
  const parts = [
    ...notes.map((note) => wrap(note, width)),
    ...(Object.keys(command.settings).length > 0 ? [wrap(SOURCES, width)] : []),
    ...(secrets.length === 0
      ? []
      : [
          `Secrets are not flags. Set the variable, or end its name in _FILE and name a file:\n${secrets
            .map(([variable, about]) => `  ${variable.padEnd(28)} ${about}`)
            .join('\n')}`,
        ]),
    ...(examples.length === 0
      ? []
      : [
          `Examples:\n${examples.map(([line, does]) => `  ${line}${does === '' ? '' : `\n      ${does}`}`).join('\n')}`,
        ]),
  ]
  return `\n${parts.join('\n\n')}`
}

/** Breaks text at spaces. */
export function wrap(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

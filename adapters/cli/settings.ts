/**
 * Settings of commands: from flags, from the environment, from one file, in this order.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, EXIT } from './exit-codes.js'
import type { Terminal } from './terminal.js'

/** One setting: how it is spelt everywhere, and what it takes. */
export interface Setting {
  /** As commander writes flags: `--signer-name <name>`. A file takes the name in camel case, as `signerName`. */
  readonly flag: string
  readonly about: string
  readonly type: 'text' | 'list' | 'switch' | 'number'
  readonly choices?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** Secrets are never given as flags, where other users of the machine can read them. */
  readonly isSecret?: boolean
}

export type SettingTable = Readonly<Record<string, Setting>>

/** What a setting's value is. */
type ValueOf<S extends Setting> = S['type'] extends 'list'
  ? readonly string[]
  : S['type'] extends 'switch'
    ? boolean
    : S['type'] extends 'number'
      ? number
      : S['choices'] extends readonly (infer C)[]
        ? C
        : string

/** Values by name; what nobody set is missing. */
export type Settings<T extends SettingTable> = { readonly [K in keyof T]?: ValueOf<T[K]> }

/** Name of the file that is read when it is there and no other is named. */
export const CONFIGURATION_FILE = 'sealwright.json'

/** `SEALWRIGHT_SIGNER_NAME` for `signerName`. */
export function environmentName(name: string): string {
  return `SEALWRIGHT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/**
 * Resolves the settings of one command.
 *
 * @param flags values that commander read, by name
 * @param file path of the configuration file; `sealwright.json` where that is there when left out
 * @throws CommandError that says which value is wrong and where it came from
 */
export async function resolveSettings<const T extends SettingTable>(
  table: T,
  flags: Readonly<Record<string, unknown>>,
  terminal: Terminal,
  file: string | undefined,
): Promise<Settings<T>> {
  const configuration = await readConfiguration(terminal, file)
  const settings: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(table)) {
    const value = pick(name, setting, flags, terminal, configuration)
    if (value !== undefined) settings[name] = value
  }
  // Each value was checked against its setting.
  return settings as Settings<T>
}

interface Configuration {
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

function pick(
  name: string,
  setting: Setting,
  flags: Readonly<Record<string, unknown>>,
  { env }: Terminal,
  configuration: Configuration | undefined,
): unknown {
  const flag = setting.isSecret === true ? undefined : flags[name]
  if (flag !== undefined) return check(setting, flag, `--${kebab(name)}`, EXIT.usage)
  const variable = environmentName(name)
  const text = env[variable]
  if (text !== undefined && text !== '') {
    return check(setting, fromText(setting, text), `the environment variable ${variable}`, EXIT.configuration)
  }
  const value = configuration?.values[name]
  if (value === undefined || configuration === undefined) return undefined
  return check(setting, value, `"${name}" in ${configuration.path}`, EXIT.configuration)
}

/** Values in the environment are text: lists are separated by commas. */
function fromText(setting: Setting, text: string): unknown {
  if (setting.type === 'list') return text.split(',').map((each) => each.trim())
  if (setting.type === 'number') return text.trim() === '' ? Number.NaN : Number(text)
  if (setting.type !== 'switch') return text
  return { true: true, '1': true, yes: true, false: false, '0': false, no: false }[text.toLowerCase()] ?? text
}

function check(setting: Setting, given: unknown, source: string, exitCode: number): unknown {
  const { choices, min = -Infinity, max = Infinity } = setting
  const value = setting.type === 'number' && typeof given === 'string' ? Number(given) : given
  const fail = (what: string) => {
    const shown = setting.isSecret === true ? '' : ` It is ${JSON.stringify(given)}.`
    return new CommandError(exitCode, `${source} must be ${what}.${shown}`)
  }
  switch (setting.type) {
    case 'text':
      if (typeof value !== 'string') throw fail('text')
      if (choices !== undefined && !choices.includes(value)) throw fail(`one of ${choices.join(', ')}`)
      return value
    case 'list':
      if (typeof value === 'string') return [value]
      if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) throw fail('a list of texts')
      return value
    case 'switch':
      if (typeof value !== 'boolean') throw fail('true or false')
      return value
    case 'number':
      if (typeof value !== 'number' || !(value >= min && value <= max)) throw fail(`a number from ${min} to ${max}`)
      return value
  }
}

async function readConfiguration({ cwd }: Terminal, named: string | undefined): Promise<Configuration | undefined> {
  const path = resolve(cwd, named ?? CONFIGURATION_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if (named === undefined) return undefined
    throw new CommandError(EXIT.configuration, `The configuration file ${path} cannot be read.`, { cause })
  }
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch (cause) {
    throw new CommandError(EXIT.configuration, `The configuration file ${path} is not JSON.`, { cause })
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new CommandError(EXIT.configuration, `The configuration file ${path} must hold an object.`)
  }
  return { path, values: values as Record<string, unknown> }
}

/**
 * Names in a configuration file that no command has: a misspelt one would be passed over in silence.
 *
 * @throws CommandError that names the first
 */
export async function assertKnownNames(
  terminal: Terminal,
  file: string | undefined,
  known: ReadonlySet<string>,
): Promise<void> {
  const configuration = await readConfiguration(terminal, file)
  const unknown = Object.keys(configuration?.values ?? {}).find((name) => name !== '$schema' && !known.has(name))
  if (configuration === undefined || unknown === undefined) return
  throw new CommandError(EXIT.configuration, `${configuration.path}: there is no setting "${unknown}".`)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

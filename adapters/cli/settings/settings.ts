/**
 * Settings of commands. They come from flags, from the environment and from one file, in this order of precedence.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, EXIT } from '../exit-codes.js'
import type { Terminal } from '../terminal.js'

/** One setting: its names, its type and its description. */
export interface Setting {
  /** The flag as commander writes it: `--signer-name <name>`. In a file, the name is in camel case: `signerName`. */
  readonly flag: string
  readonly about: string
  readonly type: 'text' | 'list' | 'switch' | 'number'
  readonly choices?: readonly string[]
  readonly min?: number
  readonly max?: number
  /**
   * Whether the setting is a secret. Secrets are never given as flags, which other users of the machine can read. A file that
   * contains the secret can be named in all three places: `--passphrase-file`, `SEALWRIGHT_PASSPHRASE_FILE`, `"passphraseFile"`.
   */
  readonly isSecret?: boolean
}

export type SettingTable = Readonly<Record<string, Setting>>

type ChoiceOf<S extends Setting> = S['choices'] extends readonly (infer C)[] ? C : string

/** Type of a setting's value. */
type ValueOf<S extends Setting> = S['type'] extends 'list'
  ? readonly ChoiceOf<S>[]
  : S['type'] extends 'switch'
    ? boolean
    : S['type'] extends 'number'
      ? number
      : ChoiceOf<S>

/** Values by name. Settings that nobody set are missing. */
export type Settings<T extends SettingTable> = { readonly [K in keyof T]?: ValueOf<T[K]> }

/** Name of the configuration file that is read if it exists and no other file is named. */
export const CONFIGURATION_FILE = 'sealwright.json'

const PREFIX = 'SEALWRIGHT_'

/** Environment variable of a setting: `SEALWRIGHT_SIGNER_NAME` for `signerName`. */
export function environmentName(name: string): string {
  return `${PREFIX}${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Flag name of a setting: `signer-name` for `signerName`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Name of the setting that names a file with a secret: `passphraseFile` for `passphrase`. */
function secretFileName(name: string): string {
  return `${name}File`
}

/** Names of all settings in the tables, including those of files with secrets. */
export function settingNames(tables: readonly SettingTable[]): ReadonlySet<string> {
  const entries = tables.flatMap((table) => Object.entries(table))
  return new Set(entries.flatMap(([name, { isSecret }]) => (isSecret === true ? [name, secretFileName(name)] : [name])))
}

/** A value, and a description of where it came from. */
interface Found {
  readonly value: unknown
  readonly source: string
  readonly exitCode: number
}

/**
 * Resolves the settings of one command.
 *
 * @param flags values that commander read, by name
 * @param file path of the configuration file; left out: `sealwright.json`, if it exists
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
    const levels = sourcesOf(flags, terminal, configuration)
    const found =
      setting.isSecret === true ? await findSecret(name, levels, terminal) : levels.map((find) => find(name))
    const first = found.find((each) => each !== undefined)
    if (first !== undefined) settings[name] = check(setting, first)
  }
  // Each value was checked against its setting, so the types are right.
  return settings as Settings<T>
}

type Find = (name: string) => Found | undefined

/** Looks a name up on the command line, in the environment and in the file. */
function sourcesOf(
  flags: Readonly<Record<string, unknown>>,
  { env }: Terminal,
  configuration: Configuration | undefined,
): readonly Find[] {
  return [
    (name) =>
      flags[name] === undefined ? undefined : { value: flags[name], source: `--${kebab(name)}`, exitCode: EXIT.usage },
    (name) => {
      const variable = environmentName(name)
      const text = env[variable]
      if (text === undefined || text === '') return undefined
      return {
        value: new EnvironmentText(text),
        source: `the environment variable ${variable}`,
        exitCode: EXIT.configuration,
      }
    },
    (name) => {
      const value = configuration?.values[name]
      if (value === undefined || configuration === undefined) return undefined
      return { value, source: `"${name}" in ${configuration.path}`, exitCode: EXIT.configuration }
    },
  ]
}

/** Text from the environment, which must still be parsed by the setting's type. */
class EnvironmentText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Finds a secret, or the file that contains it. A line break at the end of the file is removed. */
async function findSecret(name: string, levels: readonly Find[], terminal: Terminal): Promise<(Found | undefined)[]> {
  const [, ...withoutFlags] = levels
  for (const find of levels) {
    const inFile = find(secretFileName(name))
    const direct = withoutFlags.includes(find) ? find(name) : undefined
    if (inFile !== undefined && direct !== undefined) {
      throw new CommandError(EXIT.configuration, `Both ${direct.source} and ${inFile.source} are set: one must go.`)
    }
    if (direct !== undefined) return [direct]
    if (inFile !== undefined) return [await readSecret(inFile, terminal)]
  }
  return []
}

async function readSecret(found: Found, { cwd }: Terminal): Promise<Found> {
  const path = check({ flag: '', about: '', type: 'text' }, found) as string
  try {
    const text = await readFile(resolve(cwd, path), 'utf8')
    return {
      value: text.replace(/\r?\n$/, ''),
      source: `the file ${path}, which ${found.source} names,`,
      exitCode: EXIT.configuration,
    }
  } catch (cause) {
    throw new CommandError(found.exitCode, `${found.source} names ${path}, which cannot be read${why(cause)}.`, {
      cause,
    })
  }
}

/** The system's reason of an error, in brackets. */
export function why(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? ` (${REASONS[code] ?? code})` : ''
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EROFS: 'the file system is read-only',
  ELOOP: 'its links go round in circles',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  EFBIG: 'it is too large',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
}

/** Parses text from the environment. Lists are separated by commas. */
function fromText(setting: Setting, text: string): unknown {
  if (setting.type === 'list')
    return text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
  if (setting.type !== 'switch') return text
  return { true: true, '1': true, yes: true, false: false, '0': false, no: false }[text.toLowerCase()] ?? text
}

function check(setting: Setting, { value: given, source, exitCode }: Found): unknown {
  const value = given instanceof EnvironmentText ? fromText(setting, given.text) : given
  const shown = given instanceof EnvironmentText ? given.text : given
  const fail = (what: string) =>
    new CommandError(
      exitCode,
      `${source} must be ${what}.${setting.isSecret === true ? '' : ` It is ${JSON.stringify(shown)}.`}`,
    )
  switch (setting.type) {
    case 'text':
      return checkText(setting, value, fail)
    case 'list':
      return checkList(setting, typeof value === 'string' ? [value] : value, fail)
    case 'switch':
      if (typeof value !== 'boolean') throw fail('true or false')
      return value
    case 'number':
      return checkNumber(setting, value, fail)
  }
}

type Fail = (what: string) => CommandError

function checkText({ choices }: Setting, value: unknown, fail: Fail): string {
  if (typeof value !== 'string') throw fail('text')
  if (choices !== undefined && !choices.includes(value)) throw fail(`one of ${choices.join(', ')}`)
  return value
}

function checkList({ choices }: Setting, value: unknown, fail: Fail): readonly string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) throw fail('a list of texts')
  if (choices !== undefined && !value.every((each) => choices.includes(each))) {
    throw fail(`some of ${choices.join(', ')}`)
  }
  return value
}

function checkNumber({ min = -Infinity, max = Infinity }: Setting, given: unknown, fail: Fail): number {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw fail(max === Infinity ? `a number from ${min} on` : `a number from ${min} to ${max}`)
  }
  return value
}

interface Configuration {
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

async function readConfiguration({ cwd }: Terminal, named: string | undefined): Promise<Configuration | undefined> {
  const path = resolve(cwd, named ?? CONFIGURATION_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    // A file that exists but cannot be read is an error, even if nobody named it.
    if (named === undefined && ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw new CommandError(EXIT.configuration, `The configuration file ${path} cannot be read${why(cause)}.`, { cause })
  }
  let values: unknown
  try {
    values = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new CommandError(EXIT.configuration, `The configuration file ${path} is not JSON.`, { cause })
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new CommandError(EXIT.configuration, `The configuration file ${path} must hold an object.`)
  }
  return { path, values: values as Record<string, unknown> }
}

/**
 * Checks that commands know all names in a configuration file. A misspelt name would otherwise be ignored silently.
 *
 * @throws CommandError that names the first unknown one
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

/**
 * Environment variables that look like settings but are not. Variables that Kubernetes sets for a service named `sealwright` are
 * left out.
 */
export function unknownVariables({ env }: Terminal, known: ReadonlySet<string>): string[] {
  const names = new Set([...known].map(environmentName))
  return Object.keys(env).filter(
    (variable) =>
      variable.startsWith(PREFIX) &&
      !names.has(variable) &&
      !/_(SERVICE|PORT)(_|$)/.test(variable.slice(PREFIX.length - 1)),
  )
}

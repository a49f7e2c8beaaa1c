/**
 * Files that commands take and make: paths, folders, patterns, and `-` for pipes.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { CommandError, EXIT } from './exit-codes.js'
import type { Terminal } from './terminal.js'

/** The standard input or output. */
export const PIPE = '-'

/** A file to be worked on. */
export interface InputFile {
  /** As a person would name it; `-` for the standard input. */
  readonly name: string
  /** Its place below the folder or the pattern that it was found by, to be kept in an output folder. */
  readonly below: string
  read(): Promise<Uint8Array>
}

/**
 * Lists the files that arguments stand for: files, folders (searched for the given endings, with what lies below), patterns
 * such as `contracts/**\/*.pdf`, and `-`.
 *
 * @throws CommandError for a file that is not there, and where there is nothing at all
 */
export async function listInputs(
  args: readonly string[],
  endings: readonly string[],
  terminal: Terminal,
): Promise<InputFile[]> {
  const found = new Map<string, InputFile>()
  for (const arg of args) {
    for (const file of await expand(arg, endings, terminal)) {
      if (!found.has(file.name)) found.set(file.name, file)
    }
  }
  if (found.size > 0) return [...found.values()]
  const what = args.length === 0 ? 'No file was given.' : `There is no file for ${args.join(' ')}.`
  throw new CommandError(args.length === 0 ? EXIT.usage : EXIT.noInput, what)
}

async function expand(arg: string, endings: readonly string[], terminal: Terminal): Promise<InputFile[]> {
  if (arg === PIPE) return [{ name: PIPE, below: PIPE, read: () => terminal.readStdin() }]
  const path = resolve(terminal.cwd, arg)
  const facts = await stat(path).catch(() => undefined)
  if (facts?.isDirectory() === true) {
    const patterns = endings.map((ending) => `**/*${ending}`)
    return (await search(patterns, path)).map((below) => inputAt(join(path, below), below, terminal))
  }
  if (facts !== undefined) return [inputAt(path, basename(path), terminal)]
  if (!/[*?[\]{}]/.test(arg)) throw new CommandError(EXIT.noInput, `There is no file ${arg}.`)
  return (await search([arg], terminal.cwd)).map((below) => inputAt(resolve(terminal.cwd, below), below, terminal))
}

async function search(patterns: readonly string[], cwd: string): Promise<string[]> {
  const { glob } = await import('tinyglobby')
  const options = { cwd, caseSensitiveMatch: false, expandDirectories: false, followSymbolicLinks: false }
  return (await glob([...patterns], options)).sort()
}

function inputAt(path: string, below: string, { cwd }: Terminal): InputFile {
  const near = relative(cwd, path)
  const name = near.startsWith('..') ? path : near
  return {
    name,
    below: below.startsWith('..') || resolve(cwd, below) === below ? basename(path) : below,
    async read() {
      try {
        return await readFile(path)
      } catch (cause) {
        throw new CommandError(EXIT.noInput, `${name} cannot be read.`, { cause })
      }
    },
  }
}

/** Where results go. */
export interface OutputRules {
  /** A file, a folder, or `-`; beside the input when left out. */
  readonly output: string | undefined
  /** Put between name and ending of results that stand beside their input. */
  readonly suffix: string
  readonly force: boolean
}

/**
 * Chooses the place of each result; undefined for the standard output.
 *
 * @param ending of the results, such as `.pdf`
 * @throws CommandError where two results would be one file, where one would replace an input, and for several results
 * in one file
 */
export async function chooseOutputs(
  inputs: readonly InputFile[],
  ending: string,
  { output, suffix, force }: OutputRules,
  terminal: Terminal,
): Promise<(string | undefined)[]> {
  const isFolder = output !== undefined && (await isFolderName(output, inputs.length, terminal))
  const places = inputs.map(({ name, below }) => {
    if (output === PIPE || (output === undefined && name === PIPE)) return undefined
    if (output !== undefined && !isFolder) return resolve(terminal.cwd, output)
    if (output === undefined) return resolve(terminal.cwd, withEnding(name, suffix, ending))
    return resolve(terminal.cwd, output, withEnding(name === PIPE ? 'document' : below, '', ending))
  })
  const files = places.filter((place) => place !== undefined)
  if (new Set(files).size < files.length || (places.length > 1 && files.length < places.length)) {
    throw new CommandError(EXIT.usage, 'Several results would go to one place: name a folder with --output.')
  }
  const taken = new Set(inputs.filter(({ name }) => name !== PIPE).map(({ name }) => resolve(terminal.cwd, name)))
  for (const file of files) {
    if (taken.has(file)) throw new CommandError(EXIT.usage, `The result would replace its own input ${file}.`)
    if (!force && (await stat(file).catch(() => undefined)) !== undefined) {
      throw new CommandError(EXIT.cannotCreate, `${file} is there already; --force replaces it.`)
    }
  }
  return places
}

async function isFolderName(output: string, inputs: number, { cwd }: Terminal): Promise<boolean> {
  if (output === PIPE) return false
  const facts = await stat(resolve(cwd, output)).catch(() => undefined)
  return facts?.isDirectory() ?? (inputs > 1 || output.endsWith('/'))
}

function withEnding(name: string, suffix: string, ending: string): string {
  return join(dirname(name), `${basename(name, extname(name))}${suffix}${ending}`)
}

/** Writes a result: whole or not at all. */
export async function writeResult(path: string | undefined, bytes: Uint8Array, terminal: Terminal): Promise<void> {
  if (path === undefined) {
    await terminal.writeStdout(bytes)
    return
  }
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new CommandError(EXIT.cannotCreate, `${path} cannot be written.`, { cause })
  }
}

/**
 * Input and output files of commands: paths, folders, patterns, and `-` for pipes.
 *
 * @module
 */
import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { CommandError, EXIT } from './exit-codes.js'
import { why } from './settings/settings.js'
import type { Terminal } from './terminal.js'

export { writeResult } from './write-result.js'

/** Argument that stands for the standard input or output. */
export const PIPE = '-'

/** A file to be worked on. */
export interface InputFile {
  /** Name of the file in messages; `-` for the standard input. */
  readonly name: string
  /** Path below the folder or the pattern that the file was found by. It is kept in an output folder. */
  readonly below: string
  /** Whether the file was found in a folder or by a pattern, which may find others next time. */
  readonly isFound: boolean
  read(): Promise<Uint8Array>
}

/**
 * Lists the files that arguments stand for: files, folders (searched for the given endings, with what lies below), patterns such
 * as `contracts/**\/*.pdf`, and `-`.
 *
 * @param output where results are written; files in it are left out when it lies within a searched folder
 * @throws CommandError for a missing file, and when no file is found at all
 */
export async function listInputs(
  args: readonly string[],
  endings: readonly string[],
  terminal: Terminal,
  output?: string,
): Promise<InputFile[]> {
  const found = new Map<string, InputFile>()
  for (const arg of args) {
    for (const file of await expand(arg, endings, terminal, output)) {
      if (!found.has(file.name)) found.set(file.name, file)
    }
  }
  if (found.size > 0) return [...found.values()]
  const what =
    args.length === 0 ? 'No file was given.' : `There is no ${endings.join(' or ')} file in ${args.join(' ')}.`
  throw new CommandError(args.length === 0 ? EXIT.usage : EXIT.noInput, what)
}

async function expand(
  arg: string,
  endings: readonly string[],
  terminal: Terminal,
  output: string | undefined,
): Promise<InputFile[]> {
  // An empty argument often comes from an unset variable of the shell. Its path would be the current folder, and all files in it
  // would be taken.
  if (arg === '') throw new CommandError(EXIT.usage, 'A file has an empty name: is a variable not set?')
  if (arg === PIPE) return [{ name: PIPE, below: PIPE, isFound: false, read: () => terminal.readStdin() }]
  const { cwd } = terminal
  const path = resolve(cwd, arg)
  const results = output === undefined || output === PIPE ? undefined : resolve(cwd, output) + sep
  const isResult = (place: string) => results !== undefined && results !== path + sep && place.startsWith(results)
  let problem: unknown
  const facts = await stat(path).catch((error: unknown) => {
    problem = error
  })
  if (facts?.isDirectory() === true) {
    const patterns = endings.map((ending) => `**/*${ending}`)
    const found = (await search(patterns, path)).filter((below) => !isResult(join(path, below)))
    return found.map((below) => ({ ...inputAt(join(path, below), below, terminal), isFound: true }))
  }
  if (facts !== undefined) return [inputAt(path, basename(path), terminal)]
  const isMissing = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((problem as NodeJS.ErrnoException).code ?? '')
  if (!isMissing) throw new CommandError(EXIT.noInput, `${arg} cannot be read${why(problem)}.`, { cause: problem })
  if (!/[*?[\]{}]/.test(arg)) throw new CommandError(EXIT.noInput, `There is no file ${arg}.`)
  const found = (await search([arg], cwd)).filter((below) => !isResult(resolve(cwd, below)))
  return found.map((below) => ({ ...inputAt(resolve(cwd, below), below, terminal), isFound: true }))
}

async function search(patterns: readonly string[], cwd: string): Promise<string[]> {
  const { glob } = await import('tinyglobby')
  const options = { cwd, caseSensitiveMatch: false, expandDirectories: false, followSymbolicLinks: false }
  return (await glob([...patterns], options)).sort()
}

/** Maximum number of bytes that are read from a stream: the size of the largest file that is signed. */
const MAX_STREAM_BYTES = 1024 * 1024 * 1024

/** @throws CommandError for a stream that is too long, such as a device without an end, before it fills the memory */
export async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  maxBytes = MAX_STREAM_BYTES,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBytes) throw new CommandError(EXIT.noInput, `${name} cannot be read (it is too large).`)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function inputAt(path: string, below: string, { cwd }: Terminal): InputFile {
  const near = relative(cwd, path)
  const name = near.startsWith('..') ? path : near
  return {
    name,
    isFound: false,
    below: below.startsWith('..') || resolve(cwd, below) === below ? basename(path) : below,
    async read() {
      try {
        return await ((await stat(path)).isFile() ? readFile(path) : readStream(createReadStream(path), name))
      } catch (cause) {
        if (cause instanceof CommandError) throw cause
        const reason = path.includes('\ufffd') ? ' (its name is not UTF-8)' : why(cause)
        throw new CommandError(EXIT.noInput, `${name} cannot be read${reason}.`, { cause })
      }
    },
  }
}

/** Where results are written. */
interface OutputRules {
  /** A file, a folder, or `-`. Left out: next to the input. */
  readonly output: string | undefined
  /** Text between name and extension of results that are written next to their input. */
  readonly suffix: string
  readonly force: boolean
  /** Whether results replace their inputs. */
  readonly inPlace?: boolean
}

/**
 * Chooses the path of each result; undefined for the standard output.
 *
 * @param ending file name extension of the results, such as `.pdf`
 * @throws CommandError when two results would have one path, when a result would replace an input, and for several results in
 *   one file
 */
export async function chooseOutputs(
  inputs: readonly InputFile[],
  ending: string,
  rules: OutputRules,
  terminal: Terminal,
): Promise<(string | undefined)[]> {
  const { force, inPlace = false } = rules
  const places = inPlace
    ? inputs.map(({ name }) => (name === PIPE ? undefined : resolve(terminal.cwd, name)))
    : await placeResults(inputs, ending, rules, terminal)
  const files = places.filter((place) => place !== undefined)
  if (new Set(files).size < files.length || (places.length > 1 && files.length < places.length)) {
    throw new CommandError(EXIT.usage, 'Several results would go to one place: name a folder with --output.')
  }
  if (inPlace) return places
  const sources = inputs.filter(({ name }) => name !== PIPE).map(({ name }) => realPath(resolve(terminal.cwd, name)))
  const taken = new Set(await Promise.all(sources))
  for (const file of files) {
    if (taken.has(await realPath(file))) {
      throw new CommandError(EXIT.usage, `The result would replace an input, ${file}.`)
    }
    const facts = await stat(file).catch(() => undefined)
    if (facts?.isDirectory() === true) throw new CommandError(EXIT.cannotCreate, `${file} is a folder.`)
    if (!force && facts?.isFile() === true) {
      throw new CommandError(EXIT.cannotCreate, `${file} is there already; --force replaces it.`)
    }
  }
  return places
}

/** The path with all links resolved; the path itself for a missing file. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

async function placeResults(
  inputs: readonly InputFile[],
  ending: string,
  { output, suffix }: OutputRules,
  { cwd }: Terminal,
): Promise<(string | undefined)[]> {
  const isFolder = output !== undefined && (await isFolderName(output, inputs, cwd))
  return inputs.map(({ name, below }) => {
    if (output === PIPE || (output === undefined && name === PIPE)) return undefined
    if (output !== undefined && !isFolder) return resolve(cwd, output)
    if (output === undefined) return resolve(cwd, withEnding(name, suffix, ending))
    return resolve(cwd, output, withEnding(name === PIPE ? 'document' : below, '', ending))
  })
}

async function isFolderName(output: string, inputs: readonly InputFile[], cwd: string): Promise<boolean> {
  if (output === PIPE) return false
  const facts = await stat(resolve(cwd, output)).catch(() => undefined)
  return (
    facts?.isDirectory() ??
    (inputs.length > 1 || output.endsWith('/') || (extname(output) === '' && inputs.some(({ isFound }) => isFound)))
  )
}

function withEnding(name: string, suffix: string, ending: string): string {
  return join(dirname(name), `${basename(name, extname(name))}${suffix}${ending}`)
}

/** @throws CommandError when results and lines of JSON would be mixed on the standard output */
export function assertJsonHasRoom(json: boolean, places: readonly (string | undefined)[]): void {
  if (!json || !places.includes(undefined)) return
  throw new CommandError(EXIT.usage, 'The standard output cannot hold the document and --json: name an --output.')
}

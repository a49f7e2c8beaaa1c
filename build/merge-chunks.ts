/**
 * Makes few modules of many. Modules that the same work needs become one, so that each work loads few files with little in them
 * that it does not use.
 *
 * esbuild makes a chunk of every set of entries that share something, and every `import()` is an entry: a hundred small files
 * would be read, compiled and linked for one signature, which takes longer than what is in them.
 *
 * @module
 */

import { isBuiltin } from 'node:module'
import { basename, resolve } from 'node:path'
import { type GetModuleInfo, rollup } from 'rollup'
import { COMMAND_ENTRIES } from './entries.js'

/** The entry that nearly every host imports. */
const LIBRARY = 'index'

/** Entries that need most of the library anyway. */
const LARGE = ['batch', 'testing', 'trust-lists']

const NOT_SMALL = new Set([LIBRARY, ...LARGE, ...Object.keys(COMMAND_ENTRIES)])

/**
 * What hosts and users do, and the entries and `import()`s that it loads. Modules with the same works become one chunk, which is
 * named after them. An `import()` that is missing here is loaded as a file of its own.
 */
const WORKS: Readonly<Record<string, readonly string[]>> = {
  sign: ['seal-document', 'pkcs12'],
  page: ['certificate-page', 'certificate-wording', 'apply-brand', 'load-shaper-for'],
  verify: ['verify-pdf', 'check-drawn-place', 'check-row'],
  pdf: ['docx-to-pdf'],
  html: ['convert-file', 'html-to-docx', 'find-pages', 'open-ruler', 'embedded-part'],
  markdown: ['markdown-to-docx'],
}

/** What the works load in addition where the command line does them. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  command: ['cli-program'],
  sign: ['sign-command', 'load-identity'],
  verify: ['verify-command'],
  html: ['convert-command'],
}

/** How a module system wants its files. */
export interface MergeTarget {
  readonly format: 'es' | 'cjs'
  /** Ending of the files, with its dot. */
  readonly ending: '.js' | '.cjs'
}

/**
 * Merges the ES modules of a folder, and writes them as that system's.
 *
 * @param parts Folder with the chunks, and the entries under the names that the package has for them.
 * @param folder Where the merged modules go.
 */
export async function mergeChunks(
  parts: string,
  folder: string,
  entries: readonly string[],
  { format, ending }: MergeTarget,
): Promise<void> {
  const files = new Map(entries.map((name) => [name, resolve(parts, `${name}.js`)]))
  const bundle = await rollup({
    input: Object.fromEntries(files),
    external: (id) => isBuiltin(id) || !/^[./]/.test(id),
    onwarn: (warning) => {
      throw new Error(`Merging chunks: ${warning.message}`)
    },
  })
  await bundle.write({
    dir: folder,
    format,
    interop: 'auto',
    exports: 'named',
    generatedCode: 'es2015',
    // What a module needs is found when that is compiled; to name it in the entries too would only be more to read.
    hoistTransitiveImports: false,
    entryFileNames: `[name]${ending}`,
    chunkFileNames: `[name]${ending}`,
    manualChunks: assignChunks(files),
  })
  await bundle.close()
}

/** Says which chunk a module goes into; undefined leaves it to Rollup. */
function assignChunks(files: ReadonlyMap<string, string>) {
  let assigned: ReadonlyMap<string, string> | undefined
  return (id: string, graph: ModuleGraph): string | undefined => {
    assigned ??= listChunks(files, graph)
    return assigned.get(id)
  }
}

interface ModuleGraph {
  readonly getModuleIds: () => IterableIterator<string>
  readonly getModuleInfo: GetModuleInfo
}

/** The chunks of all modules that the library or a work loads. */
function listChunks(
  files: ReadonlyMap<string, string>,
  { getModuleIds, getModuleInfo }: ModuleGraph,
): Map<string, string> {
  const ids = [...getModuleIds()]
  const starts = (names: readonly string[]) => names.map((name) => files.get(name) ?? findOnly(name, ids))
  const loadedBy = (names: readonly string[]) => listClosure(starts(names), getModuleInfo)
  const library = loadedBy([LIBRARY])
  const small = loadedBy([...files.keys()].filter((name) => !NOT_SMALL.has(name)))
  const chunks = new Map<string, string>()
  const hasCommands = files.has('cli')
  for (const [id, works] of listWorks(hasCommands, loadedBy)) chunks.set(id, works.join('-'))
  // An import of the library reads three files, however many works share what is in them. The command line does not
  // need all of it.
  for (const id of library)
    chunks.set(id, small.has(id) ? 'shared' : hasCommands && chunks.has(id) ? 'core' : 'library')
  return chunks
}

/** By the module, the works that load it. */
function listWorks(
  hasCommands: boolean,
  loadedBy: (names: readonly string[]) => ReadonlySet<string>,
): Map<string, string[]> {
  const works = new Map<string, string[]>()
  const names = new Set([...Object.keys(WORKS), ...(hasCommands ? Object.keys(COMMANDS) : [])])
  for (const work of names)
    for (const id of loadedBy([...(WORKS[work] ?? []), ...((hasCommands && COMMANDS[work]) || [])]))
      works.set(id, [...(works.get(id) ?? []), work])
  return works
}

function findOnly(name: string, ids: readonly string[]): string {
  const [found, other] = ids.filter((id) => nameOf(id) === name)
  if (found === undefined || other !== undefined) {
    throw new Error(`${found === undefined ? 'Nothing is' : 'Two modules are'} called ${name} now.`)
  }
  return found
}

/** What esbuild called a module before it added a hash: `docx-to-pdf` for `docx-to-pdf-P6T6PZ3Q.js`. */
function nameOf(id: string): string {
  return basename(id).replace(/(-[A-Z0-9]{8})?\.js$/, '')
}

/** All modules that are loaded together with some, without those that wait for an `import()`. */
function listClosure(starts: readonly string[], getModuleInfo: GetModuleInfo): Set<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Makes few modules of many: what belongs to the start of the library becomes one, and what a conversion loads becomes a few.
 *
 * esbuild makes a chunk of every set of entries that share something, and every `import()` is an entry: half a hundred small
 * files are read, compiled and linked for an import of the library, which takes longer than what is in them.
 *
 * @module
 */

import { isBuiltin } from 'node:module'
import { basename, resolve } from 'node:path'
import { type GetModuleInfo, rollup } from 'rollup'

/** The entry that nearly every host imports. */
const LIBRARY = 'index'

/** What is loaded with the library, and by nothing else. */
const LIBRARY_CHUNK = 'library'

/** What the library and the small entries (a framework's, a store's) share: errors, limits, how bytes are read. */
const SHARED_CHUNK = 'shared'

/** Entries that need most of the library anyway. */
const LARGE = ['batch', 'testing', 'trust-lists']

/** The `import()` with the most behind it. */
const CONVERSION = 'docx-to-pdf'

/** What sets pages, and what is loaded only beside that. */
const TYPESETTING = [
  ...[CONVERSION, 'certificate-page', 'report-pdf', 'signature-appearance'],
  ...['apply-brand', 'load-shaper-for', 'qr-code', 'signature-image'],
]
const DOCX_READING = [CONVERSION, 'docx-to-text']

/**
 * What a conversion loads, by who else does: the chunk of a module is the first whose list has all entries that load it. Those
 * get little in addition, and a conversion reads five files where it would read eighteen.
 */
const CONVERSION_CHUNKS: readonly (readonly [chunk: string, loadedBy: ReadonlySet<string>])[] = [
  ['typesetting', new Set(TYPESETTING)],
  ['docx', new Set(DOCX_READING)],
  ['office', new Set([...TYPESETTING, ...DOCX_READING, 'embedded-part', 'html-to-docx', 'markdown-to-docx'])],
]

/** The rest: what signing and verifying load, too. */
const COMMON_CHUNK = 'common'

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
  return (id: string, { getModuleIds, getModuleInfo }: ModuleGraph): string | undefined => {
    assigned ??= new Map([
      ...listConversion([...getModuleIds()], files, getModuleInfo),
      ...listLibrary(files, getModuleInfo),
    ])
    return assigned.get(id)
  }
}

interface ModuleGraph {
  readonly getModuleIds: () => IterableIterator<string>
  readonly getModuleInfo: GetModuleInfo
}

/** The chunks of what the library loads at its start. */
function listLibrary(files: ReadonlyMap<string, string>, getModuleInfo: GetModuleInfo): Map<string, string> {
  const entries = [...files]
  const starts = entries.filter(([name]) => name !== LIBRARY && !LARGE.includes(name)).map(([, file]) => file)
  const library = entries.filter(([name]) => name === LIBRARY).map(([, file]) => file)
  const small = listClosure(starts, getModuleInfo)
  const chunks = new Map<string, string>()
  for (const id of listClosure(library, getModuleInfo)) chunks.set(id, small.has(id) ? SHARED_CHUNK : LIBRARY_CHUNK)
  return chunks
}

/** The chunks of what a conversion loads. */
function listConversion(
  ids: readonly string[],
  files: ReadonlyMap<string, string>,
  getModuleInfo: GetModuleInfo,
): Map<string, string> {
  const entries = new Map([...files].map(([name, id]) => [id, name]))
  for (const id of ids) if ((getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) entries.set(id, nameOf(id))
  const loadedBy = new Map<string, Set<string>>()
  for (const [start, name] of entries)
    for (const id of listClosure([start], getModuleInfo)) loadedBy.set(id, (loadedBy.get(id) ?? new Set()).add(name))
  const chunks = new Map<string, string>()
  for (const [id, names] of loadedBy) {
    if (!names.has(CONVERSION) || entries.get(id) === CONVERSION) continue
    const chunk = CONVERSION_CHUNKS.find(([, allowed]) => [...names].every((name) => allowed.has(name)))
    chunks.set(id, chunk?.[0] ?? COMMON_CHUNK)
  }
  if (chunks.size === 0) throw new Error(`Nothing is called ${CONVERSION} any more.`)
  return chunks
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

/**
 * Makes few modules of many: what belongs to the start of the library becomes one.
 *
 * esbuild makes a chunk of every set of entries that share something, and every `import()` is an entry: half a hundred small
 * files are read, compiled and linked for an import of the library, which takes longer than what is in them.
 *
 * @module
 */

import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { type GetModuleInfo, rollup } from 'rollup'

/** The entry that nearly every host imports. */
const LIBRARY = 'index'

/** What is loaded with the library, and by nothing else. */
const LIBRARY_CHUNK = 'library'

/** What the library and the small entries (a framework's, a store's) share: errors, limits, how bytes are read. */
const SHARED_CHUNK = 'shared'

/** Entries that need most of the library anyway. */
const LARGE = ['batch', 'testing']

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
  let closures: { library: ReadonlySet<string>; small: ReadonlySet<string> } | undefined
  return (id: string, { getModuleInfo }: { getModuleInfo: GetModuleInfo }): string | undefined => {
    if (closures === undefined) {
      const starts = [...files].filter(([name]) => name !== LIBRARY && !LARGE.includes(name)).map(([, file]) => file)
      closures = {
        library: listClosure(
          [...files].filter(([name]) => name === LIBRARY).map(([, file]) => file),
          getModuleInfo,
        ),
        small: listClosure(starts, getModuleInfo),
      }
    }
    if (!closures.library.has(id)) return undefined
    return closures.small.has(id) ? SHARED_CHUNK : LIBRARY_CHUNK
  }
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

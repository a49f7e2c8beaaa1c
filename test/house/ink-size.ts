/**
 * How large everything is that looks at ink, counted from the graph of imports.
 *
 *     npm run ink:size
 *
 * Counted are the modules that the door of `src/ink` leads to, and those beside it that nothing but these imports: what only
 * ink needs is a part of it wherever it stands.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { parseSources } from './source-files.js'

const ROOM = 'src/ink/'
const DOOR = 'src/ink/index.ts'
const ROOT = new URL('../../', import.meta.url)

/** Modules by path, each with the paths that it imports. */
type ImportGraph = ReadonlyMap<string, readonly string[]>

/** What was counted. */
export interface InkSize {
  readonly files: number
  readonly lines: number
  /** Files and lines of each folder, by its path. */
  readonly folders: ReadonlyMap<string, readonly [files: number, lines: number]>
  /** Modules in the room that the door does not lead to. */
  readonly unreachable: readonly string[]
}

/** Counts the files as they are on the disk. */
export function measureInk(): InkSize {
  const sources = parseSources()
  const graph = new Map([...sources].map(([path, source]) => [path, importsOf(path, source)]))
  const counted = modulesOfInk(graph)
  const folders = new Map<string, readonly [number, number]>()
  let all = 0
  for (const path of counted) {
    const lines = readFileSync(new URL(path, ROOT), 'utf8').split('\n').length - 1
    const folder = posix.dirname(path)
    const [files, sum] = folders.get(folder) ?? [0, 0]
    folders.set(folder, [files + 1, sum + lines])
    all += lines
  }
  const unreachable = [...graph.keys()].filter((path) => path.startsWith(ROOM) && !counted.has(path))
  return { files: counted.size, lines: all, folders: new Map([...folders].sort()), unreachable }
}

/** The modules that count: what the door leads to in the room, and what nothing else imports beside it. */
export function modulesOfInk(graph: ImportGraph): Set<string> {
  const counted = new Set([DOOR])
  // Iterating over a set that grows meanwhile reaches the new items, too.
  for (const path of counted) for (const next of graph.get(path) ?? []) if (next.startsWith(ROOM)) counted.add(next)
  const importers = new Map<string, string[]>()
  for (const [path, imports] of graph) {
    for (const next of imports) importers.set(next, [...(importers.get(next) ?? []), path])
  }
  for (const path of counted) {
    for (const next of graph.get(path) ?? []) {
      if (importers.get(next)?.every((importer) => counted.has(importer)) === true) counted.add(next)
    }
  }
  return counted
}

function importsOf(path: string, source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    const isLink = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
    const specifier = isLink ? statement.moduleSpecifier : undefined
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return []
    return [posix.join(posix.dirname(path), specifier.text).replace(/\.js$/, '.ts')]
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, lines, folders, unreachable } = measureInk()
  for (const [folder, [count, sum]] of folders)
    console.log(`${String(count).padStart(4)} files ${String(sum).padStart(6)} lines  ${folder}`)
  console.log(`${files} files, ${lines} lines`)
  if (unreachable.length > 0) console.log(`not reached from the door: ${unreachable.join(', ')}`)
}

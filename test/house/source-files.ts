/**
 * The sources, parsed: what tests of the house look at.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Every module of `src` and `adapters`, by its path from the root. */
export function parseSources(): ReadonlyMap<string, ts.SourceFile> {
  const paths = ['src', 'adapters'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  const modules = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts')).sort()
  return new Map(modules.map((path) => [path, parse(path, readFileSync(ROOT + path, 'utf8'))]))
}

/** A module that is not on the disk. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
}

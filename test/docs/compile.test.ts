/**
 * Every block of TypeScript in README and docs compiles in strict mode.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { codeBlocks, ENTRIES, PAGES, ROOT } from './code-blocks.js'

const NAMES = `${ROOT}test/docs/names.d.ts`

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // The blocks are modules of a host: they see names by imports, and what names.d.ts says that the host has.
  moduleDetection: ts.ModuleDetectionKind.Force,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  types: ['node'],
  paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, [ROOT + file]])),
}

/** What the compiler says about modules that are not on the disk, each message with its place in the page. */
function check(modules: ReadonlyMap<string, { readonly place: string; readonly line: number; readonly code: string }>) {
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => modules.has(path) || fileExists(path)
  host.readFile = (path) => modules.get(path)?.code ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) => {
    const module = modules.get(path)
    return module === undefined
      ? getSourceFile.call(host, path, version, ...rest)
      : ts.createSourceFile(path, module.code, version)
  }
  const program = ts.createProgram([NAMES, ...modules.keys()], options, host)
  return [...modules].flatMap(([path, { place, line }]) => {
    const file = program.getSourceFile(path)
    if (file === undefined) throw new Error(`The compiler has not read ${place}.`)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) =>
        `${place}:${line + file.getLineAndCharacterOfPosition(start).line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
}

it('all TypeScript of README and docs compiles in strict mode', { timeout: 240_000 }, () => {
  const blocks = PAGES.flatMap(codeBlocks)
  expect(blocks.length).toBeGreaterThan(20)
  const modules = new Map(
    blocks.map(({ page, line, code }, i) => [`${ROOT}test/docs/block-${i}.ts`, { place: page, line, code }]),
  )
  modules.set(`${ROOT}test/docs/block-wrong.ts`, {
    place: 'wrong',
    line: 1,
    code: `import { signDocument } from 'sealwright'\nawait signDocument(1)\n`,
  })
  // The last one proves that faults are found.
  expect(check(modules)).toEqual([expect.stringMatching(/^wrong:2: /)])
})

it('every entry of the package has its source', () => {
  const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
  const entries = Object.keys(exports)
    .filter((name) => name !== './worker' && !name.endsWith('.json'))
    .map((name) => name.replace(/^\./, 'sealwright'))
  expect(Object.keys(ENTRIES).sort()).toEqual(entries.sort())
})

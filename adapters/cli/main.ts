#!/usr/bin/env node
/**
 * The program `sealwright`.
 *
 * @module
 */
import * as nodeModule from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { compiledCodeFolder } from './compiled-code-folder.js'
import { CompiledModules } from './compiled-modules.js'

/** Set by the build, where all modules stand in one folder, as CommonJS. */
declare const SEALWRIGHT_BUILT: true | undefined

type Program = typeof import('./cli-program.js')

async function main(): Promise<void> {
  startSooner()
  const folder = process.env['NODE_DISABLE_COMPILE_CACHE'] === '1' ? undefined : compiledCodeFolder(process.env)
  // Node 22 and later keep compiled code between runs.
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache')
  if (folder !== undefined && typeof enable === 'function') enable(folder)
  if (typeof SEALWRIGHT_BUILT !== 'undefined' && folder !== undefined && typeof enable !== 'function') {
    return runCompiled(folder)
  }
  await (await import('./cli-program.js')).runProcess()
}

/** For Node 20: the same, by what V8 offers for it. */
async function runCompiled(caches: string): Promise<void> {
  // Each command needs modules of its own.
  const purpose = /^[a-z]{2,12}$/.exec(process.argv[2] ?? '')?.[0] ?? 'other'
  const place = { folder: __dirname, caches, purpose }
  const modules = new CompiledModules(place, (specifier) => import(specifier), unoptimized)
  const { runProcess } = modules.load('cli-program.cjs') as Program
  // A word that is no command is not worth a file.
  if (await runProcess()) unoptimized(() => modules.keep())
}

/** How long nothing is optimised: a file or two, and no time that a thousand would miss. */
const OPTIMIZE_AFTER_MS = 400

let isOptimizing = false

/** Most command lines end before optimised code or a tidy heap would have paid for itself; together they cost an eighth. */
function startSooner(): void {
  setFlagsFromString('--semi-space-growth-factor=16')
  setFlagsFromString('--no-opt')
  setTimeout(() => {
    isOptimizing = true
    setFlagsFromString('--opt')
  }, OPTIMIZE_AFTER_MS).unref()
}

/**
 * Does something under the flags of the start. Compiled code is taken only under the flags that it was kept under: modules that
 * are loaded late, since the machine is busy, would be compiled and kept anew with every run.
 */
function unoptimized<T>(work: () => T): T {
  if (!isOptimizing) return work()
  setFlagsFromString('--no-opt')
  try {
    return work()
  } finally {
    setFlagsFromString('--opt')
  }
}

void main()

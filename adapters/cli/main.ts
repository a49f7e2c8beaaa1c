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

/** Defined by the build, where all modules stand in one folder as CommonJS. */
declare const SEALWRIGHT_BUILT: true | undefined

type Program = typeof import('./cli-program.js')

async function main(): Promise<void> {
  startSooner()
  const folder = process.env['NODE_DISABLE_COMPILE_CACHE'] === '1' ? undefined : compiledCodeFolder(process.env)
  // Node.js 22 and later keep the code of threads, and of the packages that the user has installed.
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache')
  if (folder !== undefined && typeof enable === 'function') enable(folder)
  if (typeof SEALWRIGHT_BUILT !== 'undefined' && folder !== undefined) return runCompiled(folder)
  await (await import('./cli-program.js')).runProcess()
}

/** Runs with kept compiled code, by means of V8. With the cache of Node.js 22 alone, the program takes a quarter longer. */
async function runCompiled(caches: string): Promise<void> {
  // Each command needs different modules.
  const purpose = /^[a-z]{2,12}$/.exec(process.argv[2] ?? '')?.[0] ?? 'other'
  const place = { folder: __dirname, caches, purpose }
  const modules = new CompiledModules(place, (specifier) => import(specifier), unoptimized)
  const { runProcess } = modules.load('cli-program.cjs') as Program
  // Compiled code is not kept for a word that is not a command.
  if (await runProcess()) unoptimized(() => modules.keep())
}

/**
 * Time without optimisation, in milliseconds. A run over a file or two ends within it, and a run over a thousand files does not
 * miss it.
 */
const OPTIMIZE_AFTER_MS = 400

/** V8's flags for compilers of fast code. Maglev is one of them since Node.js 24. */
const COMPILERS = Number(process.versions.node.split('.')[0]) < 24 ? ['opt'] : ['opt', 'maglev']

let isOptimizing = false

function setCompilers(prefix: '--' | '--no-'): void {
  for (const name of COMPILERS) setFlagsFromString(`${prefix}${name}`)
}

/**
 * Turns off optimised code and frequent garbage collection at the start. Most runs end before these would pay off, and together
 * they cost an eighth of the time.
 */
function startSooner(): void {
  setFlagsFromString('--semi-space-growth-factor=16')
  setCompilers('--no-')
  setTimeout(() => {
    isOptimizing = true
    setCompilers('--')
  }, OPTIMIZE_AFTER_MS).unref()
}

/**
 * Runs work under the flags of the start. Compiled code is only accepted under the flags with which it was kept. Modules that
 * are loaded late, on a busy machine, would otherwise be compiled and kept again with every run.
 */
function unoptimized<T>(work: () => T): T {
  if (!isOptimizing) return work()
  setCompilers('--no-')
  try {
    return work()
  } finally {
    setCompilers('--')
  }
}

void main()

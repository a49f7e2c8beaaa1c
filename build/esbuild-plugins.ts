/**
 * What the build changes in modules.
 *
 * @module
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/** Packages that the sources load when they first need them, and at once: the bundler takes them in all the same. */
const LAZY = /createRequire\(import\.meta\.url\)\(('[^']+')\)/g

/**
 * Makes `createRequire(import.meta.url)('name')` a `require('name')`, which esbuild follows and runs at that call. Where the
 * package has an ES module as well, esbuild takes that, and what is wanted is its default.
 */
export const lazyRequire: Plugin = {
  name: 'lazy-require',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/](input|typeset|convert)[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (source.search(LAZY) < 0) return undefined
      const contents = source
        .replace(LAZY, '((found) => found.default ?? found)(require($1))')
        .replace("import { createRequire } from 'node:module'\n", '')
      return { contents, loader: 'ts' }
    })
  },
}

/** Packages in CommonJS ask for modules of Node by `require`, which ES modules do not have: here they import them. */
export const importBuiltins: Plugin = {
  name: 'import-builtins',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'required-builtin' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: `import builtin from ${JSON.stringify(path)}; export { builtin as 'module.exports' }`,
      loader: 'js',
    }))
  },
}

/** The tables of encodings are rarely needed. As a string they compile in a third of the time. */
export const tablesAsText: Plugin = {
  name: 'tables-as-text',
  setup(build) {
    build.onLoad({ filter: /[\\/]multi-byte\.encodings\.json$/ }, async ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))})`,
      loader: 'js',
    }))
  },
}

/** A validator says what is wrong in English alone; the other languages are most of its size. */
export const englishOnly: Plugin = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js'`,
      loader: 'js',
    }))
  },
}

/**
 * A limiter that counts here, and one that counts in Redis, are all that is used of two dozen. The others would bring an
 * `import()` of names that are only known at run time, for which webpack takes in everything that it finds in the folder.
 */
export const fewLimiters: Plugin = {
  name: 'few-limiters',
  setup(build) {
    build.onLoad({ filter: /[\\/]rate-limiter-flexible[\\/]index\.js$/ }, () => ({
      contents: ['RateLimiterMemory', 'RateLimiterRedis']
        .map((name) => `exports.${name} = require('./lib/${name}')`)
        .join('\n'),
      loader: 'js',
    }))
  },
}

/** The files of the package stand beside the built modules; where they came from is no part of it. */
export const noSourceAssets: Plugin = {
  name: 'no-source-assets',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]assets[\\/]source-assets\.ts$/ }, () => ({
      contents: 'export const readSourceAsset = undefined',
      loader: 'ts',
    }))
  },
}

/**
 * HarfBuzz looks for its WebAssembly beside its own module and starts with a top-level await, which no CommonJS can have:
 * here it starts when it is told to, with the bytes that it is given.
 */
export const startableHarfBuzz: Plugin = {
  name: 'startable-harfbuzz',
  setup(build) {
    build.onLoad({ filter: /[\\/]harfbuzzjs[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: replaceAll(await readFile(path, 'utf8'), [
        [
          'init(await createHarfBuzz());',
          'export const start = async (wasmBinary) => init(await createHarfBuzz({ wasmBinary, locateFile: (name) => name }));',
        ],
      ]),
      loader: 'js',
    }))
    build.onLoad({ filter: /[\\/]harfbuzzjs[\\/]dist[\\/]harfbuzz\.js$/ }, async ({ path }) => ({
      contents: replaceAll(await readFile(path, 'utf8'), [
        [
          'var ENVIRONMENT_IS_NODE=typeof process=="object"&&process.versions?.node&&process.type!="renderer";',
          'var ENVIRONMENT_IS_NODE=false;',
        ],
        ['const{createRequire}=await import("module");var require=createRequire(import.meta.url)', ''],
        ['var _scriptName=import.meta.url;', 'var _scriptName="";'],
        ['new URL("harfbuzz.wasm",import.meta.url).href', '"harfbuzz.wasm"'],
      ]),
      loader: 'js',
    }))
  },
}

/**
 * Commander can run commands that are programs of their own. Here none is, and what starts them is a fifth of its start. It asks
 * Node itself for the other modules: esbuild would leave calls of a `require` that may not be there, for which it puts one of its
 * own into what all modules share, and webpack warns of that ("Critical dependency").
 */
export const noChildProcesses: Plugin = {
  name: 'no-child-processes',
  setup(build) {
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, async ({ path }) => ({
      contents: replaceAll(await readFile(path, 'utf8'), [
        ["const childProcess = require('node:child_process');", 'const childProcess = undefined;'],
        ...['events', 'path', 'fs', 'process'].map(
          (name) => [`require('node:${name}')`, `globalThis.process.getBuiltinModule('node:${name}')`] as const,
        ),
      ]),
      loader: 'js',
    }))
  },
}

/**
 * UTIF takes pako in for deflated TIFF, and asks for it at once. What is deflated `tiff.ts` inflates itself, before UTIF sees it:
 * without pako there are 70 KB less to parse for the first document.
 */
export const withoutPako: Plugin = {
  name: 'without-pako',
  setup(build) {
    build.onLoad({ filter: /[\\/]utif2[\\/]UTIF\.js$/ }, async ({ path }) => ({
      contents: replaceAll(await readFile(path, 'utf8'), [
        ['(typeof require === "function") ? require("pako") : self.pako', 'undefined'],
      ]),
      loader: 'js',
    }))
  },
}

function replaceAll(source: string, pairs: readonly (readonly [string, string])[]): string {
  let text = source
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`The package has changed: ${from} is not in it any more.`)
    text = text.replace(from, to)
  }
  return text
}

/** What `src/index.ts` passes on: a list of names, and the module that they come from. */
const PASSED_ON = /export \{([^}]*)\} from '(\.\/[^']+)'/g

/** What an adapter takes from there. */
const TAKEN = /import \{([^}]*)\} from '[./]*\/src\/index\.js'/g

/**
 * Has adapters import each thing from the module that it is in, and not by way of `src/index.ts`: esbuild puts a file into
 * every chunk from which it can be reached, used or not, so that whatever took one error class would load the whole library.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  async setup(build) {
    const index = resolve('src/index.ts')
    const origins = listOrigins(await readFile(index, 'utf8'))
    build.onLoad({ filter: /[\\/]adapters[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source.replace(TAKEN, (_, names: string) => importDirectly(names, origins, dirname(index)))
      return contents === source ? undefined : { contents, loader: 'ts' }
    })
  },
}

/** By the name of each value, the module that has it, as `src/index.ts` spells it. */
function listOrigins(source: string): ReadonlyMap<string, string> {
  const origins = new Map<string, string>()
  for (const [, names = '', module = ''] of source.matchAll(PASSED_ON)) {
    for (const name of splitNames(names)) origins.set(name, module)
  }
  return origins
}

function importDirectly(names: string, origins: ReadonlyMap<string, string>, folder: string): string {
  return splitNames(names)
    .map((name) => {
      const module = origins.get(name.split(' as ')[0] ?? name)
      if (module === undefined)
        throw new Error(`src/index.ts does not pass on ${name} in a way that the build can see.`)
      return `import { ${name} } from ${JSON.stringify(join(folder, module))};`
    })
    .join('')
}

/** The names of values in a list of imports or exports; types are none. */
function splitNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}

/**
 * Notes which files went into a build, for the list of licences. Each build has a note of its own: tsup's are named by the
 * format, so that two builds of one format, which run at the same time, would write over each other.
 *
 * @param file Where the note is written, as JSON: paths of files.
 */
export function noteInputs(file: string): Plugin {
  return {
    name: 'note-inputs',
    setup(build) {
      build.onEnd(async ({ metafile }) => {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, JSON.stringify(Object.keys(metafile?.inputs ?? {})))
      })
    },
  }
}

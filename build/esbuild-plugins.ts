/**
 * What the build changes in modules.
 *
 * @module
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, posix, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { POLICY } from '../src/ink/ink-policy.js'
import { ELEMENT_PARTS, TYPESETTING_ENTRY, WEB_ENTRIES } from './entries.js'

/** Packages that the sources load when they first need them, and at once: the bundler takes them in all the same. */
const LAZY = /createRequire\(import\.meta\.url\)\(('[^']+')\)/g

/**
 * Changes modules of ours as they are read: packages are asked for where they are needed, and everything is imported from the
 * module that has it. Modules in which nothing changes are left to other plugins.
 */
export const ownSources: Plugin = {
  name: 'own-sources',
  setup(build) {
    build.onLoad({ filter: /[\\/](?:src|adapters)[\\/].*\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const source = await readFile(path, 'utf8')
      const contents = await importDirectly(requireLazily(source), dirname(path))
      return contents === source ? undefined : { contents, loader: 'ts' }
    })
  },
}

/**
 * Makes `createRequire(import.meta.url)('name')` a `require('name')`, which esbuild follows and runs at that call. Where the
 * package has an ES module as well, esbuild takes that, and what is wanted is its default.
 */
function requireLazily(source: string): string {
  if (source.search(LAZY) < 0) return source
  return source
    .replace(LAZY, '((found) => found.default ?? found)(require($1))')
    .replace("import { createRequire } from 'node:module'\n", '')
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
          `export const start = async (wasm) => init(await createHarfBuzz({ locateFile: (name) => name, printErr: () => {}, ...(wasm instanceof WebAssembly.Module
            ? { instantiateWasm: (imports, receive) => receive(new WebAssembly.Instance(wasm, imports), wasm) }
            : { wasmBinary: wasm }) }));`,
        ],
        // A function of JavaScript would be put into a module of its own, which hosts that compile nothing at run time refuse.
        [
          `freeFuncPtr = Module.addFunction((ptr) => {
\t\texports.free(ptr);
\t}, "vi");`,
          'freeFuncPtr = Module.addFunction(exports.free, "vi");',
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
        ['if(ENVIRONMENT_IS_NODE){var fs=', 'if(false){var fs='],
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

/** Modules outside of `src/platform` that builds without Node.js cannot have, and what stands in for each. */
const STAND_INS: Readonly<Record<string, string>> = {
  'src/net/guarded-request.ts': 'src/platform/web/guarded-request.ts',
  'src/ink/rare-parts.ts': 'src/ink/rare-parts-web.ts',
}

/** Stand-ins of the build that verifies and signs. It sets no text. */
const WITHOUT_TYPESETTING: Readonly<Record<string, string>> = {
  ...STAND_INS,
  'src/assets/read-asset.ts': 'src/platform/web/read-asset.ts',
  ...Object.fromEntries(
    [
      'src/report/pdf/report-pdf.ts',
      'src/convert/docx-to-pdf.ts',
      'src/sign/certificate/apply-brand.ts',
      'src/sign/certificate/certificate-page.ts',
      'src/sign/field/signature-appearance.ts',
      'src/sign/parties/row-drawing.ts',
      'src/sign/field/signature-image.ts',
      'src/typeset/load-shaper-for.ts',
      'src/typeset/fonts/script-fallbacks.ts',
    ].map((file) => [file, 'src/platform/web/no-typesetting.ts']),
  ),
}

/** Stand-ins of the build that converts. */
const WITH_TYPESETTING: Readonly<Record<string, string>> = {
  ...STAND_INS,
  'src/assets/read-asset.ts': 'src/platform/web/late-assets.ts',
  'src/assets/place.ts': 'src/platform/web/place.ts',
}

/**
 * Modules of one build for pages that the other build imports by their names in the folder. The class of errors is
 * shared, so that `instanceof` holds for errors of both.
 */
const LINKS: Readonly<Record<string, string>> = {
  [TYPESETTING_ENTRY.typesetting]: './typesetting.js',
  [WEB_ENTRIES.errors]: './errors.js',
}

/**
 * Parts of the package `buffer` that a page which verifies does not use, each from one mark to the next: numbers, which only
 * conversions use, with their errors, and searches, for which `platform/web/buffer.ts` has its own.
 */
const UNUSED_IN_BUFFERS = [
  ["\nconst ieee754 = require('ieee754')", '\nconst customInspectSymbol'],
  ['\n// Finds either the first index of', '\nBuffer.prototype.includes = '],
  ['\nBuffer.prototype.indexOf = ', '\nfunction hexWrite ('],
  ['\nfunction checkOffset (', '\n// copy(targetBuffer'],
  ['\n// CUSTOM ERRORS', '\n// HELPER FUNCTIONS'],
] as const

async function withoutUnused(path: string): Promise<string> {
  const source = await readFile(path, 'utf8')
  return UNUSED_IN_BUFFERS.reduce((rest, [mark, next]) => {
    const [from, to] = [rest.indexOf(mark), rest.indexOf(next)]
    if (from < 0 || to < from)
      throw new Error(`The package \`buffer\` has changed: ${mark.trim()} does not stand where it did.`)
    return rest.slice(0, from) + rest.slice(to)
  }, source)
}

/**
 * Puts the modules of `src/platform/web` in the place of those of `src/platform`, where there is no Node.js, and the `Buffer`
 * of a package in the place of the global one. Conversions are a build of their own. In one build with both, verifying would load
 * 4.7 kB more: shared modules would keep what only conversions use, in many small files.
 */
function standIn(name: string, table: Readonly<Record<string, string>>, link: string): Plugin {
  return {
    name,
    setup(build) {
      const folder = resolve('src/platform')
      const standIns = new Map(Object.entries(table).map(([file, other]) => [resolve(file), resolve(other)]))
      build.onResolve({ filter: /^\.{1,2}[\\/].*\.js$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path.replace(/\.js$/, '.ts'))
        if (file === resolve(link)) return { path: LINKS[link] ?? '', external: true }
        const other = dirname(file) === folder ? join(folder, 'web', basename(file)) : standIns.get(file)
        return other === undefined ? undefined : { path: other }
      })
      build.initialOptions.inject = [join(folder, 'web/buffer.ts')]
      // The reasons of the table are for readers of the source.
      build.onLoad({ filter: /[\\/]src[\\/]ink[\\/]ink-policy\.ts$/ }, () => ({
        contents: `export const POLICY = ${JSON.stringify(POLICY)}`,
        loader: 'js',
      }))
    },
  }
}

/** What verifies and signs, without Node.js. */
export const webPlatform: Plugin = {
  name: 'web-platform',
  setup(build) {
    standIn('web-modules', WITHOUT_TYPESETTING, TYPESETTING_ENTRY.typesetting).setup(build)
    // The other build makes certificate pages.
    build.onLoad({ filter: /[\\/]src[\\/]texts[\\/]certificate[\\/]en\.ts$/ }, () => ({
      contents: 'export const EN_CERTIFICATE = {}',
      loader: 'js',
    }))
    build.onLoad({ filter: /[\\/]node_modules[\\/]buffer[\\/]index\.js$/ }, async ({ path }) => ({
      contents: await withoutUnused(path),
      loader: 'js',
    }))
  },
}

/** The build that converts without Node.js. */
export const webTypesetting = standIn('web-typesetting', WITH_TYPESETTING, WEB_ENTRIES.errors)

/** Leaves the imports of what the element loads later as they are: those are modules of their own. */
export const elementParts: Plugin = {
  name: 'element-parts',
  setup(build) {
    const names = new Set(Object.keys(ELEMENT_PARTS).map((name) => `./${name}.js`))
    build.onResolve({ filter: /^\.\// }, ({ path }) => (names.has(path) ? { path, external: true } : undefined))
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

/** What a module passes on: a list of names, and the module that they come from. */
const PASSED_ON = /export (type )?\{([^}]*)\} from '(\.[^']+)'/g
const PASSED_ON_WHOLE = /export (type )?\* from '(\.[^']+)'/g

/**
 * Modules that may be doors: `src/index.ts` and those at the top of a folder. What stands in for others is exchanged as a whole,
 * so `platform` has none. What `ink/index.ts` passes on is loaded together or not at all: taken apart it is one more file for
 * pages, and 1.6 kB.
 */
const DOOR = /[\\/]src[\\/](?:index|(?!platform[\\/]|ink[\\/])[\w-]+[\\/][\w-]+)\.ts$/

/** What a module takes from another one of ours, types apart. */
const TAKEN = /import \{([^}]*)\} from '(\.[^']+\.js)'/g

/**
 * Has modules import each thing from the module that it is in, and not by way of one that only passes things on: `src/index.ts`,
 * and the doors of folders. esbuild puts a file into every chunk from which it can be reached, used or not, so that whatever took
 * one error class would load the whole library.
 *
 * @param folder where the module with this source is
 */
export async function importDirectly(source: string, folder: string): Promise<string> {
  const found = [...source.matchAll(TAKEN)]
  const origins = new Map<string, ReadonlyMap<string, string> | undefined>()
  for (const [, , from = ''] of found) {
    if (!origins.has(from)) origins.set(from, await originsOf(resolve(folder, from.replace(/\.js$/, '.ts'))))
  }
  return source.replace(TAKEN, (statement: string, names: string, from: string) => {
    const door = origins.get(from)
    return door === undefined ? statement : importFrom(names, door, from)
  })
}

const known = new Map<string, Promise<ReadonlyMap<string, string> | undefined>>()

/** By the name of each value that a module passes on, where it is; `undefined` for modules that have something themselves. */
function originsOf(file: string): Promise<ReadonlyMap<string, string> | undefined> {
  const origins = known.get(file) ?? (DOOR.test(file) ? listOrigins(file) : Promise.resolve(undefined))
  known.set(file, origins)
  return origins
}

async function listOrigins(file: string): Promise<ReadonlyMap<string, string> | undefined> {
  const source = await readFile(file, 'utf8')
  const rest = source.replace(PASSED_ON, '').replace(PASSED_ON_WHOLE, '')
  if (rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim() !== '') return undefined
  const origins = new Map<string, string>()
  for (const [, type, module = ''] of source.matchAll(PASSED_ON_WHOLE)) {
    if (type !== undefined) continue
    const below = await listOrigins(resolve(dirname(file), module.replace(/\.js$/, '.ts')))
    if (below === undefined) throw new Error(`${file} passes on the whole of ${module}, which is no door.`)
    for (const [name, origin] of below) origins.set(name, `./${posix.join(posix.dirname(module), origin)}`)
  }
  for (const [, type, names = '', module = ''] of source.matchAll(PASSED_ON)) {
    if (type === undefined) for (const name of splitNames(names)) origins.set(name, module)
  }
  return origins
}

function importFrom(list: string, origins: ReadonlyMap<string, string>, door: string): string {
  return splitNames(list)
    .map((name) => {
      const module = origins.get(name.split(' as ')[0] ?? name)
      if (module === undefined) throw new Error(`${door} does not pass on ${name} in a way that the build can see.`)
      // A leading dot makes it a path, also beside the importing module.
      return `import { ${name} } from ${JSON.stringify(`./${posix.join(posix.dirname(door), module)}`)};`
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

/** Fails a build whose modules import anything but modules beside them, as pages need it. */
export const ownModulesOnly: Plugin = {
  name: 'own-modules-only',
  setup(build) {
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) throw new Error('The build tells nothing of its modules.')
      const strangers = Object.values(metafile.outputs)
        .flatMap(({ imports }) => imports)
        .filter(({ external, path }) => external && !path.startsWith('./'))
      if (strangers.length > 0)
        throw new Error(`Modules for pages import ${strangers.map(({ path }) => path).join(', ')}.`)
    })
  },
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

/**
 * Loads the built modules of the command line, with compiled code that is kept between runs.
 *
 * @module
 */
import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { type CompiledCode, compiledCodeFile, readCompiledCode, writeCompiledCode } from './compiled-code-file.js'

interface CompiledModule {
  readonly exports: unknown
}

/** Places of modules and of their compiled code. */
interface CompiledPlace {
  /** Folder of the modules. */
  readonly folder: string
  /** A folder in which only this user can write. */
  readonly caches: string
  /** Purpose in lower-case letters. Each purpose has a file of compiled code of its own. */
  readonly purpose: string
}

/** The result of compiling a module in this run. */
interface Compilation {
  readonly script: Script
  readonly checksum: number
}

/**
 * Loads modules of one folder. They are CommonJS and require each other by relative paths; everything else is loaded by the
 * loader of Node.js. Compiled code of an earlier run is used if it was made from exactly the same text.
 */
export class CompiledModules {
  readonly #folder: string
  readonly #file: string
  readonly #known: ReadonlyMap<string, CompiledCode>
  readonly #compilations = new Map<string, Compilation>()
  readonly #modules = new Map<string, CompiledModule>()
  readonly #require: NodeJS.Require
  readonly #importModule: (specifier: string) => Promise<unknown>
  readonly #compiling: <T>(work: () => T) => T
  #isComplete = true

  /**
   * @param importModule imports a module as `import()` in a module of the folder would
   * @param compiling wraps the work of compiling, to set the flags of V8 that the kept code was compiled with
   */
  constructor(
    { folder, caches, purpose }: CompiledPlace,
    importModule: (specifier: string) => Promise<unknown>,
    compiling: <T>(work: () => T) => T = (work) => work(),
  ) {
    this.#compiling = compiling
    this.#folder = folder
    this.#importModule = importModule
    this.#file = compiledCodeFile(caches, folder, purpose)
    this.#known = readCompiledCode(this.#file)
    this.#require = createRequire(join(folder, 'from-here.cjs'))
  }

  /** The exports of a module. @param name its file name within the folder */
  load(name: string): unknown {
    return this.#load(join(this.#folder, name))
  }

  #load(file: string): unknown {
    const loaded = this.#modules.get(file)
    if (loaded !== undefined) return loaded.exports
    const module: CompiledModule = { exports: {} }
    this.#modules.set(file, module)
    const folder = dirname(file)
    const require = (id: string) => (id.startsWith('.') ? this.#load(join(folder, id)) : this.#require(id))
    const run = this.#compile(file).runInThisContext() as (...args: readonly unknown[]) => void
    try {
      run.call(module.exports, module.exports, require, module, file, folder, this.#importModule)
    } catch (error) {
      // A module that failed is not kept: a second `load` fails again, instead of returning half of its exports.
      this.#modules.delete(file)
      throw error
    }
    return module.exports
  }

  #compile(file: string): Script {
    const bytes = readFileSync(file)
    const checksum = crc32(bytes)
    const name = relative(this.#folder, file)
    const known = this.#known.get(name)
    const cachedData = known?.checksum === checksum ? known.data : undefined
    // The build writes ASCII, which is decoded several times faster.
    const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
    const text = `(function (${PARAMETERS.join(', ')}) { ${passImports(source)}\n})`
    const options = { filename: file, ...(cachedData === undefined ? {} : { cachedData }) }
    const script = this.#compiling(() => new Script(text, options))
    if (cachedData === undefined || script.cachedDataRejected === true) this.#isComplete = false
    this.#compilations.set(name, { script, checksum })
    return script
  }

  /** Writes the code that was compiled for the next run, unless all of it was known. Errors are ignored. */
  keep(): void {
    if (this.#isComplete) return
    const codes = new Map(this.#known)
    for (const [name, { script, checksum }] of this.#compilations) {
      codes.set(name, { checksum, data: script.createCachedData() })
    }
    writeCompiledCode(this.#file, codes)
  }
}

const IMPORT = 'importModule'
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', IMPORT]

/**
 * Replaces `import()` by a parameter, since cached code cannot call it in Node.js 20. The imported names are literals in the
 * text.
 */
function passImports(text: string): string {
  if (!text.includes('import(')) return text
  return text.replace(/\bimport\((?=\s*['"][^'"]+['"]\s*\))/g, `${IMPORT}(`)
}

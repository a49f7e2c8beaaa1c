/**
 * The built modules of the command line, with their compiled code kept between runs: what Node 22 does by itself, for Node 20.
 *
 * @module
 */
import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Script } from 'node:vm'
import { type CompiledCode, compiledCodeFile, readCompiledCode, writeCompiledCode } from './compiled-code-file.js'

interface CompiledModule {
  readonly exports: unknown
}

/** Where modules are, and their compiled code. */
interface CompiledPlace {
  /** Where the modules are. */
  readonly folder: string
  /** A folder in which only this user can write. */
  readonly caches: string
  /** Lower-case letters; the compiled code of each purpose is kept in a file of its own. */
  readonly purpose: string
}

/** What V8 made of a module in this run. */
interface Compilation {
  readonly script: Script
  readonly digest: string
}

/**
 * Loads modules of one folder, which are CommonJS and require each other by relative paths. Only they are loaded here; whatever
 * else they ask for comes from Node's own loader. Code of another run counts when it was made of the very same text.
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
   * @param importModule does what `import()` does in a module of the folder
   * @param compiling what compiles runs inside of this, under the flags of V8 that the code is kept under
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

  /** What a module exports. @param name the file's, below the folder */
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
      // Whoever asks again is told again, and not given what is there of it.
      this.#modules.delete(file)
      throw error
    }
    return module.exports
  }

  #compile(file: string): Script {
    const bytes = readFileSync(file)
    const digest = createHash('sha256').update(bytes).digest('base64')
    const name = relative(this.#folder, file)
    const known = this.#known.get(name)
    const cachedData = known?.digest === digest ? known.data : undefined
    // The build writes ASCII, which is decoded at a fraction of the cost.
    const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
    const text = `(function (${PARAMETERS.join(', ')}) { ${passImports(source)}\n})`
    const options = { filename: file, ...(cachedData === undefined ? {} : { cachedData }) }
    const script = this.#compiling(() => new Script(text, options))
    if (cachedData === undefined || script.cachedDataRejected === true) this.#isComplete = false
    this.#compilations.set(name, { script, digest })
    return script
  }

  /** Writes down what was compiled, for the next run, unless all of it was there. Where that fails, nothing is kept. */
  keep(): void {
    if (this.#isComplete) return
    const codes = new Map(this.#known)
    for (const [name, { script, digest }] of this.#compilations) {
      codes.set(name, { digest, data: script.createCachedData() })
    }
    writeCompiledCode(this.#file, codes)
  }
}

const IMPORT = 'importModule'
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', IMPORT]

/** Cached code can no longer call `import()` (Node 20), so a parameter does it. What is imported is known from the text. */
function passImports(text: string): string {
  if (!text.includes('import(')) return text
  return text.replace(/\bimport\((?=\s*['"][^'"]+['"]\s*\))/g, `${IMPORT}(`)
}

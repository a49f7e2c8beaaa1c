/**
 * The names that the package exports, and what loading it loads.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as sealwright from '../src/index.js'
import { VERSION } from '../src/version.js'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))

/** Every value that the package exports. A name that is added here is a promise. */
const PUBLIC_NAMES = [
  'DRAFTS_FOLDER',
  'ERROR_STATUS',
  'ERROR_TABLE',
  'KEY_SCOPES',
  'KeyIssuer',
  'LANGUAGES',
  'SealwrightError',
  'VERSION',
  'assertDocumentName',
  'checkPageFiles',
  'completeSignature',
  'consoleMailer',
  'conversionFiles',
  'convertFile',
  'createApi',
  'createBatches',
  'createWorkers',
  'developmentIdentity',
  'extendDocument',
  'flexibleRateLimiter',
  'fromCsv',
  'fromFolder',
  'fromJsonLines',
  'fromList',
  'holdPackage',
  'identityFromPem',
  'identityFromPkcs12',
  'identityFromSignpdf',
  'listParties',
  'mailboxOf',
  'memoryConcurrencyLimiter',
  'memoryIdempotencyStore',
  'memoryRateLimiter',
  'memoryRevocationStore',
  'memoryStore',
  'oneShotIssuer',
  'onlineRevocation',
  'prepareSignature',
  'proofOfWork',
  'renderReport',
  'schedulePurge',
  'signDocument',
  'signedRevision',
  'solveProofOfWork',
  'timestampAuthority',
  'verifyDocument',
  'webhookHeaders',
]

describe('the package', () => {
  it('exports its public names and nothing else', () => {
    expect(Object.keys(sealwright).sort()).toEqual([...PUBLIC_NAMES].sort())
  })

  it('knows its own version', () => {
    expect(VERSION).toBe(require('../package.json').version)
  })

  it('declares a unique status and title for every error code', () => {
    const entries = Object.entries(sealwright.ERROR_TABLE)
    expect(entries.length).toBeGreaterThan(30)
    for (const [code, { title }] of entries) {
      expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
      expect(sealwright.ERROR_STATUS[code as sealwright.ErrorCode]).toBeGreaterThanOrEqual(400)
      expect(title).toMatch(/^[A-Z].*[^.]$/)
    }
    expect(new Set(entries.map(([, { title }]) => title)).size).toBe(entries.length)
  })
})

/**
 * What an import of the library may bring: what was there in November 2026, and some room. 150 kB of it are the tables of
 * encodings, a string that is parsed when a text needs it; `bench/import.ts` has what an import takes.
 */
const MAX_EAGER_BYTES = 700_000

describe.skipIf(!existsSync(`${root}dist/index.js`))('the built package', () => {
  /** Names that a fresh process sees, and the packages that loading them pulled in. */
  function load(program: string): { names: string[]; loaded: string[] } {
    const trace = `const seen = [];
      const Module = require('node:module');
      const load = Module._load;
      Module._load = function (request, ...rest) { seen.push(request); return load.call(this, request, ...rest) };
      const isPackage = (name) => /^[a-z@]/.test(name) && !Module.isBuiltin(name);
      const done = (names) => console.log(JSON.stringify({ names, loaded: seen.filter(isPackage) }));
      ${program}`
    return JSON.parse(execFileSync(process.execPath, ['-e', trace], { encoding: 'utf8', cwd: root }))
  }

  it('loads as CommonJS without loading any dependency', () => {
    const { names, loaded } = load("done(Object.keys(require('./dist/index.cjs')))")
    expect(names).toEqual(expect.arrayContaining(['signDocument', 'verifyDocument']))
    expect(loaded).toEqual([])
  })

  it('loads as an ES module, and no module that is loaded with it imports a dependency', () => {
    const { names } = load("import('./dist/index.js').then((module) => done(Object.keys(module)))")
    expect(names).toEqual(expect.arrayContaining(['signDocument', 'verifyDocument']))
    const seen = new Set<string>()
    const pending = ['index.js']
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      const text = readFileSync(`${root}dist/${file}`, 'utf8')
      for (const [, from] of text.matchAll(/^(?:import|export)\b[^'"()]*['"]([^'"]+)['"];?$/gm)) {
        if (from?.startsWith('./')) pending.push(from.slice(2))
        else expect([file, from, isBuiltin(String(from))]).toEqual([file, from, true])
      }
    }
    expect(seen.size).toBeGreaterThan(1)
    // Reading and compiling is what an import costs: few files, and nothing in them that waits for a call.
    expect(seen.size).toBeLessThanOrEqual(3)
    const bytes = [...seen].reduce((sum, file) => sum + statSync(`${root}dist/${file}`).size, 0)
    expect(bytes).toBeLessThan(MAX_EAGER_BYTES)
  })

  it('knows an error of its other build in the same process', () => {
    const program = `
      const { SealwrightError, verifyDocument } = require('./dist/index.cjs')
      import('./dist/index.js').then(async (other) => {
        const error = await other.verifyDocument(new Uint8Array()).catch((error) => error)
        const alike = Object.assign(new Error('x'), { name: 'SealwrightError', code: 'document_damaged' })
        done([error instanceof SealwrightError, error.constructor === SealwrightError, alike instanceof SealwrightError, error.code].map(String))
      })`
    expect(load(program).names).toEqual(['true', 'false', 'false', 'invalid_document'])
  })
})

/**
 * The size of what a page loads to verify a document, with the report in words, and to convert one.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildForWeb } from './web-bundle.js'

const MAX_BYTES = 350_000
/** For Markdown to PDF, which is the longest way. Charts, labels of lists (`::marker`) and equations took the last 3000. */
const MAX_CONVERTING_BYTES = 701_000

let folder: string

beforeAll(async () => {
  folder = await buildForWeb()
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

const STATIC_IMPORT = /(?:from|import)"\.\/([\w-]+\.js)"/g
const ANY_IMPORT = /(?:from|import)\(?"\.\/([\w-]+\.js)"/g

/** Some modules and all that they import, at once or later as well. */
function withImports(starts: readonly string[], imports = STATIC_IMPORT): ReadonlySet<string> {
  return follow(starts, imports, new Set())
}

/** The modules of the build that verifies: the other build has modules of the same names, behind `typesetting.js`. */
function ofVerifying(): ReadonlySet<string> {
  return follow(['index.js'], ANY_IMPORT, new Set(['typesetting.js']))
}

function follow(starts: readonly string[], imports: RegExp, passed: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || passed.has(name)) continue
    found.add(name)
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, imported] of text.matchAll(imports)) open.push(imported ?? '')
  }
  return found
}

function compressedSize(names: ReadonlySet<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0)
}

it('verifying and a report in one language take at most 350 kB', () => {
  const chunks = ['verify-pdf', 'describe-report', 'wording', 'report-page', 'en']
  // The build that sets text has modules of these names, too.
  const own = [...ofVerifying()]
  const names = chunks.map((chunk) => own.find((name) => name.startsWith(`${chunk}-`)))
  expect(names).not.toContain(undefined)
  const all = withImports(['index.js', ...names.filter((name) => name !== undefined)])
  expect(all.size).toBeGreaterThan(20)
  expect(compressedSize(all)).toBeLessThan(MAX_BYTES)
  // The signer, and the schema of its requests, are loaded by the first signature.
  expect([...all].filter((name) => /^(?:zod|seal-document|prepare-signature)-/.test(name))).toEqual([])
  expect(compressedSize(withImports(['index.js']))).toBeLessThan(25_000)
})

it('nothing but conversions reads or writes numbers in a Buffer, which has no methods for them there', () => {
  const own = [...ofVerifying()]
  const converting = withImports(['typesetting.js'], ANY_IMPORT)
  const used = (names: Iterable<string>) =>
    [...names].filter((name) =>
      /\.(?:read|write)(?:Big)?U?[Ii]nt\d*(?:LE|BE)?\(/.test(readFileSync(join(folder, name), 'utf8')),
    )
  expect(own.length).toBeGreaterThan(50)
  expect(used(own)).toEqual([])
  expect(used(converting)).not.toEqual([])
})

it('converting takes at most 701 kB, and is loaded by the first conversion', () => {
  const chunks = ['markdown-to-docx', 'docx-to-pdf', 'open-ruler', 'find-pages', 'embedded-part', 'dist']
  const names = readdirSync(folder).filter((name) => chunks.some((chunk) => name.startsWith(`${chunk}-`)))
  expect(names).toHaveLength(chunks.length)
  const all = withImports(['typesetting.js', ...names])
  expect(compressedSize(all)).toBeLessThan(MAX_CONVERTING_BYTES)
  const verifying = withImports(['index.js'])
  // The class of errors is one: `instanceof` has to hold for what a conversion throws.
  expect([...all].filter((name) => verifying.has(name)).length).toBeGreaterThan(0)
  expect(all.has('errors.js')).toBe(true)
  expect(verifying.has('typesetting.js')).toBe(false)
})

/**
 * The entries of the package stand in four places. A host that imports one needs all of them.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ELEMENT_ENTRY, ENTRIES } from '../../build/entries.js'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
const { exports, typesVersions } = read('package.json') as {
  readonly exports: Readonly<Record<string, unknown>>
  readonly typesVersions: Readonly<Record<'*', Readonly<Record<string, unknown>>>>
}

/** `exports` of the package that are no modules of Node.js. */
const OTHER_EXPORTS = ['./web', './element', './worker', './report.schema.json', './package.json']

const names = Object.keys(ENTRIES).filter((name) => name !== 'index')

it('`exports` of package.json have each entry of build/entries.ts, as a module of either kind', () => {
  const made = names.map((name) => [
    `./${name}`,
    {
      import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
      require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
    },
  ])
  const modules = Object.entries(exports).filter(([name]) => name !== '.' && !OTHER_EXPORTS.includes(name))
  expect(Object.fromEntries(modules)).toEqual(Object.fromEntries(made))
})

it('`typesVersions` of package.json have them, for compilers that do not read `exports`', () => {
  const made = names.map((name) => [name, [`./dist/${name}.d.cts`]])
  expect(typesVersions['*']).toEqual(Object.fromEntries(made))
})

it('docs/.vitepress/entries.json has them, for the reference and the code on pages', () => {
  const made = Object.entries(ENTRIES).map(([name, path]) => [name === 'index' ? '' : `/${name}`, path])
  const forPages = [
    ['/web', 'src/web.ts'],
    ['/element', ELEMENT_ENTRY.element],
  ]
  const entries = [...made, ...forPages].map(([name, path]) => [`sealwright${name}`, path])
  expect(read('docs/.vitepress/entries.json')).toEqual(Object.fromEntries(entries))
})

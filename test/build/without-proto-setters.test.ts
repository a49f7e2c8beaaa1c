/**
 * No built module sets a prototype by `__proto__`: it would fail under `--disable-proto=throw`.
 *
 * @module
 */

import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { setPrototypes } from '../../build/without-proto-setters.js'

const require = createRequire(import.meta.url)

it('sets prototypes by a function', () => {
  expect(setPrototypes('self.__proto__ = A.prototype;\nB.prototype.__proto__ = Error.prototype')).toBe(
    'Object.setPrototypeOf(self, A.prototype);\nObject.setPrototypeOf(B.prototype, Error.prototype)',
  )
  const kept = 'const names = { __proto__: null }; if (name === "__proto__") delete made.__proto__'
  expect(setPrototypes(kept)).toBe(kept)
})

it('leaves none in the package that does so', async () => {
  const folder = dirname(require.resolve('temml'))
  const modules = (await readdir(folder)).filter((name) => /^temml\.[cm]js$/.test(name))
  expect(modules.length).toBeGreaterThan(0)
  for (const name of modules) {
    const source = await readFile(join(folder, name), 'utf8')
    expect(source).toMatch(/\.__proto__ =/)
    expect(setPrototypes(source)).not.toMatch(/\.__proto__\s*=[^=]/)
  }
})

/**
 * How the modules of Node.js are imported. A bundle that imports one of them both as a namespace and by names loses the names
 * when Parcel writes it as ES module, and the build puts many modules into one.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const NAMESPACE = /^import \* as \w+ from '(node:[\w/]+)'/gm

it('only node:module is imported as a namespace, of which no module takes names', () => {
  const sources = ['src', 'adapters'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const whole = sources.flatMap((source) => Array.from(source.matchAll(NAMESPACE), ([, name]) => name))
  expect(sources.length).toBeGreaterThan(500)
  expect([...new Set(whole)]).toEqual(['node:module'])
  // `createRequire` is taken out of these modules by the build, or hidden from bundlers.
  const named = sources.filter((source) => /^import \{(?! createRequire \}).*\} from 'node:module'/m.test(source))
  expect(named).toEqual([])
})

/**
 * The files that conversions in browsers ask for.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { listAssets } from '../../../build/write-assets.js'
import { listLicences } from '../../../src/assets/source-assets.js'
import { conversionFiles } from '../../../src/index.js'

it('are all fonts, patterns and licences of the package, with their list', async () => {
  const files = new Map((await conversionFiles()).map(({ path, bytes }) => [path, bytes]))
  const text = (path: string) => new TextDecoder().decode(files.get(path))
  // The rest belongs to pages of the API.
  const isOfPages = (name: string) => /^(?:check-page|docs-viewer)/.test(name)
  const expected = [...listAssets(), ...listLicences().map(({ name }) => name)].filter((name) => !isOfPages(name))
  expect(expected.length).toBeGreaterThan(100)
  expect([...files.keys()]).toEqual(expect.arrayContaining(expected))
  expect(JSON.parse(text('files.json'))).toEqual([...files.keys()].filter((name) => name !== 'files.json'))
  // A file of TrueType outlines, patterns that can be read, a module of WebAssembly, a licence.
  expect([...(files.get('fonts/Carlito_400Regular.ttf')?.subarray(0, 4) ?? [])]).toEqual([0, 1, 0, 0])
  expect(JSON.parse(text('hyphenation/de.json'))).not.toEqual({})
  expect(text('harfbuzz.wasm').slice(0, 4)).toBe('\0asm')
  expect(text('fonts/LICENSE-Tinos.txt')).toMatch(/License/)
})

it('have the fonts for further scripts that are installed, each with its licence', async () => {
  const paths = (await conversionFiles()).map(({ path }) => path)
  // Development dependencies of this package, and one that is none.
  for (const name of ['NotoSansThai_400Regular.ttf', 'NotoSansThai_700Bold.ttf', 'LICENSE-NotoSansThai.txt']) {
    expect(paths).toContain(`fonts/${name}`)
  }
  expect(paths.filter((path) => path.includes('NotoSerifTibetan'))).toEqual([])
})

/**
 * Files of the package where the host serves them.
 *
 * @module
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebAssets } from '../../src/platform/web/late-assets.js'
import { requireFromHost } from '../../src/platform/web/place.js'

type Assets = typeof import('../../src/platform/web/late-assets.js')
type LateParts = typeof import('../../src/platform/web/late-parts.js')

let assets: Assets
let withLateParts: LateParts['withLateParts']

/** What was loaded is kept for good, so each test has modules of its own. */
beforeEach(async () => {
  vi.resetModules()
  assets = await import('../../src/platform/web/late-assets.js')
  withLateParts = (await import('../../src/platform/web/late-parts.js')).withLateParts
})

afterEach(() => void vi.unstubAllGlobals())

const read = (name: string) => withLateParts(async () => Buffer.from(assets.readAsset(name)).toString())

const bytes = (text: string) => new TextEncoder().encode(text)

it('asks for each file once, however many want it', async () => {
  const asked: string[] = []
  assets.useAssets({
    read: async (name) => {
      asked.push(name)
      return bytes(`of ${name}`)
    },
  })
  expect(await Promise.all([read('a'), read('b'), read('a')])).toEqual(['of a', 'of b', 'of a'])
  expect(await read('a')).toBe('of a')
  expect(asked).toEqual(['a', 'b'])
})

it('takes bytes as an ArrayBuffer, and a module for what can wait', async () => {
  const module = { isModule: true }
  assets.useAssets({ read: (name) => (name === 'wasm' ? module : bytes('text').buffer) })
  expect(await read('font')).toBe('text')
  expect(await assets.loadAsset('wasm')).toBe(module)
  expect(await assets.loadAsset('other')).toEqual(bytes('text'))
  await expect(read('wasm')).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('wasm'),
  })
})

it('asks again for what was not there, or could not be read', async () => {
  let answer: Uint8Array | undefined
  assets.useAssets({ read: () => answer })
  await expect(read('font')).rejects.toMatchObject({
    code: 'missing_dependency',
    message: expect.stringContaining('font'),
  })
  const cause = new Error('no network')
  assets.useAssets({ read: () => Promise.reject(cause) })
  await expect(read('font')).rejects.toMatchObject({ code: 'missing_dependency', cause })
  answer = bytes('there')
  assets.useAssets({ read: () => answer })
  expect(await read('font')).toBe('there')
})

it('says what to do where nothing was named', async () => {
  const message = expect.stringContaining('npx sealwright assets')
  await expect(read('font')).rejects.toMatchObject({ code: 'missing_dependency', message })
})

it('refuses what names no files', () => {
  const wrong: unknown[] = [
    {},
    { url: 1 },
    { url: 'no address' },
    { read: 'x' },
    { path: '/' },
    'x',
    { url: 'https://a.test', read: () => undefined },
  ]
  for (const each of wrong) {
    expect(() => assets.useAssets(each as WebAssets), JSON.stringify(each)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  }
})

it('has the listed files alone of those that not every host has', async () => {
  const files = new Map([
    ['files.json', '["fonts/One.ttf"]'],
    ['fonts/One.ttf', 'one'],
    ['fonts/Two.ttf', 'two'],
  ])
  assets.useAssets({ read: (name) => (files.has(name) ? bytes(files.get(name) ?? '') : undefined) })
  const listed = (name: string) => withLateParts(async () => assets.readListed(name))
  expect(await listed('fonts/One.ttf')).toEqual(bytes('one'))
  expect(await listed('fonts/Two.ttf')).toBeUndefined()
})

it('takes a folder without a list for one with no such files', async () => {
  assets.useAssets({ read: () => undefined })
  expect(await withLateParts(async () => assets.readListed('fonts/One.ttf'))).toBeUndefined()
})

it('fetches from a folder: beside the page where the address is relative', async () => {
  const server = createServer(({ url = '' }, response) => {
    response.statusCode = url.endsWith('/none') ? 404 : url.endsWith('/broken') ? 500 : 200
    response.end(url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    assets.useAssets({ url: `${origin}/files` })
    expect(await read('fonts/a.ttf')).toBe('/files/fonts/a.ttf')
    for (const name of ['none', 'broken']) {
      await expect(read(name)).rejects.toMatchObject({
        code: 'missing_dependency',
        message: expect.stringContaining(name),
      })
    }
    vi.stubGlobal('location', { href: `${origin}/deep/page.html` })
    assets.useAssets({ url: 'here/' })
    expect(await read('b')).toBe('/deep/here/b')
    assets.useAssets({ url: new URL('/root/', origin) })
    expect(await read('c')).toBe('/root/c')
  } finally {
    server.close()
  }
})

it('has the packages that it is given, by name', async () => {
  assets.useAssets({ read: () => undefined, packages: { gemoji: 1, '@jsquash/webp': 2, 'a/b': 3 } })
  const found = ['gemoji', 'gemoji/lib', '@jsquash/webp/decode.js', 'a/b', 'a', 'toString'].map(assets.findPackage)
  expect(found).toEqual([1, 1, 2, 3, undefined, undefined])
  expect(() => requireFromHost('other')).toThrow(expect.objectContaining({ code: 'MODULE_NOT_FOUND' }))
})

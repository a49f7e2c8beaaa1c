/**
 * The files of the package: found, chosen, missing, damaged.
 *
 * @module
 */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAssets } from '../../build/write-assets.js'
import { readSourceAsset } from '../../src/assets/source-assets.js'

/** The place that is chosen is one for the process, so each test takes the module anew. */
async function freshModule() {
  vi.resetModules()
  return import('../../src/assets/read-asset.js')
}

const folders: string[] = []

/** With letters that a URL has to escape. */
function makeFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'assets-')), 'dürre #1 100% ok')
  mkdirSync(join(folder, 'fonts'), { recursive: true })
  folders.push(folder)
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('files of the package', () => {
  it('are all where the build takes them from', () => {
    const names = listAssets()
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.endsWith('.ttf'))).toHaveLength(40)
    for (const name of names) expect([name, readSourceAsset(name).length > 300]).toEqual([name, true])
  })

  it('come from the folder that is named, as a URL or as its text', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'fonts', 'x.ttf.br'), brotliCompressSync(Buffer.from('abc')))
    writeFileSync(join(folder, 'y.gz'), 'as it is')
    for (const url of [pathToFileURL(folder), pathToFileURL(`${folder}/`), pathToFileURL(folder).href]) {
      const { readAsset, useAssets } = await freshModule()
      useAssets({ url })
      expect(new TextDecoder().decode(readAsset('fonts/x.ttf'))).toBe('abc')
      expect(new TextDecoder().decode(readAsset('y.gz'))).toBe('as it is')
    }
  })

  it('that are missing or damaged are named, with what to do', async () => {
    const folder = makeFolder()
    copyFileSync(new URL(import.meta.url), join(folder, 'fonts', 'x.ttf.br'))
    const { readAsset, useAssets } = await freshModule()
    useAssets({ url: pathToFileURL(folder) })
    const wanted = {
      code: 'missing_dependency',
      message: expect.stringMatching(/is missing\. Copy .*assets: \{ url \}/),
    }
    expect(() => readAsset('harfbuzz.wasm')).toThrow(expect.objectContaining(wanted))
    expect(() => readAsset('fonts/x.ttf')).toThrow('The file fonts/x.ttf.br of this package cannot be read.')
  })

  it.each([
    ['Node.js', Object.assign(new Error('restricted'), { code: 'ERR_ACCESS_DENIED' })],
    ['Deno', Object.assign(new Error('Requires read access'), { name: 'NotCapable' })],
  ])('that may not be read are named with the permission that %s wants', async (_, cause) => {
    const fs = await import('node:fs')
    vi.doMock('node:fs', () => ({
      ...fs,
      readFileSync() {
        throw cause
      },
    }))
    try {
      const { readAsset, useAssets } = await freshModule()
      useAssets({ url: pathToFileURL(makeFolder()) })
      expect(() => readAsset('harfbuzz.wasm')).toThrow(/cannot be read\. Permit .*--allow-fs-read.*--allow-read/)
    } finally {
      vi.doUnmock('node:fs')
    }
  })

  it.each(['https://example.com/assets/', 'assets', '', null, undefined])('cannot be at %s', async (url) => {
    const { useAssets } = await freshModule()
    expect(() => useAssets({ url } as never)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  it('that a font needs are asked for by their names', async () => {
    const { useAssets } = await freshModule()
    useAssets({ url: pathToFileURL(makeFolder()) })
    const { createFontLibrary } = await import('../../src/typeset/fonts/font-library.js')
    const fonts = createFontLibrary()
    expect(() => fonts.find('Georgia', true, true)).toThrow('fonts/Gelasio_700Bold_Italic.ttf.br')
  })
})

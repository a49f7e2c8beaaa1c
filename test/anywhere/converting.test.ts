/**
 * What a file becomes is the same wherever it is converted.
 *
 * @module
 */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertFile, SealwrightError } from '../../src/index.js'
import { makeRichDocx } from '../convert/support/rich-docx.js'
import { CHROMIUM_WORKER, ENGINES, type NamedFile } from './engines.js'
import { plainForm } from './plain-form.js'
import { makeSampleConversions } from './sample-conversions.js'
import { buildForWeb, bundlePackage, type WebModule, writeAssetFiles } from './web-bundle.js'

/** What is asked of each engine: a file by its name, such as `md to pdf: why`. */
const CONVERT = `import { convertFile } from './index.js'
import hljs from './highlighter.js'
export async function answer(bytes, name, assets) {
  const [from, to] = name.replace(/:.*/, '').split(' to ')
  try {
    const options = { assets: { ...assets, packages: { 'highlight.js': hljs } } }
    const result = await convertFile(bytes, { from, to, fileName: 'file.' + from }, options)
    const text = Array.from(result.bytes, (byte) => String.fromCharCode(byte)).join('')
    return JSON.stringify({ ...result, bytes: btoa(text) })
  } catch (error) {
    return error.code ?? String(error.stack)
  }
}
`

/** One pixel, lossless. */
const WEBP = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='

let folder: string
let files: NamedFile[]
const expected = new Map<string, object | string>()

async function convertOnNode(name: string, bytes: Uint8Array): Promise<object | string> {
  const [from, to] = name.replace(/:.*/, '').split(' to ') as ['md' | 'html' | 'docx', 'pdf' | 'docx']
  try {
    const result = await convertFile(bytes, { from, to, fileName: `file.${from}` })
    return { ...result, bytes: plainForm(result.bytes) }
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}

function readAnswer(answer: string): object | string {
  if (!answer.startsWith('{')) return answer
  const result = JSON.parse(answer)
  return { ...result, bytes: plainForm(new Uint8Array(Buffer.from(result.bytes, 'base64'))) }
}

beforeAll(async () => {
  folder = await buildForWeb()
  await bundlePackage(folder, 'highlight.js/lib/common', 'highlighter.js')
  await writeAssetFiles(folder)
  files = makeSampleConversions()
  for (const [name, bytes] of files) expected.set(name, await convertOnNode(name, bytes))
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

it('the files become others without a warning, and what is damaged is refused', () => {
  const outcomes = [...expected.values()]
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual(['invalid_document'])
  expect(outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome]))).toHaveLength(6)
})

describe('without what a host may give', () => {
  let web: WebModule
  const pdf = { from: 'md', to: 'pdf' } as const
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, 'assets', name)))
  const refused = (promise: Promise<unknown>, text: string) =>
    expect(promise).rejects.toMatchObject({ code: 'missing_dependency', message: expect.stringContaining(text) })

  beforeAll(async () => {
    web = await import(pathToFileURL(join(folder, 'index.js')).href)
  })

  it('text that is not measured becomes a DOCX without any files, and a PDF needs them', async () => {
    const { bytes } = await web.convertFile('# Title\n\nText.', { from: 'md', to: 'docx' })
    expect(plainForm(bytes)).toEqual(
      plainForm((await convertFile('# Title\n\nText.', { from: 'md', to: 'docx' })).bytes),
    )
    await refused(web.convertFile('Text.', pdf), 'npx sealwright assets')
  })

  it('says which file is not there, and takes it once it is', async () => {
    const asked: string[] = []
    const none = (name: string) => {
      asked.push(name)
      return undefined
    }
    await refused(web.convertFile('Text.', pdf, { assets: { read: none } }), 'fonts/Carlito_400Regular.ttf')
    expect(asked).toEqual(['fonts/Carlito_400Regular.ttf'])
    expect((await web.convertFile('Text.', pdf, { assets: { read } })).warnings).toEqual([])
  })

  it('ends when it is aborted, though a file is on its way', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const hang = () => {
      queueMicrotask(() => controller.abort(reason))
      return new Promise<undefined>(() => {})
    }
    const options = { assets: { read: hang }, signal: controller.signal }
    await expect(web.convertFile('**Text.**', pdf, options)).rejects.toBe(reason)
  })

  it('says why HarfBuzz cannot start, and sets what needs none of it', async () => {
    const cut = async (name: string) => (name === 'harfbuzz.wasm' ? new Uint8Array(8) : read(name))
    await refused(web.convertFile('สวัสดีชาวโลก', pdf, { assets: { read: cut } }), 'wasm-unsafe-eval')
    expect((await web.convertFile('Plain.', pdf)).warnings).toEqual([])
  })

  it('names packages that it was not given, or goes on with a warning', async () => {
    await refused(web.convertFile(makeRichDocx(), { from: 'docx', to: 'html' }), 'mammoth')
    await refused(web.convertFile(':tea:', pdf, { markdownExtensions: ['emoji'] }), 'gemoji')
    const { warnings } = await web.convertFile(`![A picture](${WEBP})`, pdf)
    expect(warnings).toEqual([expect.stringContaining('@jsquash/webp')])
  })

  it('reads a DOCX as text by the package of the host', async () => {
    await bundlePackage(folder, 'mammoth', 'mammoth.mjs')
    const { default: mammoth } = await import(pathToFileURL(join(folder, 'mammoth.mjs')).href)
    for (const to of ['html', 'md'] as const) {
      const given = { assets: { read, packages: { mammoth } } }
      const text = await web.convertFile(makeRichDocx(), { from: 'docx', to }, given)
      const expected = await convertFile(makeRichDocx(), { from: 'docx', to })
      expect([Buffer.from(text.bytes).toString(), text.warnings]).toEqual([
        Buffer.from(expected.bytes).toString(),
        expected.warnings,
      ])
    }
  })

  it('refuses options that it does not know', async () => {
    const invalid = { code: 'invalid_request' }
    const wrong = [{ nothing: 1 }, { assets: {} }, { assets: { url: 'x', extra: 1 } }, null] as object[]
    for (const options of wrong) {
      const call = web.convertFile('x', pdf, options)
      await expect(call).rejects.toMatchObject(invalid)
      await expect(call).rejects.toBeInstanceOf(web.SealwrightError)
    }
  })
})

describe.each([...ENGINES, CHROMIUM_WORKER])('$name', ({ isHere, ask }) => {
  it.skipIf(!isHere)(
    'converts to what the library converts to',
    async () => {
      const answers = await ask({ script: CONVERT, files, folder })
      for (const [name] of files) expect([name, readAnswer(answers[name] ?? '')]).toEqual([name, expected.get(name)])
    },
    120_000,
  )
})

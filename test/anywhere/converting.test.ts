/**
 * What a file becomes is the same wherever it is converted.
 *
 * @module
 */

import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertFile, SealwrightError } from '../../src/index.js'
import { CHROMIUM_WORKER, ENGINES, type NamedFile } from './engines.js'
import { plainForm } from './plain-form.js'
import { makeSampleConversions } from './sample-conversions.js'
import { buildForWeb, bundleHighlighter, writeAssetFiles } from './web-bundle.js'

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
  await bundleHighlighter(folder)
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

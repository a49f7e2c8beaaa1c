/**
 * The verification page in the engines of all browsers: it takes a file, verifies it there, and draws its pages.
 *
 * @module
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPageFiles, verifyDocument } from '../../src/index.js'
import { coverText } from '../demo/forgeries.js'
import { buildEngine } from '../http/check/check-server.js'
import { identityOf, sign } from '../sign/signing.js'
import { makeContract } from '../verify/support/contract.js'
import { ENGINES, type NamedFile } from './engines.js'

const BROWSERS = ENGINES.filter(({ name }) => ['Chromium', 'Firefox', 'WebKit'].includes(name))

/** Opens the page in a frame, gives it the file as a reader would, and tells what the reader then sees. */
const USE_PAGE = `const until = async (find) => {
  for (;;) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const isDrawn = (canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, index) => index % 4 === 0 && value < 128 && data[index + 3] > 0)
}
export async function answer(bytes) {
  const frame = document.body.appendChild(document.createElement('iframe'))
  Object.assign(frame, { src: '/check/index.html', width: 1100, height: 900 })
  await new Promise((resolve) => (frame.onload = resolve))
  const page = frame.contentDocument
  const { DataTransfer, Event, File } = frame.contentWindow
  const failures = []
  page.addEventListener('securitypolicyviolation', ({ violatedDirective }) => failures.push(violatedDirective))
  await until(() => page.getElementById('privacy')?.textContent.includes('stays on this device'))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], 'contract.pdf', { type: 'application/pdf' }))
  page.getElementById('file').files = transfer.files
  page.getElementById('file').dispatchEvent(new Event('change', { bubbles: true }))
  const result = await until(() => page.querySelector('#verdict, #error'))
  const { valid, kind, code } = result.dataset
  const canvas = valid === 'false' && (await until(() => page.querySelector('figure.now canvas')))
  if (canvas) await until(() => isDrawn(canvas))
  frame.remove()
  return JSON.stringify({ valid, kind: kind ?? code, failures })
}
`

let folder: string
let files: NamedFile[]
let forged: Uint8Array

beforeAll(async () => {
  await buildEngine()
  folder = await mkdtemp(join(tmpdir(), 'check-page-'))
  const { certificates } = await identityOf()
  for (const { path, bytes } of await checkPageFiles({ verify: { trustAnchors: certificates } })) {
    await mkdir(dirname(join(folder, 'check', path)), { recursive: true })
    await writeFile(join(folder, 'check', path), bytes)
  }
  const signed = await sign(makeContract().bytes, { appearance: { page: 1, rectangle: [300, 40, 500, 90] } })
  forged = coverText(signed, 'The fee is 900 pounds.')
  files = [
    ['signed', signed],
    ['forged', forged],
    ['no PDF', new TextEncoder().encode('A contract')],
  ]
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

it('is made of a file that is valid and one that is not', async () => {
  expect((await verifyDocument(forged)).valid).toBe(false)
})

describe.each(BROWSERS)('in $name', ({ isHere, ask }) => {
  it.skipIf(!isHere)(
    'tells what is valid, what is not, and what is no PDF, and draws the pages of a document that was changed',
    async () => {
      const answers = await ask({ script: USE_PAGE, files, folder })
      const seen = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, JSON.parse(answer)]))
      expect(seen).toEqual({
        signed: { valid: 'true', kind: 'valid', failures: [] },
        forged: { valid: 'false', kind: 'invalid', failures: [] },
        'no PDF': { kind: 'invalid_document', failures: [] },
      })
    },
    180_000,
  )
})

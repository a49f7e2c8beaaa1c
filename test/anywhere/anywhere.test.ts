/**
 * The report on a document is the same, byte for byte, wherever it is verified.
 *
 * @module
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderReport, SealwrightError, verifyDocument } from '../../src/index.js'
import { identityOf } from '../sign/signing.js'
import { type Answers, ENGINES, type NamedFile, NOW, REPORT_ON } from './engines.js'
import { makeSampleDocuments } from './sample-documents.js'
import { buildForWeb, type WebModule } from './web-bundle.js'

let folder: string
let files: NamedFile[]
const expected: Record<string, string> = {}

async function reportOn(bytes: Uint8Array): Promise<string> {
  try {
    return JSON.stringify(await verifyDocument(bytes, { now: () => new Date(NOW) }))
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}

beforeAll(async () => {
  folder = await buildForWeb()
  files = await makeSampleDocuments()
  for (const [name, bytes] of files) expected[name] = await reportOn(bytes)
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

it('the documents are sound, changed, and refused', () => {
  const kinds = new Map<string, number>()
  for (const report of Object.values(expected)) {
    const kind = report.startsWith('{') ? String(JSON.parse(report).valid) : report
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  expect(kinds.get('true')).toBeGreaterThanOrEqual(12)
  expect(kinds.get('false')).toBeGreaterThanOrEqual(10)
  expect(kinds.get('invalid_document')).toBeGreaterThanOrEqual(2)
})

describe.each(ENGINES)('$name', ({ isHere, ask }) => {
  it.skipIf(!isHere)(
    'gives the reports that the library gives',
    async () => {
      const reports: Answers = await ask({ script: REPORT_ON, files, folder })
      for (const [name] of files) expect([name, reports[name]]).toEqual([name, expected[name]])
    },
    120_000,
  )
})

it('a report in words is the same, and PDF is refused with a reason', async () => {
  const web: WebModule = await import(pathToFileURL(join(folder, 'index.js')).href)
  const [, bytes] = files.find(([name]) => name === 'signed twice') ?? []
  if (bytes === undefined) throw new Error('The document is missing.')
  const report = await verifyDocument(bytes, { now: () => new Date(NOW) })
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const options = { format: 'html', language, verifiedAt: new Date(NOW), fileName: 'contract.pdf' } as const
    const [own, other] = [await renderReport(report, options), await web.renderReport(report, options)]
    expect(Buffer.from(other.bytes).toString()).toBe(Buffer.from(own.bytes).toString())
  }
  await expect(web.renderReport(report, { format: 'pdf' })).rejects.toMatchObject({ code: 'missing_dependency' })
})

it('renders reports for other programs, and signs them', async () => {
  const web: WebModule = await import(pathToFileURL(join(folder, 'index.js')).href)
  const identity = await identityOf('rsa')
  // What is signed has the time in it.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    for (const [, bytes] of files) {
      const report = await verifyDocument(bytes).catch(() => undefined)
      if (report === undefined) continue
      for (const options of [
        { format: 'simple' },
        { format: 'detailed' },
        { format: 'etsi-xml' },
        { format: 'etsi-xml', identity },
      ] as const) {
        const [own, other] = [await renderReport(report, options), await web.renderReport(report, options)]
        expect(Buffer.from(other.bytes).toString()).toBe(Buffer.from(own.bytes).toString())
        expect(other.contentType).toBe(own.contentType)
      }
    }
  } finally {
    vi.useRealTimers()
  }
})

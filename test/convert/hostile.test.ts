/**
 * Documents that mean harm: refused or converted, soon, and with nothing fetched.
 *
 * @module
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createRandom } from '../support/mutate.js'
import { type ConvertingOutcome, ConvertingProcess } from './support/converting-process.js'
import { HOSTILE_ARCHIVES } from './support/hostile-archives.js'
import { HOSTILE_COUNTS } from './support/hostile-counts.js'
import { QUICK_HOSTILE_DOCX } from './support/hostile-docx.js'
import { makeLinkedDocx } from './support/hostile-links.js'
import { HOSTILE_PICTURES } from './support/hostile-pictures.js'
import { mutateDocx } from './support/mutate-docx.js'
import { makeRichDocx } from './support/rich-docx.js'

/** Longest time of the processor for one document; on an idle machine none of these takes half a second. */
const MAX_CPU_MS = 10_000
const MAX_RESIDENT = 512 * 1024 * 1024

const child = new ConvertingProcess()
afterAll(() => child.close())

/** What has to hold for any bytes. */
function faultOf(outcome: ConvertingOutcome): string | undefined {
  if (outcome.kind === 'timeout') return 'it did not end'
  if (outcome.kind === 'crashed') return outcome.message
  if (outcome.cpuMilliseconds > MAX_CPU_MS) return `it took ${outcome.cpuMilliseconds} ms`
  if (outcome.residentBytes > MAX_RESIDENT) return `it took ${outcome.residentBytes} bytes`
  return undefined
}

async function faultsOf(makers: Readonly<Record<string, () => Uint8Array>>): Promise<string[]> {
  const faults: string[] = []
  for (const [name, make] of Object.entries(makers)) {
    const fault = faultOf(await child.convert(make()))
    if (fault !== undefined) faults.push(`${name}: ${fault}`)
  }
  return faults
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const outcome = await child.convert(bytes)
  return outcome.kind === 'refused' ? outcome.code : outcome.kind
}

describe('hostile documents', () => {
  it('are converted or refused, whatever their markup, sizes and references', async () => {
    expect(await faultsOf(QUICK_HOSTILE_DOCX)).toEqual([])
  }, 240_000)

  it('are converted or refused, whatever their pictures and fonts', async () => {
    expect(await faultsOf(HOSTILE_PICTURES)).toEqual([])
  }, 240_000)

  it.each([
    ['a main part of 10 GB', 'document_too_complex'],
    ['a main part of 10 GB that claims to have 1 MB', 'invalid_document'],
    ['a main part that claims to have 8 EB', 'document_too_complex'],
    ['sixty thousand entries', 'document_too_complex'],
    ['entries with a password', 'document_encrypted'],
    ['an unknown compression', 'unsupported_document'],
    ['two entries of the same name', 'invalid_document'],
    ['names that lead out of the archive', 'converted'],
    ['an archive in the archive in the place of the main part', 'invalid_document'],
    ['a directory without its entries', 'invalid_document'],
    ['a long comment', 'converted'],
  ])('%s: %s', async (name, code) => {
    expect(await codeOf(HOSTILE_ARCHIVES[name]?.() ?? new Uint8Array(0))).toBe(code)
  })

  it.each([
    ['10 MB without a space', 'document_too_complex'],
    ['3 MB of combining marks', 'document_too_complex'],
    ['half a million tabs', 'document_too_complex'],
    ['24 MB of words in paragraphs', 'document_too_complex'],
    ['a table of ninety thousand cells', 'document_too_complex'],
    ['thirty thousand page breaks', 'document_too_complex'],
    ['ten thousand notes in one line', 'converted'],
    ['twenty thousand sections', 'converted'],
    ['a hundred thousand links to one bookmark', 'converted'],
  ])('of which there is too much, or nearly: %s: %s', async (name, code) => {
    const outcome = await child.convert(HOSTILE_COUNTS[name]?.() ?? new Uint8Array(0))
    expect([faultOf(outcome), outcome.kind === 'refused' ? outcome.code : outcome.kind]).toEqual([undefined, code])
  })

  it('are refused wherever the file breaks off', async () => {
    const whole = makeRichDocx()
    const codes = new Set<string>()
    for (let part = 0; part < 20; part++) {
      codes.add(await codeOf(whole.subarray(0, Math.floor((whole.length * part) / 20))))
    }
    expect(codes).toEqual(new Set(['invalid_document']))
  })

  it('are converted or refused, however they are damaged', async () => {
    const faults: string[] = []
    let converted = 0
    for (let number = 0; number < 100; number++) {
      const { bytes, kind } = mutateDocx(createRandom(number))
      const outcome = await child.convert(bytes)
      if (outcome.kind === 'converted') converted++
      const fault = faultOf(outcome)
      if (fault !== undefined) faults.push(`#${number} (${kind}): ${fault}`)
    }
    expect(faults).toEqual([])
    // Damage that is always refused would not try much.
    expect(converted).toBeGreaterThan(25)
    // A hundred conversions, each of which has a limit of its own: all of them take long on a machine that does much else.
  }, 180_000)

  it('have nothing fetched', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.end('x')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      expect(await codeOf(makeLinkedDocx(`http://127.0.0.1:${port}/x.png`))).toBe('converted')
      expect(requests).toBe(0)
    } finally {
      server.close()
    }
  })
})

/**
 * Files that were cut off at every point of their structure, and what is said of them.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { renderReport, SealwrightError, type VerificationReport, verifyDocument } from '../../src/index.js'
import { hasTool } from '../support/tools.js'
import { unsignedBase } from './bases/bases.js'
import type { WriterName } from './bases/writers.js'
import { sign } from './support/sign.js'

const WRITERS: readonly WriterName[] = [
  'sealwright',
  'sealwright, streams',
  'pdf-lib',
  ...(hasTool('qpdf') ? (['qpdf, linearized'] as const) : []),
]

/** Structural points: the beginnings and ends of keywords, and a few bytes into what follows them. */
const POINTS =
  /\d+ \d+ obj|endobj|stream\r?\n|endstream|xref|trailer|startxref|%%EOF|\/ByteRange ?\[?|\/Contents ?<|\/Type ?\/Sig/g

function cutPoints(bytes: Uint8Array, from: number): number[] {
  const text = Buffer.from(bytes).toString('latin1')
  const points = new Set<number>()
  for (const { index, 0: found } of text.matchAll(POINTS)) {
    for (const at of [index, index + 1, index + found.length, index + found.length + 3]) points.add(at)
  }
  return [...points].filter((at) => at > from && at < bytes.length).sort((a, b) => a - b)
}

async function reportOf(bytes: Uint8Array): Promise<VerificationReport | undefined> {
  try {
    return await verifyDocument(bytes)
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_document') return undefined
    throw error
  }
}

const hasMark = (bytes: Uint8Array, from = 0) =>
  /\/ByteRange\s*\[/.test(Buffer.from(bytes.subarray(from)).toString('latin1'))
const codesOf = ({ document }: VerificationReport) => document.damage.map(({ code }) => code)

describe.each(WRITERS)('a file of %s that was cut off', (writer) => {
  it('is never called valid, nor unsigned where a signature stands in it', async () => {
    const original = await unsignedBase(writer)
    const signed = await sign(original)
    for (const cut of cutPoints(signed, original.length)) {
      const part = signed.subarray(0, cut)
      const report = await reportOf(part)
      if (report === undefined) continue
      expect(report.valid, `cut at ${cut}`).toBe(false)
      const codes = [...codesOf(report), ...report.signers.flatMap(({ reasons }) => reasons.map(({ code }) => code))]
      if (hasMark(part)) expect(codes.length, `cut at ${cut}: ${report.reason}`).toBeGreaterThan(0)
      if (hasMark(part)) expect(report.reason, `cut at ${cut}`).not.toMatch(/is not signed/)
      if (hasMark(part) && report.signers.length === 0) expect(codes).toContain('signature_unconfirmed')
    }
  })

  it('does not keep an earlier signature valid, and tells of the later one', async () => {
    const first = await sign(await unsignedBase(writer))
    const second = await sign(first)
    for (const cut of cutPoints(second, first.length + 2)) {
      const part = second.subarray(0, cut)
      const report = await verifyDocument(part)
      expect(report.valid, `cut at ${cut}`).toBe(false)
      expect(report.reason, `cut at ${cut}`).not.toMatch(/is not signed/)
      if (report.signers.length === 1) {
        expect(codesOf(report).includes('signature_unconfirmed'), `cut at ${cut}`).toBe(hasMark(part, first.length))
      }
    }
    // Without the whole increment it is the file that was there before, which nobody can tell from a cut one.
    expect((await verifyDocument(second.subarray(0, first.length))).valid).toBe(true)
  })
})

describe('what is said of it', () => {
  it('on the page and in reports: it cannot be judged, rather than that it is not signed', async () => {
    const original = await unsignedBase('sealwright')
    const signed = await sign(original)
    const cut = signed.subarray(0, signed.length - 40)
    const report = await verifyDocument(cut)
    expect(codesOf(report)).toEqual(['end_missing', 'signature_unconfirmed'])
    const html = async (language: 'en' | 'de') =>
      new TextDecoder().decode((await renderReport(report, { format: 'html', language })).bytes)
    expect(await html('en')).toContain('data-kind="indeterminate"')
    expect(await html('en')).toContain('cannot be confirmed')
    expect(await html('de')).toContain('Das Ende der Datei fehlt')
    expect(await html('de')).not.toContain('trägt keine Signatur')
  })

  it('not of honest files: nothing is missing from them', async () => {
    const original = await unsignedBase('pdf-lib')
    expect((await verifyDocument(original)).document.damage).toEqual([])
    expect((await verifyDocument(await sign(original))).document.damage).toEqual([])
  })

  it('nor of an unsigned file with other bytes behind it: it is not signed', async () => {
    const original = await unsignedBase('pdf-lib')
    const { reason, document } = await verifyDocument(Buffer.concat([original, Buffer.from('<html></html>')]))
    expect(reason).toMatch(/^The document is not signed\. 14 bytes stand after/)
    expect(document.damage.map(({ code }) => code)).toEqual(['trailing_bytes'])
  })

  it('in time that grows with the file alone, whatever stands behind its end', async () => {
    const original = await unsignedBase('pdf-lib')
    for (const filler of ['/ByteRange ', '/ByteRange%', '/ByteRange[', ' obj', '%1 0\nobj']) {
      const bytes = Buffer.concat([original, Buffer.from(filler.repeat(Math.floor(8_000_000 / filler.length)))])
      const before = process.cpuUsage()
      expect((await verifyDocument(bytes)).valid).toBe(false)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1e6, filler).toBeLessThan(4)
    }
  })
})

/**
 * Several parties sign one document: each stage is valid for every program, with all earlier signatures.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import type { ConformanceChoice } from '../../../src/typeset/paint/conformance.js'
import { listParties } from '../../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { checkAccessible } from '../../conformance/check-accessible.js'
import { type ArchiveClaim, checkArchive } from '../../conformance/check-archive.js'
import { QpdfFile } from '../../conformance/qpdf-file.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { bouncyCastleVerify, extractCms, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'
import { unexplainedChanges } from '../../support/update-rule.js'
import { rewriteWithQpdf } from '../../verify/support/structures.js'
import { judge, soundVerdict } from '../signing.js'
import { partiesOf, signByAll } from './party-signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'openssl'].every(hasTool)

const MARKDOWN = '---\ntitle: Agreement\nlang: en\n---\n# Agreement\n\nbetween *all* parties\n'

async function makeOwn(conformance?: ConformanceChoice): Promise<Uint8Array> {
  const markdown = new TextEncoder().encode(MARKDOWN)
  const options = conformance === undefined ? {} : { conformance }
  return (await convertFile(markdown, { from: 'md', to: 'pdf' }, options)).bytes
}

interface Kind {
  readonly make: () => Promise<Uint8Array>
  readonly first?: Partial<SignOptions>
  readonly archive?: ArchiveClaim
  readonly isAccessible?: boolean
}

const plain = async () => makePdf(ONE_PAGE)

const KINDS: Readonly<Record<string, Kind>> = {
  'a plain PDF': { make: plain },
  'a PDF certified with P=2': { make: plain, first: { certify: 2 } },
  'a PDF/A-2u': { make: () => makeOwn('PDF/A-2u'), archive: { part: '2' } },
  'a PDF/A-3u, certified': { make: () => makeOwn('PDF/A-3u'), archive: { part: '3' }, first: { certify: 2 } },
  'an encrypted PDF': {
    make: async () => rewriteWithQpdf(await plain(), '--encrypt', '', 'owner', '256', '--'),
  },
  'an encrypted PDF that permits filling in and new pages': {
    make: async () => rewriteWithQpdf(await plain(), '--encrypt', '', 'owner', '128', '--use-aes=y', '--'),
  },
  'a tagged PDF': { make: () => makeOwn() },
  'a PDF/UA-1': { make: () => makeOwn('PDF/UA-1'), isAccessible: true },
  'a PDF/UA-1 certified with P=2': { make: () => makeOwn('PDF/UA-1'), isAccessible: true, first: { certify: 2 } },
}

async function faultsOf(bytes: Uint8Array, { archive, isAccessible = false }: Kind): Promise<string[]> {
  const file = await withFiles({ 'a.pdf': bytes }, async (path) => new QpdfFile(path('a.pdf')))
  return [...(archive === undefined ? [] : checkArchive(file, archive)), ...(isAccessible ? checkAccessible(file) : [])]
}

describe.skipIf(!TOOLS).each(Object.entries(KINDS))('%s', (_, kind) => {
  it.each([2, 3])('signed by %i parties', { timeout: 120_000 }, async (count) => {
    const parties = partiesOf(count)
    const input = await kind.make()
    const stages = await signByAll(input, parties, {}, kind.first)
    const names = parties.map((_, i) => `Party${i + 1}`)
    for (const [i, bytes] of stages.entries()) {
      const verdict = await judge(bytes)
      expect(verdict).toEqual(soundVerdict(...names.slice(0, i + 1)))
      expect(await faultsOf(bytes, kind)).toEqual([])
      const before = stages[i - 1]
      if (before !== undefined) expect(await unexplainedChanges(before, bytes)).toEqual([])
      const { valid, complete, parties: states } = await listParties(bytes)
      expect([valid, complete]).toEqual([true, i === count - 1])
      expect(states.map(({ state }) => state)).toEqual(names.map((_, k) => (k <= i ? 'signed' : 'unsigned')))
    }
    const { signers } = await verifyDocument(stages.at(-1) as Uint8Array)
    expect(signers.map(({ party, audit }) => [party?.row, party?.status, audit?.status])).toEqual(
      names.map((_, k) => [k + 1, 'valid', 'valid']),
    )
  })
})

describe.skipIf(!TOOLS)('twelve parties', () => {
  it.each(['a plain PDF', 'a PDF/UA-1 certified with P=2'])('sign %s', { timeout: 300_000 }, async (name) => {
    const kind = KINDS[name] as Kind
    const parties = partiesOf(12)
    const stages = await signByAll(await kind.make(), parties, {}, kind.first)
    const last = stages.at(-1) as Uint8Array
    expect(await judge(last)).toEqual(soundVerdict(...parties.map((_, i) => `Party${i + 1}`)))
    expect(await faultsOf(last, kind)).toEqual([])
    expect(await unexplainedChanges(stages.at(-2) as Uint8Array, last)).toEqual([])
    expect(await listParties(last)).toMatchObject({ valid: true, complete: true })
  })
})

describe('the signatures of all parties', () => {
  let last: Uint8Array
  beforeAll(async () => {
    last = (await signByAll(makePdf(ONE_PAGE), partiesOf(3))).at(-1) as Uint8Array
  }, 60_000)

  it.skipIf(!hasTool('bouncycastle'))('are valid for Bouncy Castle', async () => {
    const signatures = [0, 1, 2].map((index) => extractCms(last, index))
    expect(await bouncyCastleVerify(signatures)).toEqual(Array(3).fill({ valid: true, message: '' }))
  })
})

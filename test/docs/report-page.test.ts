/**
 * The page on the report shows the members that a report has, and says of each what it means.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { developmentIdentity, signDocument, verifyDocument } from '../../src/index.js'
import type { SignerReport } from '../../src/verify/report.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { readPage } from './code-blocks.js'
import { REQUEST } from './write-files.js'

const page = readPage('docs/report.md')

/** A block of JSON of the page, by what stands behind the word json. */
function sample(name: string): Record<string, unknown> {
  const [, text] = page.match(new RegExp(`^\`\`\`json${name === '' ? '' : ` ${name}`}\n([\\s\\S]*?)^\`\`\``, 'm')) ?? []
  return JSON.parse(text ?? '')
}

/** Names in backquotes in the first cells of all tables of the page. */
const explained = new Set(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
)

/** Members, and those of objects in them, as `certificate.name`; of lists and of what a sample leaves empty, the name alone. */
function membersOf(value: object, sampled: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const shown = (sampled as Record<string, unknown>)[name]
    const isOpen = isPlain(member) && isPlain(shown) && Object.keys(shown).length > 0
    return [prefix + name, ...(isOpen ? membersOf(member, shown, `${prefix}${name}.`) : [])]
  })
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

describe('A report, member by member', async () => {
  const { bytes } = await signDocument(makePdf(ONE_PAGE), REQUEST, { identity: await developmentIdentity() })
  const report = await verifyDocument(bytes)
  const signer = report.signers[0] as SignerReport

  it.each([
    ['', report],
    ['signer', signer],
    ['document', report.document],
  ])('shows what is in a real one: %s', (name, real) => {
    const shown = sample(name)
    const open = name === '' ? Object.fromEntries(Object.keys(shown).map((key) => [key, null])) : shown
    expect(membersOf(open, open).sort()).toEqual(membersOf(real, open).sort())
  })

  it('explains every member', () => {
    const names = [report, signer, report.document, sample('change')].flatMap((object) => Object.keys(object))
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => !explained.has(name))).toEqual([])
  })

  it('says of the parts of objects what they are', () => {
    const { certificate, algorithm, trust, coverage, audit } = signer
    const parts = [certificate, algorithm, trust, coverage, audit].flatMap((object) => Object.keys(object ?? {}))
    expect(parts.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

/**
 * The JSON Schema of reports: made of the types, and true of what the functions give.
 *
 * @module
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeReportSchema, REPORT_SCHEMA_FILE } from '../../build/report-schema.js'
import { schemasOfTypes } from '../../build/type-schema.js'
import { renderReport } from '../../src/report/render-report.js'
import { partiesOf } from '../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { sign, WITH_PAGE } from '../sign/signing.js'
import { makeContract } from '../verify/support/contract.js'
import { reportJudge } from './report-schemas.js'

describe('the schema of reports', () => {
  it('is the one that the types give: npm run report:schema writes it', { timeout: 120_000 }, () => {
    expect(JSON.parse(readFileSync(REPORT_SCHEMA_FILE, 'utf8'))).toEqual(makeReportSchema())
  })

  it('names every member of a report, of its other forms, and of a list of parties', async () => {
    const contract = makeContract().bytes
    const signed = await sign(contract, {}, WITH_PAGE)
    const broken = signed.slice()
    broken[broken.indexOf(0x2f, 20) + 1] = 0x58
    for (const bytes of [contract, signed, broken]) {
      const report = await verifyDocument(bytes)
      expect(reportJudge('VerificationReport')(JSON.parse(JSON.stringify(report)))).toEqual([])
      expect(reportJudge('PartiesReport')(partiesOf(report))).toEqual([])
      for (const [format, name] of [
        ['simple', 'SimpleReport'],
        ['detailed', 'DetailedReport'],
      ] as const) {
        const { bytes: json, contentType } = await renderReport(report, { format })
        expect(contentType).toBe('application/json')
        expect(reportJudge(name)(JSON.parse(new TextDecoder().decode(json)))).toEqual([])
      }
    }
  })

  it('refuses what is no report', async () => {
    const report = await verifyDocument(makeContract().bytes)
    const judge = reportJudge('VerificationReport')
    expect(judge({ ...report, valid: 'yes' })).toEqual([expect.stringContaining('/valid must be boolean')])
    expect(judge({ ...report, signers: undefined })).toEqual([expect.stringContaining("required property 'signers'")])
    expect(judge({ ...report, more: 1 })).toEqual([expect.stringContaining('additional properties')])
  })
})

describe('schemas of types', () => {
  function schemasOf(source: string, ...types: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'type-schema-'))
    try {
      writeFileSync(join(folder, 'types.ts'), source)
      return schemasOfTypes(folder, [{ file: 'types.ts', types }])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('have what TypeScript says, and the comments', { timeout: 120_000 }, () => {
    const source = `
      /** A thing. */
      export interface Thing extends Base {
        /** When, ISO 8601; see {@link Base}. */
        readonly at: string | null
        /** ISO 8601 date. */
        readonly day?: string
        readonly kind: 'b' | 'a' | null
        readonly part: Base | null
        readonly parts: readonly Base[]
        readonly pair: readonly [number, boolean]
        readonly free: Record<string, unknown>
        readonly inline: { readonly size: number }
        readonly one: 1
        readonly mixed: string | number
      }
      export interface Base { readonly level: Level }
      /** How high. */
      export type Level = 'low' | 'high'
    `
    const base = { $ref: '#/$defs/Base' }
    const level = { enum: ['high', 'low'], description: 'How high.' }
    expect(schemasOf(source, 'Thing')).toEqual({
      Base: { type: 'object', properties: { level }, required: ['level'] },
      Thing: {
        type: 'object',
        description: 'A thing.',
        properties: {
          at: { type: ['string', 'null'], format: 'date-time', description: 'When, ISO 8601; see `Base`.' },
          day: { type: 'string', format: 'date', description: 'ISO 8601 date.' },
          kind: { enum: ['a', 'b', null] },
          part: { anyOf: [base, { type: 'null' }] },
          parts: { type: 'array', items: base },
          pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'boolean' }], minItems: 2, maxItems: 2 },
          free: { type: 'object', additionalProperties: {} },
          inline: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] },
          one: { const: 1 },
          mixed: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          level,
        },
        required: ['at', 'kind', 'part', 'parts', 'pair', 'free', 'inline', 'one', 'mixed', 'level'],
      },
    })
  })

  it('are not made for what JSON does not have', { timeout: 120_000 }, () => {
    expect(() => schemasOf('export interface Thing { readonly at: bigint }', 'Thing')).toThrow('no schema for bigint')
    expect(() => schemasOf('export interface Thing {}', 'Other')).toThrow('there is no Other')
  })
})

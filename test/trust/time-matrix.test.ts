/**
 * What is left of a signature years later, case by case: EN 319 102-1 (V1.4.1), clause by clause. For who is who see
 * support/time-cast.ts.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { SUB_INDICATIONS } from '../../src/trust/over-time/indication.js'
import type { Case } from './matrix/case.js'
import { ENDED_CERTIFICATES } from './matrix/ended-certificates.js'
import { OTHER_FAULTS } from './matrix/other-faults.js'
import { PROOFS } from './matrix/proofs.js'
import { REVOCATIONS } from './matrix/revocations.js'
import { STATEMENTS } from './matrix/statements.js'
import { when } from './support/dated-pki.js'
import { cast } from './support/time-cast.js'

const CASES = { ...ENDED_CERTIFICATES, ...REVOCATIONS, ...STATEMENTS, ...PROOFS, ...OTHER_FAULTS }

/** Table 5: what is certain. */
const FAILED: ReadonlySet<string> = new Set([
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
])

/** Sub-indications that have nothing to do with dates, and the tests that show them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  POLICY_PROCESSING_ERROR: '../verify/signature-policy.test.ts',
  SIGNATURE_POLICY_NOT_AVAILABLE: '../verify/signature-policy.test.ts',
  GENERIC: 'timestamp.test.ts',
}

async function judge({ make, on, options }: Case) {
  const { root, oldRoot } = cast
  const anchors = [root.certificate.der, oldRoot.certificate.der]
  const report = await verifyDocument(await make(), { trustAnchors: anchors, now: () => when(on), ...options?.() })
  const signer = report.signers.find(({ kind }) => kind === 'signature')
  if (signer === undefined) throw new Error(report.reason)
  return { report, signer }
}

describe('the time matrix', () => {
  it('has at least 60 cases', () => {
    expect(Object.values(CASES).flat().length).toBeGreaterThanOrEqual(60)
  })

  it.each(SUB_INDICATIONS)('shows %s', async (subIndication) => {
    const elsewhere = ELSEWHERE[subIndication]
    if (elsewhere === undefined) {
      const given = Object.values(CASES).flatMap((cases) => cases.map(({ gives }) => gives))
      expect(given).toContain(subIndication)
    } else {
      expect(await readFile(new URL(elsewhere, import.meta.url), 'utf8')).toContain(`'${subIndication}'`)
    }
  })

  describe.each(Object.entries(CASES))('%s', (_, cases) => {
    it.each(cases.map((each) => [each.name, each.clause, each] as const))('%s (%s)', async (_name, _clause, each) => {
      const { signer } = await judge(each)
      const { gives } = each
      const indication = gives === undefined ? 'TOTAL-PASSED' : FAILED.has(gives) ? 'TOTAL-FAILED' : 'INDETERMINATE'
      const found = [signer.indication, signer.subIndication]
      expect(
        found,
        JSON.stringify([signer.reasons, signer.warnings, signer.trust, signer.timestamps], null, 1),
      ).toEqual([indication, gives ?? null])
      if (each.level !== undefined) expect(signer.padesLevel).toBe(each.level)
      if (each.source !== undefined) expect(signer.signedAtSource).toBe(each.source)
      if (each.proof !== undefined) expect(signer.proofs[0]?.message).toContain(each.proof)
    })
  })
})

/**
 * What is left of a signature years later, case by case: EN 319 102-1 (V1.4.1), clause by clause. For who is who see
 * support/time-cast.ts.
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import type { Case } from './matrix/case.js'
import { ENDED_CERTIFICATES } from './matrix/ended-certificates.js'
import { PROOFS } from './matrix/proofs.js'
import { REVOCATIONS } from './matrix/revocations.js'
import { STATEMENTS } from './matrix/statements.js'
import { when } from './support/dated-pki.js'
import { cast } from './support/time-cast.js'

const CASES = { ...ENDED_CERTIFICATES, ...REVOCATIONS, ...STATEMENTS, ...PROOFS }

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

  describe.each(Object.entries(CASES))('%s', (_, cases) => {
    it.each(cases.map((each) => [each.name, each.clause, each] as const))('%s (%s)', async (_name, _clause, each) => {
      const { signer } = await judge(each)
      const { gives } = each
      const indication =
        gives === undefined ? 'TOTAL-PASSED' : gives === 'NOT_YET_VALID' ? 'TOTAL-FAILED' : 'INDETERMINATE'
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

/**
 * A small run of the fuzzer of file structures, and a hole that it has to find.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { hasTool } from '../support/tools.js'
import { type Judge, StructureFuzzer, type StructureOutcome } from '../verify/generator/structure/structure-fuzzer.js'

const CASES = 60
/** Cases within which the planted hole has to be found. */
const CASES_FOR_HOLE = 60
const TOOLS = ['pdftoppm', 'mutool', 'soffice']
const FAULTS: readonly StructureOutcome['kind'][] = ['shown otherwise', 'became valid', 'harmed by signing']

async function runCases(count: number, judge: Judge, done: (outcome: StructureOutcome, number: number) => boolean) {
  const fuzzer = new StructureFuzzer(1, { judge })
  try {
    for (let number = 0; number < count; number++) if (done(await fuzzer.run(number), number)) return
  } finally {
    fuzzer.close()
  }
}

/** A verifier that does not look at what follows a signature. */
const blind: Judge = async (bytes) => {
  const report = await verifyDocument(bytes)
  const signers = report.signers.map((signer) => ({
    ...signer,
    status: 'valid' as const,
    changes: { ...signer.changes, changes: [] },
  }))
  return { ...report, valid: signers.length > 0, signers }
}

describe.skipIf(!TOOLS.every(hasTool))('signed files of any structure', () => {
  it(`show in ${CASES} cases what was signed, whatever is appended that keeps them valid`, async () => {
    const faults: string[] = []
    let valid = 0
    await runCases(CASES, verifyDocument, ({ kind, how, notes, faults: seen }, number) => {
      if (kind !== 'refused') valid += 1
      if (FAULTS.includes(kind)) faults.push(`#${number} ${kind}, ${how}: ${notes.join(', ')}: ${seen.join('; ')}`)
      return false
    })
    expect(faults).toEqual([])
    expect(valid).toBeGreaterThan(CASES / 3)
  }, 300_000)

  it('show something else when nobody looks at what follows', async () => {
    let found: StructureOutcome | undefined
    await runCases(CASES_FOR_HOLE, blind, (outcome) => {
      if (outcome.kind === 'shown otherwise') found = outcome
      return found !== undefined
    })
    expect(found?.faults).not.toEqual([])
    expect(found).toBeDefined()
  }, 300_000)
})

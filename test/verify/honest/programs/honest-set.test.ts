/**
 * Honest changes made by other programs, which must stay valid.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../../src/index.js'
import { hasTool } from '../../../support/tools.js'
import { verdictOf } from '../../support/verdict.js'
import { hasPopplerWriter } from './by-poppler.js'
import { changesThatDropSignatures } from './by-signers.js'
import { allChanges, spreadChanges } from './honest-set.js'
import { hasJavaPrograms, JavaPrograms } from './java-programs.js'

/** Changes that the set has at least: the test says nothing when a program is missing. */
const MIN_CHANGES = 150
const TOOLS = ['mutool', 'pdfsig', 'qpdf', 'soffice']

describe.skipIf(!TOOLS.every(hasTool) || !hasPopplerWriter() || !hasJavaPrograms())('an honest change', () => {
  let java: JavaPrograms
  beforeAll(async () => {
    java = await JavaPrograms.start()
  })
  afterAll(() => java.close())

  it('by any of eight programs leaves the signatures valid', async () => {
    const refused: string[] = []
    let count = 0
    for await (const { program, name, base, make } of spreadChanges(allChanges(java), 1)) {
      const { valid, reason } = await verdictOf(await make())
      count += 1
      if (!valid) refused.push(`${program}: ${name} (${base.writer}, ${base.profile}): ${reason}`)
    }
    expect(refused).toEqual([])
    expect(count).toBeGreaterThanOrEqual(MIN_CHANGES)
  }, 300_000)

  it('is none where the earlier signature is dropped from the form', async () => {
    const codes: string[] = []
    for await (const { make } of spreadChanges(changesThatDropSignatures, 2)) {
      const { valid, document } = await verifyDocument(await make())
      codes.push(`${valid} ${document.damage.map(({ code }) => code).at(-1)}`)
    }
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'false signature_unconfirmed'))
  })
})

/**
 * The child of `verifying-process.ts`: verifies what it is sent and answers with the outcome.
 *
 * @module
 */

import { verifyDocument } from '../../../src/index.js'
import { answerJobs, describeThrown } from '../../support/job-process.js'
import { peakResidentBytes } from '../../support/peak-memory.js'
import type { VerifyingOutcome } from './verifying-process.js'

answerJobs(async (input: Uint8Array): Promise<VerifyingOutcome> => {
  const residentBefore = peakResidentBytes()
  const before = performance.now()
  try {
    const report = await verifyDocument(input, { maxBytes: Number.MAX_SAFE_INTEGER })
    const milliseconds = performance.now() - before
    return { kind: 'report', report, milliseconds, grownBytes: peakResidentBytes() - residentBefore }
  } catch (error) {
    const thrown = describeThrown(error)
    return thrown.kind === 'refused' ? { ...thrown, milliseconds: performance.now() - before } : thrown
  }
})

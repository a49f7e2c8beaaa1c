/**
 * The child of `verifying-process.ts`: verifies what it is sent and answers with the outcome.
 *
 * @module
 */

import { verifyDocument } from '../../../src/index.js'
import { answerJobs, describeThrown } from '../../support/job-process.js'
import type { VerifyingOutcome } from './verifying-process.js'

const maxResidentBytes = () => process.resourceUsage().maxRSS * 1024

answerJobs(async (input: Uint8Array): Promise<VerifyingOutcome> => {
  const residentBefore = maxResidentBytes()
  const before = performance.now()
  try {
    const report = await verifyDocument(input, { maxBytes: Number.MAX_SAFE_INTEGER })
    const milliseconds = performance.now() - before
    return { kind: 'report', report, milliseconds, grownBytes: maxResidentBytes() - residentBefore }
  } catch (error) {
    const thrown = describeThrown(error)
    return thrown.kind === 'refused' ? { ...thrown, milliseconds: performance.now() - before } : thrown
  }
})

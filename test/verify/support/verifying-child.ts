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
  const before = process.cpuUsage()
  const elapsed = () => milliseconds(process.cpuUsage(before))
  try {
    const report = await verifyDocument(input, { maxBytes: Number.MAX_SAFE_INTEGER })
    return { kind: 'report', report, milliseconds: elapsed(), grownBytes: peakResidentBytes() - residentBefore }
  } catch (error) {
    const thrown = describeThrown(error)
    return thrown.kind === 'refused' ? { ...thrown, milliseconds: elapsed() } : thrown
  }
})

/** Of the processor, not of the clock: what else the machine does must not decide. */
function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

/**
 * The child of `fuzz-cost.ts`: signs, verifies or converts what it is sent, and answers with what that took.
 *
 * @module
 */

import { convertFile, verifyDocument } from '../../src/index.js'
import { answerJobs, describeThrown, type JobFailure } from '../support/job-process.js'
import { peakResidentBytes } from '../support/peak-memory.js'
import { sign } from '../verify/support/sign.js'

/** What is done with a document. */
export type CostlyCall = 'sign' | 'verify' | 'docx' | 'md' | 'html' | 'md to docx' | 'html to docx'

export interface CostTask {
  readonly call: CostlyCall
  readonly input: Uint8Array
}

/** What a call took, however it ended. */
export interface Cost {
  readonly kind: 'cost'
  /** Of the processor. */
  readonly milliseconds: number
  /** Growth of the greatest resident size; 0 where it had been larger before. */
  readonly grownBytes: number
  /** `done`, or the code of the refusal. */
  readonly end: string
}

const SOURCES = { docx: 'docx', md: 'md', html: 'html', 'md to docx': 'md', 'html to docx': 'html' } as const

answerJobs(async ({ call, input }: CostTask): Promise<Cost | JobFailure> => {
  const residentBefore = peakResidentBytes()
  const before = process.cpuUsage()
  const cost = (end: string): Cost => {
    const { user, system } = process.cpuUsage(before)
    const grownBytes = peakResidentBytes() - residentBefore
    return { kind: 'cost', milliseconds: (user + system) / 1000, grownBytes, end }
  }
  try {
    if (call === 'verify') await verifyDocument(input)
    else if (call === 'sign') await sign(input)
    else await convertFile(input, { from: SOURCES[call], to: call.endsWith('to docx') ? 'docx' : 'pdf' })
    return cost('done')
  } catch (error) {
    const thrown = describeThrown(error)
    return thrown.kind === 'refused' ? cost(thrown.code) : thrown
  }
})

/**
 * Calls of the library's functions as jobs for other threads.
 *
 * @module
 */

import type { ConvertedFile, ConvertOptions, ConvertRequest } from '../convert/convert-file.js'
import type { RenderedReport, RenderReportOptions } from '../report/render-report.js'
import type { ExtendedDocument, ExtendOptions } from '../sign/level/extend-options.js'
import type { SignRequest } from '../sign/request/request-schema.js'
import type { SignedDocument } from '../sign/seal-document.js'
import type { SignOptions } from '../sign/sign-options.js'
import type { VerificationReport } from '../verify/report.js'
import type { VerifyOptions } from '../verify/verify-options.js'
import { type Job, type JobContext, jobKind } from '../work/job.js'

/** Input of a call apart from its options. */
interface Call<R> extends Job<R> {
  readonly kind: 'call'
  /** Whether nobody else needs the bytes of the input, so that they are transferred instead of copied. */
  readonly isOwned: boolean
  /** Time of the caller's clock, if the caller has its own: a clock cannot be asked from another thread. */
  readonly now?: Date
}

type Clockless<T> = Omit<T, 'signal' | 'now' | 'assets'>

/** A call of `signDocument`. */
export interface SignCall extends Call<SignedDocument> {
  readonly name: 'signDocument'
  readonly input: Uint8Array
  readonly request: SignRequest
  readonly options: Clockless<SignOptions>
}

/** A call of `extendDocument`. */
export interface ExtendCall extends Call<ExtendedDocument> {
  readonly name: 'extendDocument'
  readonly input: Uint8Array
  readonly options: Clockless<ExtendOptions>
}

/** A call of `verifyDocument`. */
export interface VerifyCall extends Call<VerificationReport> {
  readonly name: 'verifyDocument'
  readonly input: Uint8Array
  readonly options: Clockless<VerifyOptions>
}

/** A call of `convertFile`. */
export interface ConvertCall extends Call<ConvertedFile> {
  readonly name: 'convertFile'
  readonly input: Uint8Array | string
  readonly request: ConvertRequest
  readonly options: Clockless<ConvertOptions>
}

/** A call of `renderReport`. */
export interface RenderCall extends Call<RenderedReport> {
  readonly name: 'renderReport'
  readonly report: VerificationReport
  readonly options: Clockless<RenderReportOptions>
}

/** A call of any of the functions. */
export type CallJob = SignCall | ExtendCall | VerifyCall | ConvertCall | RenderCall

type CallResult = SignedDocument | ExtendedDocument | VerificationReport | ConvertedFile | RenderedReport

/** How calls are made. The functions are loaded by the first call of each. */
export const CALL_KIND = jobKind<CallJob & Job<CallResult>>({
  run: makeCall,
  bytesOf: (job) => ('input' in job && job.isOwned && typeof job.input !== 'string' ? job.input : undefined),
  resultBytes: (result) => ('bytes' in result ? result.bytes : undefined),
})

async function makeCall(job: CallJob, { signal }: JobContext): Promise<CallResult> {
  const { now } = job
  const place = { ...(signal === undefined ? {} : { signal }), ...(now === undefined ? {} : { now: () => now }) }
  switch (job.name) {
    case 'signDocument': {
      const { signDocument } = await import('../sign/sign-document.js')
      return signDocument(job.input, job.request, { ...job.options, ...place })
    }
    case 'extendDocument': {
      const { extendDocument } = await import('../sign/extend-document.js')
      return extendDocument(job.input, { ...job.options, ...place })
    }
    case 'verifyDocument': {
      const { verifyDocument } = await import('../verify/verify-document.js')
      return verifyDocument(job.input, { ...job.options, ...place })
    }
    case 'convertFile': {
      const { convertFile } = await import('../convert/convert-file.js')
      return convertFile(job.input, job.request, { ...job.options, ...(signal === undefined ? {} : { signal }) })
    }
    case 'renderReport': {
      const { renderReport } = await import('../report/render-report.js')
      return renderReport(job.report, { ...job.options, ...(signal === undefined ? {} : { signal }) })
    }
  }
}

/**
 * The kinds of work on documents that are handed to threads.
 *
 * @module
 */

import type { ConverterTable } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { type Job, type JobKinds, jobKind } from '../work/job.js'
import { CALL_KIND } from '../workers/call-job.js'
import type { ConversionJob } from './conversion-job.js'
import type { DocumentInput, ReadingRules, RemoteDocument } from './document-input.js'
import type { DocumentJob } from './document-job.js'

/** Parsing of a large JSON body in a thread, for requests whose members must be known before their work begins. */
export interface ReadingJob extends Job<DocumentInput | RemoteDocument> {
  readonly kind: 'read'
  readonly json: Uint8Array
  readonly rules: ReadingRules
}

/** The converters, loaded by the first job and cached: a dynamic import takes as long as parsing a small request. */
let conversions: Promise<typeof import('./conversion-job.js')> | undefined
let documents: Promise<typeof import('./document-job.js')> | undefined

const DOCUMENT_KIND = jobKind<DocumentJob>({
  async run(job, context) {
    documents ??= import('./document-job.js')
    return (await documents).runDocumentJob(job, context)
  },
  bytesOf: ({ input }) => ('json' in input ? input.json : 'document' in input ? input.document : undefined),
  resultBytes: (result) => ('reply' in result ? result.reply : undefined),
})

/** The kinds of work on documents, with these converters. */
export function jobKinds(converters: ConverterTable = CONVERTERS): JobKinds {
  return {
    call: CALL_KIND,
    sign: DOCUMENT_KIND,
    verify: DOCUMENT_KIND,
    extend: DOCUMENT_KIND,
    convert: jobKind<ConversionJob>({
      async run(job, context) {
        conversions ??= import('./conversion-job.js')
        return (await conversions).runConversionJob(job, context, converters)
      },
      bytesOf: ({ input }) => input,
      resultBytes: ({ reply }) => reply,
    }),
    read: jobKind<ReadingJob>({
      async run({ json, rules }) {
        return (await import('./document-input.js')).readJsonInput({ json }, rules)
      },
      bytesOf: ({ json }) => json,
      resultBytes: (result) => ('document' in result ? result.document : undefined),
    }),
  }
}

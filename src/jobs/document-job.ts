/**
 * Signing and verifying as jobs that can be handed to another thread: bytes in, bytes of the answer out.
 *
 * @module
 */

import { pickReviewOptions, type ReviewOptions } from '../convert/review-options.js'
import { SealwrightError } from '../errors.js'
import { jsonText } from '../input/json-text.js'
import type { SigningIdentity } from '../sign/identity/identity.js'
import type { ExtendOptions } from '../sign/level/extend-options.js'
import type { SignRequest } from '../sign/request/request-schema.js'
import type { SignedDocument } from '../sign/seal-document.js'
import type { SignOptions } from '../sign/sign-options.js'
import type { VerifyOptions } from '../verify/verify-options.js'
import type { Job, JobContext } from '../work/job.js'
import {
  type DocumentInput,
  type FormInput,
  type JsonInput,
  type ReadingRules,
  type RemoteDocument,
  resolveInput,
} from './document-input.js'
import { writeBase64 } from './json/decode-base64.js'
import { mergeSignMembers } from './members/sign-members.js'
import type { ReportRendering } from './render-verification.js'

/** Options of signDocument that the host may set for the API. */
export type SignSettings = Omit<SignOptions, 'identity' | 'signal' | 'now' | 'maxBytes' | 'password' | 'assets'>

/** Options of verifyDocument that the host may set for the API. */
export type VerifySettings = Omit<VerifyOptions, 'signal' | 'now' | 'maxBytes' | 'password'>

/** Options of a verification: the host's options, and the identity that signs a report in XML. */
export type VerifyJobOptions = VerifySettings & { readonly reportIdentity?: SigningIdentity }

/** Options of extendDocument that the host may set for the API. */
export type ExtendSettings = Omit<ExtendOptions, 'signal' | 'now' | 'maxBytes' | 'password'>

/** A document to sign, verify or extend. The job is plain data, except for objects of the host in the options. */
export interface DocumentJob extends ReadingRules, Job<DocumentJobResult> {
  readonly kind: 'sign' | 'verify' | 'extend'
  /** The body as it was sent, or its parts when they have been separated already. */
  readonly input: JsonInput | FormInput | DocumentInput
  /** Options of the work. `identity` is the signer, for `sign` only. */
  readonly options: (SignSettings & Partial<Pick<SignOptions, 'identity'>>) | VerifyJobOptions | ExtendSettings
  /** Form of the answer of sign and extend: JSON that contains the document, or the document itself. */
  readonly answer: 'json' | 'file'
  /** For a verification: the answer only lists who has signed and who has not. */
  readonly partiesOnly?: boolean
  /** Form in which the report of a verification is rendered. Left out: JSON. */
  readonly render?: ReportRendering
}

/** What the answer says about a signature apart from the document. */
export type SignedFacts = Omit<SignedDocument, 'bytes' | 'contentType'>

/** The body of an answer: a JSON text, or a file with the facts that go into its header fields. */
export interface DocumentReply {
  readonly reply: Uint8Array
  readonly facts?: SignedFacts
  /** Warnings of an extended document. */
  readonly warnings?: readonly string[]
}

/** A reply, or the document that has to be fetched first. */
export type DocumentJobResult = DocumentReply | RemoteDocument

/** The verifier, loaded by the first job that needs it and cached: a dynamic import costs as much as a small document. */
let verifying: Promise<typeof import('../verify/verify-document.js')> | undefined
let signing: Promise<typeof import('../sign/sign-document.js')> | undefined

/**
 * Does the job.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`, and what signDocument, verifyDocument and extendDocument throw
 */
export async function runDocumentJob(job: DocumentJob, context: JobContext): Promise<DocumentJobResult> {
  const input = await resolveInput(job.input, job)
  if ('url' in input) return input
  const { kind, maxBytes } = job
  const { password } = input
  const call = {
    maxBytes,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    ...(password === undefined ? {} : { password }),
  }
  if (kind === 'verify') {
    verifying ??= import('../verify/verify-document.js')
    const { verifyDocument } = await verifying
    const { reportIdentity, ...settings } = job.options as VerifyJobOptions
    // A report in the standard's XML contains the bytes of the evidence that it rests on, unless the host's settings say
    // otherwise.
    const contents =
      job.render?.format === 'etsi-xml' ? ({ validationObjects: 'bytes', ...settings } as const) : settings
    const report = await verifyDocument(input.document, { ...contents, ...call })
    if (job.partiesOnly === true) {
      const { partiesOf } = await import('../verify/parties/list-parties.js')
      return { reply: new TextEncoder().encode(jsonText(partiesOf(report))) }
    }
    if (job.render === undefined) return { reply: new TextEncoder().encode(jsonText(report)) }
    const { renderVerification } = await import('./render-verification.js')
    return {
      reply: await renderVerification(report, job.render, {
        policy: settings.policy,
        fileName: input.fileName,
        identity: reportIdentity,
        signal: context.signal,
      }),
    }
  }
  if (kind === 'extend') {
    const { extendDocument } = await import('../sign/extend-document.js')
    const options = { ...(job.options as ExtendSettings), ...input.extend, ...call }
    const { bytes, contentType, ...facts } = await extendDocument(input.document, options as ExtendOptions)
    return job.answer === 'file'
      ? { reply: bytes, warnings: facts.warnings }
      : { reply: encodeDocument(bytes, contentType, facts) }
  }
  const { identity, ...settings } = job.options as SignSettings & Partial<Pick<SignOptions, 'identity'>>
  if (identity === undefined) throw new SealwrightError('internal_error', 'There is no identity to sign with.')
  signing ??= import('../sign/sign-document.js')
  const { signDocument } = await signing
  const options = { ...signSettings(settings, input), identity, ...call }
  // The type is unchecked here, since signDocument checks the request itself.
  const { bytes, contentType, ...facts } = await signDocument(input.document, input.request as SignRequest, options)
  return job.answer === 'file' ? { reply: bytes, facts } : { reply: encodeDocument(bytes, contentType, facts) }
}

/** The options of the host, overridden by those of the request. */
function signSettings(settings: SignSettings, { sign = {} }: DocumentInput): SignSettings {
  // Nobody supervises an API. A document still under review is therefore refused unless the request or the host says how to
  // treat it.
  const review: ReviewOptions = { trackedChanges: 'refuse', ...pickReviewOptions(settings), ...pickReviewOptions(sign) }
  return { ...mergeSignMembers(settings, sign), ...review }
}

/** Encodes an answer that contains a file. The bytes are written once; as a string of JSON they would be copied several times. */
export function encodeDocument(bytes: Uint8Array, contentType: string, facts: object, fileName?: string): Uint8Array {
  const prefix = '{"document":{"base64":"'
  const name = fileName === undefined ? '' : `,"fileName":${JSON.stringify(fileName)}`
  const rest = jsonText(facts).slice(1)
  const suffix = `","contentType":${JSON.stringify(contentType)}${name}}${rest === '}' ? rest : `,${rest}`}`
  const length = prefix.length + Math.ceil(bytes.length / 3) * 4 + Buffer.byteLength(suffix)
  const reply = Buffer.allocUnsafeSlow(length)
  const start = reply.write(prefix, 'latin1')
  reply.write(suffix, writeBase64(reply, start, bytes), 'utf8')
  return reply
}

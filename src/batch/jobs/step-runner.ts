/**
 * Runs the steps of a job on a document, and returns what the last step made.
 *
 * @module
 */

import type { ConverterTable, SourceFormat, TargetFormat } from '../../convert/conversion.js'
import { describeUnsupported, TARGET_MEDIA_TYPES } from '../../convert/convert-file.js'
import { CONVERTERS } from '../../convert/converters.js'
import { detectFormat } from '../../convert/detect-format.js'
import { SealwrightError } from '../../errors.js'
import type { ConversionJob, ConvertSettings } from '../../jobs/conversion-job.js'
import { conversionSettings } from '../../jobs/conversion-settings.js'
import { type RequestMembers, readMembers } from '../../jobs/document-input.js'
import type {
  DocumentJob,
  DocumentReply,
  ExtendSettings,
  SignSettings,
  VerifySettings,
} from '../../jobs/document-job.js'
import type { CmsIdentity, IdentityIssuer, SigningIdentity } from '../../sign/identity/identity.js'
import { PADES_LEVELS, type PadesLevel } from '../../trust/trust-report.js'
import type { Executor } from '../../work/executor.js'
import { WORK_LIMITS } from '../../work/work-limits.js'
import {
  type BatchRequest,
  type BatchResult,
  PDF_TYPE,
  type StepKind,
  type StepMembers,
  type StepOptions,
} from '../batch.js'

/** Settings of the host for the steps, as for the HTTP API. */
export interface StepSettings {
  /** Identity that signs. A process that only takes entries needs none. */
  readonly identity?: SigningIdentity | CmsIdentity | IdentityIssuer | undefined
  readonly sign?: SignSettings | undefined
  readonly extend?: ExtendSettings | undefined
  readonly verify?: VerifySettings | undefined
  readonly convert?: ConvertSettings | undefined
  /** Levels that sign steps may ask for. Default: all, where `sign` has `timestampAuthorities`; else B-B. */
  readonly levels?: readonly PadesLevel[] | undefined
  /** Largest document, in bytes. Default 25 MB. */
  readonly maxDocumentBytes: number
}

/** Where the steps run. */
export interface StepPlaces {
  readonly pool: Executor
  readonly inline: Executor
  /** Whether small PDFs are signed in this thread. */
  readonly isDedicated: boolean
}

/** Context of the steps of one job. */
export interface StepContext {
  readonly job: string
  readonly tenant: string
  readonly fileName: string
  /** Content type of the document from its server, with the charset. */
  readonly contentType?: string
  /** When the batch was made. This is the time of the submission event where a request brings no audit trail. */
  readonly createdAt: number
  readonly signal: AbortSignal
}

/** The result of the steps. */
export interface StepOutcome extends Pick<BatchResult, 'contentType' | 'warnings' | 'verdict'> {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes in hexadecimal, if the last step computed it. */
  readonly sha256?: string | undefined
}

/** Steps that make a new document. */
type ChangingStep = Exclude<StepKind, 'verify'>

interface KnownMembers {
  readonly kind: ChangingStep
  readonly createdAt: number
  readonly members: RequestMembers
}

/** File name extension of the result of a request. */
export function outputEnding({ steps }: BatchRequest, { convert }: StepOptions): string {
  if (steps.every((step) => step === 'verify')) return '.json'
  const isPdf = steps.includes('sign') || steps.includes('extend')
  return !isPdf && convert?.['to'] === 'docx' ? '.docx' : '.pdf'
}

/** Checks and runs steps with one set of settings. */
export class StepRunner {
  readonly #settings: StepSettings
  readonly #places: StepPlaces
  readonly #converters: ConverterTable = CONVERTERS
  /** Checked options that the jobs of a batch share, by the unchecked options of its steps as the engine returned them. */
  readonly #known = new WeakMap<StepMembers, KnownMembers>()

  constructor(settings: StepSettings, places: StepPlaces) {
    this.#settings = settings
    this.#places = places
  }

  /**
   * Checks the options of the steps, so that a job that must fail is not queued.
   *
   * @throws SealwrightError `invalid_request` with all faults
   */
  async check(steps: readonly StepKind[], options: StepOptions): Promise<void> {
    for (const kind of steps) {
      if (kind === 'verify') continue
      const members = await this.#read(kind, options[kind] ?? {}, Date.now())
      if (kind !== 'sign') continue
      const { parseSignRequest } = await import('../../sign/request/request.js')
      await parseSignRequest(members.request)
    }
  }

  /** @throws SealwrightError what the steps throw; the signal's reason when aborted */
  async run(
    steps: readonly StepKind[],
    options: StepOptions,
    document: Uint8Array,
    context: StepContext,
  ): Promise<StepOutcome> {
    let outcome: StepOutcome = { bytes: document, contentType: '', warnings: [] }
    for (const kind of steps) {
      context.signal.throwIfAborted()
      const isReport = steps.every((step) => step === 'verify')
      // The pool takes over the memory of the bytes that it is given, so verifying works on a copy.
      const input = kind === 'verify' && !isReport ? outcome.bytes.slice() : outcome.bytes
      const next = await this.#step(kind, options, input, context)
      if (kind !== 'verify') {
        outcome = { ...outcome, sha256: undefined, ...next, warnings: [...outcome.warnings, ...next.warnings] }
        continue
      }
      const { verdict } = next
      if (!isReport && verdict?.valid !== true) {
        throw new SealwrightError('verification_failed', verdict?.reason ?? 'The document is not valid.')
      }
      const facts = verdict === undefined ? {} : { verdict }
      outcome = isReport ? next : { ...outcome, ...facts }
    }
    return outcome
  }

  #step(kind: StepKind, options: StepOptions, bytes: Uint8Array, context: StepContext): Promise<StepOutcome> {
    switch (kind) {
      case 'convert':
        return this.#convert(options.convert ?? {}, bytes, context)
      case 'verify':
        return this.#verify(bytes, context)
      default:
        return this.#append(kind, options[kind] ?? {}, bytes, context)
    }
  }

  /** Signs or extends a document. */
  async #append(
    kind: 'sign' | 'extend',
    given: StepMembers,
    document: Uint8Array,
    context: StepContext,
  ): Promise<StepOutcome> {
    const { identity, sign = {}, maxDocumentBytes } = this.#settings
    if (kind === 'sign' && identity === undefined) {
      throw new SealwrightError('invalid_identity', 'This worker has no identity to sign with.')
    }
    const { request, ...members } = await this.#readOnce(kind, given, context.createdAt)
    const job: DocumentJob = {
      kind,
      input: { document, request: kind === 'sign' ? withEventId(request, context.job) : request, ...members },
      options:
        kind === 'sign'
          ? { ...sign, ...(identity === undefined ? {} : { identity }) }
          : { ...sharedSources(sign), ...this.#settings.extend },
      answer: 'file',
      maxBytes: maxDocumentBytes,
    }
    const { reply, facts, warnings = [] } = await this.#document(job, document, context)
    return {
      bytes: reply,
      contentType: PDF_TYPE,
      warnings: facts?.warnings ?? warnings,
      sha256: facts?.outputSha256,
    }
  }

  async #verify(document: Uint8Array, context: StepContext): Promise<StepOutcome> {
    const { verify = {}, maxDocumentBytes } = this.#settings
    const input = { document, request: {} }
    const job: DocumentJob = { kind: 'verify', input, options: verify, answer: 'json', maxBytes: maxDocumentBytes }
    const { reply } = await this.#document(job, document, context)
    const { valid, indication, reason } = JSON.parse(Buffer.from(reply).toString()) as NonNullable<
      StepOutcome['verdict']
    >
    return { bytes: reply, contentType: 'application/json', warnings: [], verdict: { valid, indication, reason } }
  }

  async #document(job: DocumentJob, document: Uint8Array, context: StepContext): Promise<DocumentReply> {
    const { pool, inline, isDedicated } = this.#places
    const isArchive = document[0] === 0x50 && document[1] === 0x4b
    // Signing a small PDF takes less time than giving it to another thread.
    const isQuick = isDedicated && job.kind === 'sign' && document.length <= WORK_LIMITS.maxInlineBytes && !isArchive
    const result = await (isQuick ? inline : pool).run(job, runOptions(context, WORK_LIMITS.signTimeoutMs))
    if ('reply' in result) return result
    throw new SealwrightError('internal_error', 'The document was not resolved.')
  }

  async #convert(given: StepMembers, input: Uint8Array, context: StepContext): Promise<StepOutcome> {
    const members = (await this.#readOnce('convert', given, context.createdAt)).convert ?? {}
    const { fileName, contentType } = context
    const to: TargetFormat = members.to ?? 'pdf'
    const from =
      members.from ??
      detectFormat({
        bytes: input,
        fileName,
        ...(contentType === undefined ? {} : { contentType }),
      })
    if (from === undefined || !this.#converters.has(`${from}>${to}`)) {
      throw new SealwrightError('unsupported_conversion', describeUnsupported(this.#converters, from, to, input))
    }
    const { maxDocumentBytes } = this.#settings
    if (input.length > maxDocumentBytes) {
      throw new SealwrightError('file_too_large', `The file may have at most ${maxDocumentBytes} bytes.`)
    }
    const job: ConversionJob = {
      kind: 'convert',
      input,
      from: from satisfies SourceFormat,
      to,
      options: conversionSettings(members, { fileName, contentType }, this.#settings.convert),
    }
    const result = await this.#places.pool.run(job, runOptions(context, WORK_LIMITS.convertTimeoutMs))
    return { bytes: result.reply, contentType: TARGET_MEDIA_TYPES[to], warnings: result.warnings }
  }

  /**
   * Checks options once for a whole batch. Checking takes as long as reading a document, and all jobs of a batch share their
   * options.
   */
  async #readOnce(kind: ChangingStep, given: StepMembers, createdAt: number): Promise<RequestMembers> {
    const known = this.#known.get(given)
    if (known?.kind === kind && known.createdAt === createdAt) return known.members
    const members = await this.#read(kind, given, createdAt)
    this.#known.set(given, { kind, createdAt, members })
    return members
  }

  #read(kind: ChangingStep, members: StepMembers, createdAt: number): Promise<RequestMembers> {
    const { maxDocumentBytes: maxBytes, sign = {} } = this.#settings
    const levels = this.#settings.levels ?? (sign.timestampAuthorities === undefined ? ['B-B'] : PADES_LEVELS)
    return readMembers(kind === 'sign' ? withTime(members, createdAt) : members, { kind, maxBytes, levels })
  }
}

function runOptions({ signal, tenant }: StepContext, timeoutMs: number) {
  return { signal, timeoutMs, owner: { id: `tenant ${tenant}`, isAnonymous: false } }
}

/** Adds the time at which the batch was made, which is the submission event where the request brings no trail. */
function withTime(members: StepMembers, createdAt: number): StepMembers {
  if (members['auditTrail'] !== undefined) return members
  return { ...members, auditTrail: [{ timestamp: new Date(createdAt).toISOString(), type: 'submit' }] }
}

/** Adds an event id derived from the job, so that a job is one event however often it is tried. */
function withEventId(request: unknown, job: string): unknown {
  return { eventId: job, ...(request as object) }
}

/** Settings of signing that extending uses as well. */
function sharedSources(sign: SignSettings): ExtendSettings {
  const { timestampAuthorities, trustAnchors, timestampAnchors, revocation, onUnavailable } = sign
  const shared = { timestampAuthorities, trustAnchors, timestampAnchors, revocation, onUnavailable }
  return Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined)) as ExtendSettings
}

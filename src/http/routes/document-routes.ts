/**
 * `POST /v1/sign`, `POST /v1/verify` and similar routes.
 *
 * @module
 */

import { type ErrorCode, SealwrightError } from '../../errors.js'
import { messageOf } from '../../input/foreign-values.js'
import type { DocumentInput } from '../../jobs/document-input.js'
import type { DocumentJob, DocumentReply } from '../../jobs/document-job.js'
import { levelsOffered } from '../../jobs/members/level-offer.js'
import type { ReportRendering } from '../../jobs/render-verification.js'
import type { RunJobOptions } from '../../work/executor.js'
import { WORK_LIMITS } from '../../work/work-limits.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { authenticate, recognize } from '../authenticate.js'
import { prefers } from '../body/media-type.js'
import { type ReceivedInput, readInput } from '../body/read-input.js'
import { attachmentHeader, signedHeaders } from '../fact-headers.js'
import { fetchRemote } from '../fetch-remote.js'
import { idempotently } from '../idempotency/idempotently.js'
import type { Exchange } from '../route.js'
import { runTimed } from '../telemetry/run-timed.js'
import { withinQuota } from '../within-quota.js'
import { languageOf, reportAnswer, reportFormat } from './report-answer.js'

/**
 * Codes of errors that only the host can mend. The host finds them in its log; the client only learns that there was an error.
 */
const HOST_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_identity',
  'wrong_passphrase',
  'key_mismatch',
  'key_ambiguous',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_revoked',
  'invalid_asn1',
  'invalid_font',
])

/** Answers `POST /v1/sign`. */
export async function handleSign(exchange: Exchange): Promise<ApiAnswer> {
  await authenticate(exchange, 'sign')
  const { identity, sign = {}, signMembers } = exchange.state.options
  const answer = prefers(exchange.request, ['application/pdf'], ['application/json']) ? 'file' : 'json'
  const levels = levelsOffered(exchange.state.options)
  const members = signMembers === undefined ? {} : { signMembers }
  const task: Task = { kind: 'sign', options: { ...sign, identity }, answer, levels, ...members }
  return hidingHostFaults(() => withinQuota(exchange, 'sign', () => answerDocument(exchange, task)))
}

async function hidingHostFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SealwrightError) || !HOST_FAULTS.has(error.code)) throw error
    throw new SealwrightError('internal_error', 'The service is not able to sign.', { cause: error })
  }
}

/** Answers `POST /v1/extend`. */
export async function handleExtend(exchange: Exchange): Promise<ApiAnswer> {
  await authenticate(exchange, 'sign')
  const { sign = {}, extend } = exchange.state.options
  const { timestampAuthorities, trustAnchors, timestampAnchors, revocation, onUnavailable } = sign
  const shared = { timestampAuthorities, trustAnchors, timestampAnchors, revocation, onUnavailable }
  const given = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined))
  const options = { ...given, ...extend }
  return withinQuota(exchange, 'sign', () => answerDocument(exchange, { kind: 'extend', options, answer: 'json' }))
}

/** Answers `POST /v1/verify`. */
export async function handleVerify(exchange: Exchange): Promise<ApiAnswer> {
  const { verify = {}, verifyNeedsKey = false } = exchange.state.options
  if (verifyNeedsKey) await authenticate(exchange, 'verify')
  else await recognize(exchange)
  const format = reportFormat(exchange)
  if (format !== undefined) {
    const render = { format, language: languageOf(exchange) } as const
    return reportAnswer(await verifyFor(exchange, render), render, { vary: 'Authorization, Accept, Accept-Language' })
  }
  const task: Task = { kind: 'verify', options: verify, answer: 'json' }
  return withinQuota(exchange, 'verify', () => answerDocument(exchange, task))
}

/** Answers `POST /v1/parties`. */
export async function handleParties(exchange: Exchange): Promise<ApiAnswer> {
  const { verify = {}, verifyNeedsKey = false } = exchange.state.options
  if (verifyNeedsKey) await authenticate(exchange, 'verify')
  else await recognize(exchange)
  const task: Task = { kind: 'verify', options: verify, answer: 'json', partiesOnly: true }
  return withinQuota(exchange, 'verify', () => answerDocument(exchange, task))
}

/** Verifies the document of a request, and renders the report in a format other than its own JSON. */
export async function verifyFor(
  exchange: Exchange,
  render: ReportRendering,
  reading: Pick<Task, 'passwordField'> = {},
): Promise<Uint8Array> {
  const { verify = {}, reportIdentity } = exchange.state.options
  const isSigned = render.format === 'etsi-xml' && reportIdentity !== undefined
  const options = isSigned ? { ...verify, reportIdentity } : verify
  const task: Task = { kind: 'verify', options, answer: 'json', render, ...reading }
  const answer = () => withinQuota(exchange, 'verify', () => answerDocument(exchange, task))
  const counted = await (isSigned ? hidingHostFaults(answer) : answer())
  return counted.body ?? new Uint8Array(0)
}

type Task = Pick<
  DocumentJob,
  'kind' | 'options' | 'answer' | 'signMembers' | 'levels' | 'render' | 'passwordField' | 'partiesOnly'
>

async function answerDocument(exchange: Exchange, task: Task): Promise<ApiAnswer> {
  const { state, signal, owner, log } = exchange
  const job = { ...task, maxBytes: state.maxDocumentBytes }
  const options: RunJobOptions = {
    signal,
    owner,
    timeoutMs: state.options.signTimeoutMs ?? WORK_LIMITS.signTimeoutMs,
    onHostFailure: (error) => {
      log['identityError'] = messageOf(error)
    },
  }
  const work = ({ input }: ReceivedInput) => runDocument(exchange, job, input, options)
  if (job.kind !== 'sign') return work(await readInput(exchange, job))
  return idempotently(exchange, { received: await readInput(exchange, job) }, work)
}

async function runDocument(
  exchange: Exchange,
  job: Omit<DocumentJob, 'input'>,
  input: ReceivedInput['input'],
  options: RunJobOptions,
): Promise<ApiAnswer> {
  const { state } = exchange
  // A large body is parsed in a worker, where it does not block other requests.
  const first =
    'json' in input || 'formJson' in input
      ? await runTimed<DocumentJob>(exchange, state.executor, { ...job, input }, options)
      : input
  if ('reply' in first) return createAnswer(first)
  const resolved = 'url' in first ? await fetchRemote(exchange, first) : first
  const executor = isQuick(resolved, job) ? state.inline : state.executor
  const result = await runTimed<DocumentJob>(exchange, executor, { ...job, input: resolved }, options)
  if ('reply' in result) return createAnswer(result)
  throw new SealwrightError('internal_error', 'The document was not resolved.')
}

function createAnswer({ reply, facts }: DocumentReply): ApiAnswer {
  const common = { 'cache-control': 'no-store', vary: 'Authorization, Accept' }
  if (facts === undefined) return bytesAnswer(reply, { ...common, 'content-type': 'application/json' })
  return bytesAnswer(reply, {
    ...common,
    'content-type': 'application/pdf',
    'content-disposition': attachmentHeader('signed.pdf'),
    ...signedHeaders(facts),
  })
}

/**
 * Whether a document is signed in this thread, since a small PDF takes less time than passing it to another. Verifying is never
 * done here, since anyone may verify, and neither is decoding a picture.
 */
function isQuick({ document, sign }: DocumentInput, { kind }: Pick<DocumentJob, 'kind'>): boolean {
  const isArchive = document[0] === 0x50 && document[1] === 0x4b
  if (sign?.appearance?.image !== undefined) return false
  return kind === 'sign' && document.length <= WORK_LIMITS.maxInlineBytes && !isArchive
}

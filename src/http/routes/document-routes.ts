/**
 * `POST /v1/sign` and `POST /v1/verify`.
 *
 * @module
 */

import { type ErrorCode, SealwrightError } from '../../errors.js'
import { FETCH_LIMITS, HTTP_LIMITS } from '../../limits.js'
import { bytesResponse } from '../answers.js'
import { authenticate, recognize } from '../authenticate.js'
import { maxJsonBytes, readJsonBytes } from '../body/read-json.js'
import { levelsOffered } from '../level-offer.js'
import type { Exchange } from '../route.js'
import { withinQuota } from '../within-quota.js'
import { type DocumentInput, type DocumentJob, type RemoteDocument, readDocumentInput } from '../work/document-job.js'
import type { RunJobOptions } from '../work/executor.js'

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** Errors that only the host can do something about: it learns them from its log, the client that there is one. */
const HOST_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_identity',
  'wrong_passphrase',
  'key_mismatch',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_revoked',
  'invalid_asn1',
  'invalid_font',
])

/** Answers `POST /v1/sign`. */
export async function handleSign(exchange: Exchange): Promise<Response> {
  await authenticate(exchange)
  const { identity, sign = {} } = exchange.state.options
  try {
    return await withinQuota(exchange, 'sign', () =>
      answer(exchange, { kind: 'sign', options: sign, levels: levelsOffered(exchange.state.options) }, { identity }),
    )
  } catch (error) {
    if (!(error instanceof SealwrightError) || !HOST_FAULTS.has(error.code)) throw error
    throw new SealwrightError('internal_error', 'The service is not able to sign.', { cause: error })
  }
}

/** Answers `POST /v1/extend`. */
export async function handleExtend(exchange: Exchange): Promise<Response> {
  await authenticate(exchange)
  const { sign = {}, extend } = exchange.state.options
  const { timestampAuthorities, trustAnchors, timestampAnchors, revocation, onUnavailable } = sign
  const shared = { timestampAuthorities, trustAnchors, timestampAnchors, revocation, onUnavailable }
  const given = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined))
  const options = { ...given, ...extend }
  return withinQuota(exchange, 'sign', () => answer(exchange, { kind: 'extend', options }, {}))
}

/** Answers `POST /v1/verify`. */
export async function handleVerify(exchange: Exchange): Promise<Response> {
  const { verify = {}, verifyNeedsKey = false } = exchange.state.options
  if (verifyNeedsKey) await authenticate(exchange)
  else await recognize(exchange)
  return withinQuota(exchange, 'verify', () => answer(exchange, { kind: 'verify', options: verify }, {}))
}

async function answer(
  exchange: Exchange,
  task: Pick<DocumentJob, 'kind' | 'options' | 'levels'>,
  signer: Pick<RunJobOptions, 'identity'>,
): Promise<Response> {
  const { state, signal, owner, log } = exchange
  const job = { ...task, maxBytes: state.maxDocumentBytes }
  const options: RunJobOptions = {
    ...signer,
    signal,
    owner,
    timeoutMs: state.options.signTimeoutMs ?? HTTP_LIMITS.signTimeoutMs,
    onIdentityFailure: (error) => {
      log['identityError'] = error instanceof Error ? error.message : String(error)
    },
  }
  const input = await readInput(exchange, job)
  // A large body is parsed where it does not hold up other requests.
  const first = 'json' in input ? await state.executor.run({ ...job, input }, options) : input
  if ('reply' in first) return bytesResponse(first.reply, JSON_HEADERS)
  const resolved = 'url' in first ? await fetchRemote(exchange, first) : first
  const executor = isQuick(resolved, job) ? state.inline : state.executor
  const result = await executor.run({ ...job, input: resolved }, options)
  if ('reply' in result) return bytesResponse(result.reply, JSON_HEADERS)
  throw new SealwrightError('internal_error', 'The document was not resolved.')
}

/** The body: taken apart when it is small or someone parsed it already, else as it came. */
async function readInput(
  exchange: Exchange,
  job: Omit<DocumentJob, 'input'>,
): Promise<{ json: Uint8Array } | DocumentInput | RemoteDocument> {
  const { parsedBody } = exchange.context
  if (parsedBody !== undefined) return readDocumentInput({ ...job, input: { value: parsedBody } })
  const json = await readJsonBytes(exchange, maxJsonBytes(job.maxBytes))
  return json.length > HTTP_LIMITS.maxInlineBytes ? { json } : readDocumentInput({ ...job, input: { json } })
}

/** Signing a small PDF takes less time than handing it to another thread. Anyone may verify, so that is never quick. */
function isQuick({ document }: DocumentInput, { kind }: Pick<DocumentJob, 'kind'>): boolean {
  const isArchive = document[0] === 0x50 && document[1] === 0x4b
  return kind === 'sign' && document.length <= HTTP_LIMITS.maxInlineBytes && !isArchive
}

async function fetchRemote(exchange: Exchange, { url, ...members }: RemoteDocument): Promise<DocumentInput> {
  const { state, signal, owner, lease } = exchange
  const settings = state.options.fetchDocument ?? {}
  if (settings === false) {
    throw new SealwrightError('url_not_allowed', 'This service does not fetch documents: send them in base64.')
  }
  const { fetchDocument } = await import('../../net/fetch-document.js')
  const { timeoutMs = FETCH_LIMITS.timeoutMs } = settings
  const host = URL.canParse(url) ? new URL(url).host : ''
  const leave = await state.fetches.enter(owner, host, {
    signal,
    maxWaitMs: HTTP_LIMITS.maxWaitForFetchMs,
    onTimeout: tooManyFetches,
    onCrowded: tooManyFetches,
  })
  try {
    const limits = { timeoutMs, maxBytes: state.maxDocumentBytes, memory: lease, signal }
    const document = await fetchDocument(url, { ...settings, ...limits })
    exchange.log['bytesFetched'] = document.length
    return { document, ...members }
  } finally {
    leave()
  }
}

function tooManyFetches(): SealwrightError {
  return new SealwrightError('overloaded', 'The service fetches as many documents as it can; try again shortly.')
}

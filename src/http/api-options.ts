/**
 * Options of createApi, and the type of its result.
 *
 * @module
 */

import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js'
import type { DrainOptions, DrainResult } from '../admission/lifecycle.js'
import type { WorkQuotas } from '../admission/quotas.js'
import type { AssetOptions } from '../assets/read-asset.js'
import type { Batches } from '../batch/batches.js'
import type { ConvertSettings } from '../jobs/conversion-job.js'
import type { ExtendSettings, SignSettings, VerifySettings } from '../jobs/document-job.js'
import type { SignMember } from '../jobs/members/sign-member-names.js'
import type { KeyGrants } from '../keys/key-grants.js'
import type {
  ApiKeyInfo,
  IssuedApiKey,
  KeyOwner,
  KeyRequestContext,
  OpenedSession,
} from '../keys/key-issuer-options.js'
import type { RateLimiter } from '../keys/rate-limiter.js'
import type { FetchDocumentOptions } from '../net/fetch-document.js'
import type { CmsIdentity, IdentityIssuer, SigningIdentity } from '../sign/identity/identity.js'
import type { PadesLevel } from '../trust/trust-report.js'
import type { WorkerOptions } from '../work/worker-options.js'
import type { ApiAnswer } from './answers.js'
import type { ApiRequest, RequestContext } from './api-request.js'
import type { CorsOptions } from './cors.js'
import type { IdempotencyOptions } from './idempotency/idempotency-store.js'
import type { MetricsOptions } from './telemetry/prometheus.js'
import type { Telemetry } from './telemetry/telemetry.js'

/** The methods that `/v1/keys` needs. KeyIssuer has them. */
export interface KeyManagement {
  openSession(email: string, code: string, context: KeyRequestContext): Promise<OpenedSession>
  authenticateOwner(presented: string, context: KeyRequestContext): Promise<KeyOwner>
  listKeys(email: string, context: KeyRequestContext): Promise<readonly ApiKeyInfo[]>
  findKey(id: string, context: KeyRequestContext): Promise<ApiKeyInfo | null>
  issueKey(email: string, grants: KeyGrants, context: KeyRequestContext): Promise<IssuedApiKey>
  updateKey(id: string, changes: KeyGrants, context: KeyRequestContext): Promise<ApiKeyInfo>
  rotateKey(id: string, options: KeyRequestContext & { readonly graceMs?: number }): Promise<IssuedApiKey>
  revokeKey(id: string, context: KeyRequestContext): Promise<boolean>
}

/** What the API needs from an object that issues and checks API keys, such as a KeyIssuer. */
export interface ApiKeys extends Partial<KeyManagement> {
  /** Resolves to facts about the key; rejects with SealwrightError `invalid_api_key`. */
  authenticate(
    apiKey: string,
    context: KeyRequestContext,
  ): Promise<Pick<ApiKeyInfo, 'id'> & Partial<Pick<ApiKeyInfo, 'email' | 'scopes' | 'quotas'>>>
  /**
   * For `/v1/ready`. This method and the next ones reject while their part is down, and resolve to `unknown` where it cannot
   * tell.
   */
  checkStore?(context: ReadinessCheckContext): Promise<unknown>
  checkMailer?(context: ReadinessCheckContext): Promise<unknown>
  /** Rejects when the clock of the store differs much from this one's. */
  checkClock?(context: ReadinessCheckContext): Promise<unknown>
  /** Resolves to `degraded` while each host counts for itself. */
  checkLimits?(context: ReadinessCheckContext): Promise<unknown>
  /** Sends a code. Without this method and the next one, their routes do not exist. */
  requestCode?(email: string, context: KeyRequestContext): Promise<void>
  redeemCode?(
    email: string,
    code: string,
    context: KeyRequestContext,
    grants: KeyGrants,
  ): Promise<Pick<IssuedApiKey, 'apiKey' | 'email' | 'createdAt'>>
}

/** Receives one entry for every request, and internal errors. pino and the console fit. */
export interface ApiLogger {
  info(entry: Readonly<Record<string, unknown>>, message: string): void
  warn(entry: Readonly<Record<string, unknown>>, message: string): void
  error(entry: Readonly<Record<string, unknown>>, message: string): void
}

/** What a readiness check is given. */
export interface ReadinessCheckContext {
  readonly signal: AbortSignal
}

/** Effect of an outage: `refuse` makes the service not ready (503); `serve` keeps it ready, and the check reports `degraded`. */
export type OutagePolicy = 'refuse' | 'serve'

/** What readiness checks cover. */
export interface ReadinessOptions {
  /**
   * Whether the mailer is checked, once a minute at most. True: an outage makes the service not ready. False: the mailer is not
   * checked. Default: it is checked, and an outage is reported as `degraded`.
   */
  readonly mailer?: boolean | undefined
  /**
   * Further checks by name. A check that rejects makes the service not ready; one that resolves to `degraded` is reported as
   * such.
   */
  readonly checks?: Readonly<Record<string, (context: ReadinessCheckContext) => Promise<unknown>>> | undefined
  /**
   * Effects of outages, by the name of the check. Default: `serve` for `mailer`, `queue` and `documents`, `refuse` for `store`,
   * `identity`, `clock`, `limits` and the host's own checks.
   */
  readonly outages?: Readonly<Record<string, OutagePolicy>> | undefined
}

/** How the verification page works. */
export interface CheckPageOptions {
  /**
   * Whether browsers verify files themselves where they can, so that no file leaves its reader's device. They still send files
   * when `verify` has trusted lists or `proofs`, and when revocation is required and asked for online. Default true.
   */
  readonly inPage?: boolean | undefined
}

export interface ApiOptions {
  /** The key and certificates that sign, or an issuer that makes them for each signer (`oneShotIssuer`). */
  readonly identity: SigningIdentity | CmsIdentity | IdentityIssuer
  /**
   * Earlier identities, or their certificates alone, in DER or PEM. Their signatures are marked as this service's own
   * (`sealedByThisService`), as those of `identity` are. The certificate of a {@link CmsIdentity} is not known beforehand and
   * belongs here too.
   */
  readonly identities?: readonly (Pick<SigningIdentity, 'certificates'> | Uint8Array | string)[] | undefined
  /** Issues and checks API keys. Left out: only the host's own users have access (`owner`). */
  readonly keys?: ApiKeys | undefined
  /** Whether owners can manage their keys at `/v1/keys`, if `keys` has the methods for it. Default true. */
  readonly manageKeys?: boolean | undefined
  /** Further options for every signature, such as `serviceName`. */
  readonly sign?: SignSettings | undefined
  /**
   * Optional members of sign requests that callers may give: `documentName`, `reason`, `location`, `field`, `appearance`,
   * `appearance.image`, `certify`, `level`. They override options in `sign`. Default: all.
   */
  readonly signMembers?: readonly SignMember[] | undefined
  /**
   * Levels that sign requests may ask for with `level`, in addition to the level of `sign`. Levels above B-B need
   * `timestampAuthorities` in `sign`. Default: none.
   */
  readonly levels?: readonly PadesLevel[] | undefined
  /**
   * Further options for `/v1/extend`, which exists when `sign` has `timestampAuthorities`. The authorities, anchors and
   * `revocation` of `sign` apply here too.
   */
  readonly extend?: ExtendSettings | undefined
  /** Further options for every verification, such as `trustAnchors` and `policy`. */
  readonly verify?: VerifySettings | undefined
  /** Further options for every conversion, such as `fonts`. */
  readonly convert?: ConvertSettings | undefined
  /**
   * Identity that signs every validation report in XML (ETSI TS 119 102-2) that `/v1/verify` answers with. It signs for everyone
   * who may verify, so set `verifyNeedsKey` if each signature of the key costs money. Default: reports are not signed.
   */
  readonly reportIdentity?: SigningIdentity | undefined
  /** Whether verifying needs an API key. Default false. */
  readonly verifyNeedsKey?: boolean | undefined
  /** Largest document or file, in bytes. Default 25 MB. */
  readonly maxDocumentBytes?: number | undefined
  /**
   * Bytes of all request bodies and fetched documents that are processed at once. Requests wait for space for some seconds, and
   * are then refused with `overloaded`. One API key may hold three quarters of these bytes, and all clients without a key
   * together three eighths. Default 256 MB.
   */
  readonly maxBytesInFlight?: number | undefined
  /** Conversions that run at once for one API key. Default 10. */
  readonly maxConcurrentPerKey?: number | undefined
  /** Further limits by kind of work, for each API key and for each client without one. */
  readonly quotas?: WorkQuotas | undefined
  /**
   * Support for `Idempotency-Key` on sign and convert: the same request with the same key gets the same answer for a day. False:
   * the header field is ignored. Default: on, for requests that this process has answered.
   */
  readonly idempotency?: IdempotencyOptions | false | undefined
  /** Counts requests that are in progress at once. Default: on this host alone. */
  readonly concurrency?: ConcurrencyLimiter | undefined
  /** Counts requests in a window of time, where `quotas` say so. Default: on this host alone. */
  readonly rateLimiter?: RateLimiter | undefined
  /** Options of fetching `document.url`; false turns fetching off. Default: on. */
  readonly fetchDocument?: Omit<FetchDocumentOptions, 'maxBytes' | 'memory' | 'signal'> | false | undefined
  /**
   * Where the files of the package are, for hosts that copy or bundle it. The setting holds for the whole process. Default:
   * where the package is installed.
   */
  readonly assets?: AssetOptions | undefined
  /**
   * Options of worker threads. False: the work is done in the host's thread, where limits of time and memory cannot always be
   * enforced. Default: threads; false in Deno, where passing a file to a thread takes longer than the work.
   */
  readonly workers?: WorkerOptions | false | undefined
  /**
   * Serves `/v1/batches`: many documents in one request. Their jobs run in processes that called `work` of these batches. A
   * tenant is the address of a key's owner, or the key itself where it has no address. Default: not served.
   */
  readonly batches?: Batches | undefined
  /** Time for signing or verifying one document, in milliseconds. Default 30 s. */
  readonly signTimeoutMs?: number | undefined
  /** Time for converting one document, in milliseconds. Default 60 s. */
  readonly convertTimeoutMs?: number | undefined
  /** Time that may pass without a single byte of a body, in milliseconds. Default 15 s. */
  readonly bodyIdleMs?: number | undefined
  /** Origins whose pages may call the API from a browser. Default: none. */
  readonly cors?: CorsOptions | undefined
  /** Whether to serve `/v1/docs`. Default true. */
  readonly docs?: boolean | undefined
  /**
   * Whether to serve `/v1/check`: a page on which anyone can have a signed PDF verified, in four languages. It needs no key,
   * even with `verifyNeedsKey`; the quotas for clients without a key apply. The page shows pages of the file where the package
   * pdfjs-dist is installed. Browsers that can, verify files themselves, by the anchors and the policy of `verify`, which are
   * then part of the page. Default false.
   */
  readonly check?: boolean | CheckPageOptions | undefined
  /** What `/v1/ready` checks in addition to the key store and the certificate. */
  readonly readiness?: ReadinessOptions | undefined
  /** Receives traces and metrics: see `sealwright/telemetry` for OpenTelemetry. */
  readonly telemetry?: Telemetry | undefined
  /** Serves `/v1/metrics` for Prometheus; with a `token`, only to clients that send it. Default false. */
  readonly metrics?: MetricsOptions | boolean | undefined
  /**
   * Receives an entry for every request. Entries never contain keys, codes, addresses, or anything from a document. Without a
   * logger, errors of the service itself go to `console.error`.
   */
  readonly logger?: ApiLogger | undefined
}

/** The API. */
export interface Api {
  /** Answers a request, such as a `Request` of Fetch. Never rejects. */
  fetch(request: ApiRequest, context?: RequestContext): Promise<Response>
  /** Answers a request with plain values, for adapters without `Response`. */
  answer(request: ApiRequest, context?: RequestContext): Promise<ApiAnswer>
  /**
   * Shuts down without losing a request: `/v1/ready` turns 503 at once, new requests are refused with `overloaded` after
   * `noticeMs`, those in progress are finished, and any that are still running after `graceMs` are aborted. Then closes.
   */
  drain(options?: DrainOptions): Promise<DrainResult>
  /** Stops all work at once. */
  close(): Promise<void>
}

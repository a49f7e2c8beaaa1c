/**
 * Checks what a batch asks for.
 *
 * @module
 */

import { canonicalizeJson } from '../audit/canonical-json.js'
import { type InputIssue, SealwrightError } from '../errors.js'
import { isPlainName } from '../input/one-line.js'
import type { AddressRules } from '../net/guarded-lookup.js'
import { assertPostTarget } from '../net/post-guarded.js'
import { type BatchRequest, STEP_KINDS, type StepKind, type StepOptions } from './batch.js'
import type { StoredBatch } from './batch-engine.js'
import { BATCH_LIMITS } from './batch-limits.js'
import { OPTION_KINDS } from './jobs/job-spec.js'

const MEMBERS: ReadonlySet<string> = new Set(['steps', 'webhook', 'ownResults', ...OPTION_KINDS])

/** Owner and name of a batch. */
export interface BatchNaming {
  readonly name: string
  readonly tenant: string
  /** Rules for addresses of webhooks. Undefined where there are no webhooks. */
  readonly webhooks: AddressRules | undefined
}

/** @throws SealwrightError `invalid_request`, `url_not_allowed` for a webhook */
export function assertBatchRequest(request: BatchRequest, { name, tenant, webhooks }: BatchNaming): void {
  assertLine(name, 'name', BATCH_LIMITS.maxNameLength)
  assertLine(tenant, 'tenant', BATCH_LIMITS.maxTenantLength)
  const unknown = Object.keys(request).find((member) => !MEMBERS.has(member))
  if (unknown !== undefined) throw invalid(`A batch request has no member "${unknown.slice(0, 60)}".`)
  assertSteps(request.steps)
  for (const kind of OPTION_KINDS) {
    const options: unknown = request[kind]
    if (options === undefined) continue
    if (typeof options !== 'object' || options === null || Array.isArray(options))
      throw invalid(`"${kind}" must be an object.`)
    if (!request.steps.includes(kind)) throw invalid(`There are options for "${kind}", which is not a step.`)
  }
  assertNoPasswords(request)
  const { ownResults } = request as { ownResults?: unknown }
  if (ownResults !== undefined && typeof ownResults !== 'boolean') throw invalid('"ownResults" must be true or false.')
  if (request.webhook === undefined) return
  if (webhooks === undefined) throw invalid('This service sends no webhooks.')
  if (typeof request.webhook !== 'object' || typeof request.webhook?.url !== 'string')
    throw invalid('webhook needs a "url".')
  assertPostTarget(request.webhook.url, webhooks)
}

function assertSteps(steps: readonly StepKind[]): void {
  const known: readonly string[] = STEP_KINDS
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MAX_STEPS)
    throw invalid(`A batch has 1 to ${MAX_STEPS} steps.`)
  const unknown = steps.find((step) => !known.includes(step))
  if (unknown !== undefined) throw invalid(`A step is one of ${STEP_KINDS.join(', ')}.`)
  const changes = steps.filter((step) => step !== 'verify')
  const order = changes.map((step) => STEP_KINDS.indexOf(step))
  if (order.some((place, index) => index > 0 && place <= (order[index - 1] ?? -1))) {
    throw invalid('The steps convert, sign and extend come in this order, each once.')
  }
}

/**
 * Refuses passwords, since the request of a batch is stored as long as the batch.
 *
 * @param prefix JSON Pointer to the options within the caller's value
 * @throws SealwrightError `invalid_request` with a pointer to each
 */
export function assertNoPasswords(options: StepOptions, prefix = ''): void {
  const errors = findPasswords(options, prefix)
  if (errors.length > 0) throw new SealwrightError('invalid_request', 'A batch may hold no passwords.', { errors })
}

/** A fault for each password among options of steps. */
export function findPasswords(options: StepOptions, prefix: string): InputIssue[] {
  return OPTION_KINDS.filter((kind) => options[kind]?.['password'] !== undefined).map((kind) => ({
    pointer: `${prefix}/${kind}/password`,
    code: 'password_in_batch',
    message: 'A batch is kept in a queue, which is no place for passwords: send this document by itself.',
  }))
}

/** Maximum number of steps of a batch: convert, sign, extend and verify, with two to spare. */
const MAX_STEPS = 6

/**
 * @throws SealwrightError `batch_name_taken` for a request that differs from the batch's. All entries of a batch have one
 * request.
 */
export function assertSameRequest(batch: StoredBatch, request: BatchRequest): void {
  if (canonicalizeJson(batch.request) === canonicalizeJson(request)) return
  throw new SealwrightError(
    'batch_name_taken',
    `There is a batch "${batch.name}" already, and it asks for something else.`,
  )
}

/** Requires one line of text, since names are shown on terminals and in logs. */
function assertLine(text: unknown, what: string, maxLength: number): void {
  if (typeof text === 'string' && text.trim() !== '' && text.length <= maxLength && isPlainName(text)) return
  throw invalid(`The ${what} of a batch is one line of 1 to ${maxLength} characters.`)
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}

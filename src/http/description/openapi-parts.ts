/**
 * Parts that the descriptions of operations are made of.
 *
 * @module
 */

import { ERROR_TABLE, type ErrorCode } from '../../errors.js'
import { ERROR_STATUS } from '../error-status.js'
import { problemType } from '../problem.js'

export type Json = Record<string, unknown>

/** Facts about the API that decide what the description leaves out. */
export interface DescribedApi {
  readonly verifyNeedsKey: boolean
  readonly hasRegister: boolean
  readonly hasRedeem: boolean
  readonly hasDocs: boolean
  readonly hasCheck: boolean
  readonly hasKeys: boolean
  readonly canExtend: boolean
  /** Whether reports in XML are signed. */
  readonly signsReports: boolean
  readonly hasBatches: boolean
  readonly maxDocumentBytes: number
  readonly maxConcurrentPerKey: number
}

/** A request in JSON. */
export function jsonBody(schema: string, examples: Json): Json {
  return {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } },
  }
}

/** An answer in JSON. */
export function jsonReply(description: string, schema: string, example: Json): Json {
  return {
    description,
    // The example is given as one of several, since viewers take a single example apart by its members.
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: { example: { value: example } },
      },
    },
  }
}

/** A parameter in the query. */
export function queryParameter(name: string, ref: string, required = true): Json {
  return { name, in: 'query', required, schema: { $ref: ref } }
}

/** The answers for these codes, by status, each code with an example. */
export function problems(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answers: Json = {}
  for (const [status, group] of byStatus) {
    const examples = Object.fromEntries(
      group.map((code) => [code, { summary: ERROR_TABLE[code].title, value: problemExample(code) }]),
    )
    const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
    answers[status] = {
      description: group.map((code) => `\`${code}\`: ${ERROR_TABLE[code].title}.`).join('\n\n'),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
    }
  }
  return answers
}

function problemExample(code: ErrorCode): Json {
  const { title, retryable } = ERROR_TABLE[code]
  const status = ERROR_STATUS[code]
  const issue = { pointer: '/signer/email', code: 'invalid_email', message: 'This is not a valid e-mail address.' }
  return {
    type: problemType(code),
    title,
    status,
    detail: `${title}.`,
    code,
    requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    retryable,
    ...(code === 'invalid_request' ? { errors: [issue] } : {}),
    ...(code === 'challenge_required'
      ? {
          challenge: {
            type: 'proof-of-work',
            algorithm: 'SHA-256',
            bits: 18,
            puzzle: '1767225600000.c2VhbHdyaWdo.GqTNq…',
          },
        }
      : {}),
    ...(code === 'unsupported_conversion' ? { supported: [{ from: 'docx', to: 'pdf' }] } : {}),
  }
}

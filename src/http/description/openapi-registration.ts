/**
 * Describes the operations that issue the first key in OpenAPI 3.1: a code by e-mail, and the key for the code.
 *
 * @module
 */

import type { ErrorCode } from '../../errors.js'
import { ALWAYS, JSON_BODY } from './error-groups.js'
import { requestExamples, responseExamples } from './openapi-examples.js'
import { type DescribedApi, type Json, jsonBody, jsonReply, problems, queryParameter } from './openapi-parts.js'

/** Error codes by operation. */
export const REGISTRATION_ERRORS = {
  register: [
    ...ALWAYS,
    'invalid_request',
    'challenge_required',
    'prefetch_refused',
    'rate_limited',
    'mail_unavailable',
    'store_unavailable',
    'missing_dependency',
  ],
  registerByBody: [
    ...ALWAYS,
    ...JSON_BODY,
    'challenge_required',
    'rate_limited',
    'mail_unavailable',
    'store_unavailable',
    'missing_dependency',
  ],
  redeem: [
    ...ALWAYS,
    'invalid_request',
    'prefetch_refused',
    'invalid_code',
    'key_limit_reached',
    'rate_limited',
    'store_unavailable',
    'missing_dependency',
  ],
  redeemByBody: [
    ...ALWAYS,
    ...JSON_BODY,
    'invalid_code',
    'key_limit_reached',
    'rate_limited',
    'store_unavailable',
    'missing_dependency',
  ],
} as const satisfies Record<string, readonly ErrorCode[]>

/** The paths below `/v1/auth` that the API supports. */
export function describeRegistration({ hasRegister, hasRedeem }: DescribedApi): Json {
  return {
    ...(hasRegister ? { '/v1/auth/register': describeRegister() } : {}),
    ...(hasRedeem ? { '/v1/auth/verify': describeRedeem() } : {}),
  }
}

function describeRegister(): Json {
  const reply = {
    202: jsonReply('The code is on its way, if the address can have one.', 'CodeSent', responseExamples().register),
  }
  const shared = { tags: ['API keys'], summary: 'Ask for a code by e-mail', security: [] }
  return {
    get: {
      operationId: 'requestCode',
      ...shared,
      description: 'Sends a six-digit code. POST does the same and keeps the address out of logs.',
      parameters: [
        queryParameter('email', '#/components/schemas/RegisterRequest/properties/email'),
        queryParameter('challenge', '#/components/schemas/RegisterRequest/properties/challenge', false),
      ],
      responses: { ...reply, ...problems(REGISTRATION_ERRORS.register) },
    },
    post: {
      operationId: 'requestCodeByBody',
      ...shared,
      requestBody: jsonBody('RegisterRequest', requestExamples().register),
      responses: { ...reply, ...problems(REGISTRATION_ERRORS.registerByBody) },
    },
  }
}

function describeRedeem(): Json {
  const reply = { 200: jsonReply('The new key, shown this once.', 'IssuedKey', responseExamples().redeem) }
  const shared = { tags: ['API keys'], summary: 'Exchange a code for an API key', security: [] }
  return {
    get: {
      operationId: 'redeemCode',
      ...shared,
      description: 'Works once for each code. POST does the same and keeps the code out of logs.',
      parameters: [
        queryParameter('email', '#/components/schemas/RedeemRequest/properties/email'),
        queryParameter('code', '#/components/schemas/RedeemRequest/properties/code'),
      ],
      responses: { ...reply, ...problems(REGISTRATION_ERRORS.redeem) },
    },
    post: {
      operationId: 'redeemCodeByBody',
      ...shared,
      requestBody: jsonBody('RedeemRequest', requestExamples().redeem),
      responses: { ...reply, ...problems(REGISTRATION_ERRORS.redeemByBody) },
    },
  }
}

/**
 * The operations on keys, as OpenAPI 3.1 describes them.
 *
 * @module
 */

import type { ErrorCode } from '../../errors.js'
import { keyExamples } from './openapi-examples.js'
import { type Json, jsonBody, jsonReply, problems } from './openapi-parts.js'

const ALWAYS = ['internal_error', 'overloaded', 'store_unavailable', 'rate_limited'] as const satisfies ErrorCode[]
const OWNER = [...ALWAYS, 'missing_api_key', 'invalid_api_key', 'insufficient_scope', 'invalid_request'] as const
const BODY = [
  'invalid_json',
  'unsupported_media_type',
  'file_too_large',
  'request_timeout',
  'body_already_consumed',
] as const satisfies ErrorCode[]

/** Every code that an operation answers with, by operation. */
const KEY_OPERATION_ERRORS = {
  openSession: [...ALWAYS, ...BODY, 'invalid_request', 'invalid_code', 'missing_dependency'],
  listKeys: OWNER,
  createKey: [...OWNER, ...BODY, 'key_limit_reached'],
  getKey: [...OWNER, 'key_not_found'],
  renameKey: [...OWNER, ...BODY, 'key_not_found'],
  rotateKey: [...OWNER, ...BODY, 'key_not_found'],
  revokeKey: [...OWNER, 'key_not_found'],
} as const satisfies Record<string, readonly ErrorCode[]>

type KeyOperation = keyof typeof KEY_OPERATION_ERRORS

/** The paths below `/v1/keys`. */
export function describeKeys(): Json {
  const { requests, responses } = keyExamples()
  const tags = ['API keys']
  const security = [{ apiKey: [] }]
  const operation = (operationId: KeyOperation, summary: string, replies: Json, rest: Json = {}) => ({
    operationId,
    tags,
    summary,
    security,
    ...rest,
    responses: { ...replies, ...problems(KEY_OPERATION_ERRORS[operationId]) },
  })
  const one = jsonReply('The key.', 'KeyInfo', responses.key)
  const issued = jsonReply('The new key, shown this once.', 'CreatedKey', responses.created)
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const optional = (schema: string, examples: Json) => ({ ...jsonBody(schema, examples), required: false })
  return {
    '/v1/keys': {
      get: operation('listKeys', 'List the keys of an address', {
        200: jsonReply('All keys that are kept, the oldest first.', 'KeyList', { keys: [responses.key] }),
      }),
      post: operation(
        'createKey',
        'Make another key',
        { 201: issued },
        { requestBody: optional('NewKeyRequest', requests.create) },
      ),
    },
    '/v1/keys/session': {
      post: operation(
        'openSession',
        'Look after keys without one: a code for a token',
        { 200: jsonReply('A token that stands in the place of a key here.', 'KeySession', responses.session) },
        { requestBody: jsonBody('RedeemRequest', requests.session), security: [] },
      ),
    },
    '/v1/keys/{id}': {
      parameters,
      get: operation('getKey', 'Look at a key', { 200: one }),
      post: operation(
        'renameKey',
        'Name a key',
        { 200: one },
        { requestBody: jsonBody('RenameKeyRequest', requests.rename) },
      ),
      delete: operation('revokeKey', 'Revoke a key for good', { 204: { description: 'It is refused from now on.' } }),
    },
    '/v1/keys/{id}/rotate': {
      parameters,
      post: operation(
        'rotateKey',
        'Replace a key with a new one',
        { 200: issued },
        { requestBody: optional('RotateKeyRequest', requests.rotate) },
      ),
    },
  }
}

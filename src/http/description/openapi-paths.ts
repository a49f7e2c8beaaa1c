/**
 * The operations of the API, as OpenAPI 3.1 describes them.
 *
 * @module
 */

import { ERROR_TABLE, type ErrorCode } from '../../errors.js'
import { ERROR_STATUS } from '../error-status.js'
import { problemType } from '../problem.js'
import { requestExamples, responseExamples } from './openapi-examples.js'

type Json = Record<string, unknown>

/** What may be left out of the description, because the host left it out of the API. */
export interface DescribedApi {
  readonly verifyNeedsKey: boolean
  readonly hasRegister: boolean
  readonly hasRedeem: boolean
  readonly hasDocs: boolean
  readonly canExtend: boolean
  readonly maxDocumentBytes: number
  readonly maxConcurrentPerKey: number
}

const ALWAYS = ['internal_error', 'overloaded'] as const satisfies ErrorCode[]
const AUTHENTICATED = ['missing_api_key', 'invalid_api_key', 'store_unavailable'] as const satisfies ErrorCode[]
const JSON_BODY = [
  'invalid_request',
  'invalid_json',
  'unsupported_media_type',
  'file_too_large',
  'request_timeout',
  'body_already_consumed',
] as const satisfies ErrorCode[]
const DOCUMENT = [
  'url_not_allowed',
  'document_fetch_failed',
  'invalid_document',
  'document_encrypted',
  'document_too_complex',
  'processing_timeout',
] as const satisfies ErrorCode[]

/** What those who stamp and tell about revocation may do wrong. */
const EVIDENCE = [
  'timestamp_unavailable',
  'timestamp_unreachable',
  'timestamp_timeout',
  'timestamp_too_large',
  'timestamp_malformed',
  'timestamp_rejected',
  'timestamp_signer_count',
  'timestamp_version_unknown',
  'timestamp_imprint_mismatch',
  'timestamp_nonce_mismatch',
  'timestamp_policy_mismatch',
  'timestamp_certificate_missing',
  'timestamp_certificate_unbound',
  'timestamp_purpose_wrong',
  'timestamp_outside_validity',
  'timestamp_time_wrong',
  'timestamp_signature_invalid',
  'timestamp_untrusted',
  'validation_data_unavailable',
] as const satisfies ErrorCode[]

/** Every code that an operation answers with, by operation. */
export const OPERATION_ERRORS = {
  sign: [
    ...ALWAYS,
    ...AUTHENTICATED,
    ...JSON_BODY,
    ...DOCUMENT,
    'unsupported_document',
    'pending_changes',
    'would_invalidate_signatures',
    'already_signed',
    'document_locked',
    'field_unavailable',
    ...EVIDENCE,
    'seed_value_not_met',
    'signing_failed',
  ],
  verify: [...ALWAYS, ...JSON_BODY, ...DOCUMENT],
  extend: [
    ...ALWAYS,
    ...AUTHENTICATED,
    ...JSON_BODY,
    ...DOCUMENT,
    ...EVIDENCE,
    'unsupported_document',
    'document_locked',
  ],
  convert: [
    ...ALWAYS,
    ...AUTHENTICATED,
    'invalid_request',
    'invalid_multipart',
    'missing_file',
    'too_many_files',
    'unsupported_media_type',
    'file_too_large',
    'request_timeout',
    'body_already_consumed',
    'unsupported_conversion',
    'invalid_document',
    'unsupported_document',
    'document_encrypted',
    'document_too_complex',
    'pending_changes',
    'cannot_conform',
    'processing_timeout',
    'too_many_concurrent_requests',
  ],
  register: [
    ...ALWAYS,
    'invalid_request',
    'prefetch_refused',
    'rate_limited',
    'mail_unavailable',
    'store_unavailable',
    'missing_dependency',
  ],
  registerByBody: [
    ...ALWAYS,
    ...JSON_BODY,
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

/** The paths object. */
export function describePaths(api: DescribedApi): Json {
  const requests = requestExamples()
  const responses = responseExamples()
  const megabytes = `${Math.round((api.maxDocumentBytes / 1024 / 1024) * 10) / 10} MB`
  const keyed = { security: [{ apiKey: [] }] }
  const paths: Json = {
    '/v1/sign': {
      post: {
        operationId: 'signDocument',
        tags: ['Documents'],
        summary: 'Sign a document',
        description: `Seals a PDF with the audit trail, a certificate page and a PAdES signature. Every byte of the PDF stays as it is. A DOCX, told by its content, is converted to PDF first. The document may have ${megabytes}.`,
        ...keyed,
        requestBody: jsonBody('SignRequest', requests.sign),
        responses: {
          200: jsonReply('The signed document.', 'SignedDocument', responses.sign),
          ...problems(OPERATION_ERRORS.sign),
        },
      },
    },
    '/v1/verify': {
      post: {
        operationId: 'verifyDocument',
        tags: ['Documents'],
        summary: 'Verify a signed document',
        description: `Tells whether every signature is intact and what was changed since. A document that is not valid is answered with 200 and a report that says why. It may have ${megabytes}.`,
        security: api.verifyNeedsKey ? keyed.security : [],
        requestBody: jsonBody('VerifyRequest', requests.verify),
        responses: {
          200: jsonReply('The report.', 'VerificationReport', responses.verify),
          ...problems(api.verifyNeedsKey ? [...OPERATION_ERRORS.verify, ...AUTHENTICATED] : OPERATION_ERRORS.verify),
        },
      },
    },
    '/v1/convert': { post: describeConvert(api, megabytes, keyed) },
  }
  if (api.canExtend) {
    paths['/v1/extend'] = {
      post: {
        operationId: 'extendDocument',
        tags: ['Documents'],
        summary: 'Extend a signed document',
        description: `Raises a signed document, whoever signed it, to a level that outlives its certificates, or renews its archive. It may have ${megabytes}.`,
        ...keyed,
        requestBody: jsonBody('ExtendRequest', requests.extend),
        responses: {
          200: jsonReply('The extended document.', 'ExtendedDocument', responses.extend),
          ...problems(OPERATION_ERRORS.extend),
        },
      },
    }
  }
  if (api.hasRegister) {
    const reply = {
      202: jsonReply('The code is on its way, if the address can have one.', 'CodeSent', responses.register),
    }
    const shared = { tags: ['API keys'], summary: 'Ask for a code by e-mail', security: [] }
    paths['/v1/auth/register'] = {
      get: {
        operationId: 'requestCode',
        ...shared,
        description: 'Sends a six-digit code. POST does the same and keeps the address out of logs.',
        parameters: [queryParameter('email', '#/components/schemas/RegisterRequest/properties/email')],
        responses: { ...reply, ...problems(OPERATION_ERRORS.register) },
      },
      post: {
        operationId: 'requestCodeByBody',
        ...shared,
        requestBody: jsonBody('RegisterRequest', requests.register),
        responses: { ...reply, ...problems(OPERATION_ERRORS.registerByBody) },
      },
    }
  }
  if (api.hasRedeem) {
    const reply = { 200: jsonReply('The new key, shown this once.', 'IssuedKey', responses.redeem) }
    const shared = { tags: ['API keys'], summary: 'Exchange a code for an API key', security: [] }
    paths['/v1/auth/verify'] = {
      get: {
        operationId: 'redeemCode',
        ...shared,
        description: 'Works once for each code. POST does the same and keeps the code out of logs.',
        parameters: [
          queryParameter('email', '#/components/schemas/RedeemRequest/properties/email'),
          queryParameter('code', '#/components/schemas/RedeemRequest/properties/code'),
        ],
        responses: { ...reply, ...problems(OPERATION_ERRORS.redeem) },
      },
      post: {
        operationId: 'redeemCodeByBody',
        ...shared,
        requestBody: jsonBody('RedeemRequest', requests.redeem),
        responses: { ...reply, ...problems(OPERATION_ERRORS.redeemByBody) },
      },
    }
  }
  return { ...paths, ...describeInfo(api, responses) }
}

function describeConvert(api: DescribedApi, megabytes: string, keyed: Json): Json {
  // `format` is OpenAPI 3.0's; viewers look for it to offer a file dialog.
  const file = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: 'The file to convert.',
  }
  const binary = (type: string) => ({ [type]: { schema: { type: 'string', contentMediaType: type } } })
  return {
    operationId: 'convertFile',
    tags: ['Documents'],
    summary: 'Convert a file',
    description: `One file of at most ${megabytes}; ${api.maxConcurrentPerKey} conversions at once for each API key.`,
    ...keyed,
    parameters: [
      queryParameter('from', '#/components/schemas/ConvertQuery/properties/from', false),
      ...['to', 'baseUrl', 'trackedChanges', 'comments', 'conformance'].map((name) =>
        queryParameter(name, `#/components/schemas/ConvertQuery/properties/${name}`, false),
      ),
    ],
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } } },
    },
    responses: {
      200: {
        description: 'The converted file.',
        headers: { 'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } } },
        content: {
          ...binary('application/pdf'),
          ...binary('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
        },
      },
      ...problems(OPERATION_ERRORS.convert),
    },
  }
}

function describeInfo({ hasDocs }: DescribedApi, { health, ready }: { health: Json; ready: Json }): Json {
  const get = (operationId: string, summary: string, content: Json) => ({
    get: {
      operationId,
      tags: ['Service'],
      summary,
      security: [],
      responses: {
        200: { description: summary, content },
        ...problems(['internal_error']),
        ...(operationId === 'getReadiness' ? { 503: { description: 'Not at the moment', content } } : {}),
      },
    },
  })
  return {
    '/v1/health': get('getHealth', 'Whether the service is up', {
      'application/json': { schema: { $ref: '#/components/schemas/Health' }, example: health },
    }),
    '/v1/ready': get('getReadiness', 'Whether requests should be sent here', {
      'application/json': { schema: { $ref: '#/components/schemas/Readiness' }, example: ready },
    }),
    '/v1/openapi.json': get('getDescription', 'This description', {
      'application/json': { schema: { type: 'object', additionalProperties: true } },
    }),
    ...(hasDocs
      ? {
          '/v1/docs': get('getDocs', 'A page to read and to try the API', {
            'text/html': { schema: { type: 'string' } },
          }),
        }
      : {}),
  }
}

function jsonBody(schema: string, examples: Json): Json {
  return {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } },
  }
}

function jsonReply(description: string, schema: string, example: Json): Json {
  return {
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
  }
}

function queryParameter(name: string, ref: string, required = true): Json {
  return { name, in: 'query', required, schema: { $ref: ref } }
}

/** The answers for these codes, by status, each code with an example. */
function problems(codes: readonly ErrorCode[]): Json {
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
    ...(code === 'unsupported_conversion' ? { supported: [{ from: 'docx', to: 'pdf' }] } : {}),
  }
}

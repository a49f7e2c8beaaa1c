/**
 * The operations of the API, as OpenAPI 3.1 describes them.
 *
 * @module
 */

import type { ErrorCode } from '../../errors.js'
import type { DocumentKind } from '../../jobs/members/request-schemas.js'
import { REPORT_FORMATS } from '../../report/render-report.js'
import { LANGUAGES } from '../../texts/texts.js'
import { acceptedTypes, FORM_TYPE } from '../body/read-input.js'
import { FACT_HEADERS } from '../fact-headers.js'
import { CONVERT_PARAMETERS } from '../routes/convert-route.js'
import { ALWAYS, AUTHENTICATED, DOCUMENT, EVIDENCE, FORM_BODY, JSON_BODY, LIMITED, REPEATABLE } from './error-groups.js'
import { describeBatches } from './openapi-batches.js'
import { requestExamples, responseExamples } from './openapi-examples.js'
import { describeKeys } from './openapi-keys.js'
import { describeOwner } from './openapi-owner.js'
import { type Json, jsonBody, jsonReply, problems, queryParameter } from './openapi-parts.js'

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

/** Every code that an operation answers with, by operation. */
export const OPERATION_ERRORS = {
  sign: [
    ...ALWAYS,
    ...AUTHENTICATED,
    ...JSON_BODY,
    ...FORM_BODY,
    ...LIMITED,
    ...REPEATABLE,
    ...DOCUMENT,
    'unsupported_document',
    'pending_changes',
    'would_invalidate_signatures',
    'already_signed',
    'party_signed',
    'party_unknown',
    'document_locked',
    'field_unavailable',
    ...EVIDENCE,
    'seed_value_not_met',
    'text_not_showable',
    'timestamp_required',
    'signing_failed',
  ],
  verify: [...ALWAYS, ...JSON_BODY, ...FORM_BODY, ...LIMITED, ...DOCUMENT],
  extend: [
    ...ALWAYS,
    ...AUTHENTICATED,
    ...JSON_BODY,
    ...FORM_BODY,
    ...LIMITED,
    ...DOCUMENT,
    ...EVIDENCE,
    'unsupported_document',
    'document_locked',
  ],
  convert: [
    ...ALWAYS,
    ...AUTHENTICATED,
    'invalid_request',
    'invalid_json',
    'url_not_allowed',
    'document_fetch_failed',
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
    ...LIMITED,
    ...REPEATABLE,
  ],
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
        description: `Seals a PDF with the audit trail, a certificate page and a PAdES signature. Every byte of the PDF stays as it is. A DOCX, told by its content, is converted to PDF first. The document may have at most ${megabytes}. With \`Accept: application/pdf\`, the answer is the PDF itself, and what else JSON would say is in its header.`,
        ...keyed,
        parameters: [IDEMPOTENCY_KEY],
        requestBody: documentBody('sign', 'SignRequest', 'SignOptions', requests.sign),
        responses: {
          200: {
            ...withFile(jsonReply('The signed document.', 'SignedDocument', responses.sign), ['application/pdf']),
            headers: factHeaders(FACT_HEADERS),
          },
          ...problems(OPERATION_ERRORS.sign),
        },
      },
    },
    '/v1/verify': {
      post: {
        operationId: 'verifyDocument',
        tags: ['Documents'],
        summary: 'Verify a signed document',
        description: `Tells whether every signature is intact and what was changed since. A document that is not valid is answered with 200 and a report that says why. It may have at most ${megabytes}. With \`Accept: application/pdf\` or \`text/html\`, the answer is a report for people, and with \`application/xml\` the signature validation report of ETSI TS 119 102-2${api.signsReports ? ', signed by this service' : ''}. The parameter \`format\` asks for the same, and for a simple and a detailed report in JSON.`,
        security: api.verifyNeedsKey ? keyed.security : [],
        parameters: [LANGUAGE, REPORT_FORMAT],
        requestBody: documentBody('verify', 'VerifyRequest', 'VerifyOptions', requests.verify),
        responses: {
          // Other formats are described above. As a second type here, they would hide the report's type from generated clients.
          200: jsonReply('The report.', 'VerificationReport', responses.verify),
          ...problems(api.verifyNeedsKey ? [...OPERATION_ERRORS.verify, ...AUTHENTICATED] : OPERATION_ERRORS.verify),
        },
      },
    },
    '/v1/parties': { post: describeParties(api, megabytes, keyed) },
    '/v1/convert': { post: describeConvert(api, megabytes, keyed) },
  }
  if (api.canExtend) {
    paths['/v1/extend'] = {
      post: {
        operationId: 'extendDocument',
        tags: ['Documents'],
        summary: 'Extend a signed document',
        description: `Raises a signed document, whoever signed it, to a level that outlives its certificates, or renews its archive. It may have at most ${megabytes}.`,
        ...keyed,
        requestBody: documentBody('extend', 'ExtendRequest', 'ExtendOptions', requests.extend),
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
        parameters: [
          queryParameter('email', '#/components/schemas/RegisterRequest/properties/email'),
          queryParameter('challenge', '#/components/schemas/RegisterRequest/properties/challenge', false),
        ],
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
  if (api.hasBatches) Object.assign(paths, describeBatches())
  return { ...paths, ...describeOwner(), ...(api.hasKeys ? describeKeys() : {}), ...describeInfo(api, responses) }
}

function describeParties(api: DescribedApi, megabytes: string, keyed: Json): Json {
  return {
    operationId: 'listParties',
    tags: ['Documents'],
    summary: 'Tell who has signed, and who has not',
    description: `For documents whose certificate page has a row for each party (\`certificate.parties\` of their first signature). The document is verified, so that a row that only looks as if it were signed does not count. It may have at most ${megabytes}.`,
    security: api.verifyNeedsKey ? keyed['security'] : [],
    requestBody: documentBody('verify', 'VerifyRequest', 'VerifyOptions', requestExamples().verify),
    responses: {
      200: jsonReply('The parties.', 'PartiesReport', responseExamples().parties),
      ...problems(api.verifyNeedsKey ? [...OPERATION_ERRORS.verify, ...AUTHENTICATED] : OPERATION_ERRORS.verify),
    },
  }
}

function describeConvert(api: DescribedApi, megabytes: string, keyed: Json): Json {
  const files = ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
  const requests = requestExamples()
  const reply = jsonReply('The converted file.', 'ConvertedFile', responseExamples().convert)
  return {
    operationId: 'convertFile',
    tags: ['Documents'],
    summary: 'Convert a file',
    description: `One file of at most ${megabytes}; ${api.maxConcurrentPerKey} conversions at once for each API key. With \`Accept: application/json\`, the answer is JSON with the file in it. What is said in the query is not said in JSON as well.`,
    ...keyed,
    parameters: [
      ...CONVERT_PARAMETERS.map((name) =>
        queryParameter(name, `#/components/schemas/ConvertOptions/properties/${name}`, false),
      ),
      IDEMPOTENCY_KEY,
    ],
    requestBody: documentBody('convert', 'ConvertRequest', 'ConvertOptions', requests.convert),
    responses: {
      200: {
        ...withFile(reply, files),
        headers: {
          'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
          ...factHeaders(['Sealwright-Warnings']),
        },
      },
      ...problems(OPERATION_ERRORS.convert),
    },
  }
}

const LANGUAGE: Json = {
  name: 'language',
  in: 'query',
  required: false,
  description: 'Of a report for people. Default: as `Accept-Language` says, else English.',
  schema: { type: 'string', enum: LANGUAGES },
}

const REPORT_FORMAT: Json = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    'The form of the report. It goes before `Accept`. Default: `json`. The schemas of `simple` and `detailed` are in the package, in `report.schema.json`.',
  schema: { type: 'string', enum: ['json', ...REPORT_FORMATS] },
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new UUID for each thing to be done. Sent again with the same request, the answer is the same for a day, with `Idempotency-Replayed: true`, and nothing is done a second time.',
  schema: { type: 'string', maxLength: 255 },
}

/** A request that has a document: in JSON, in a form, and bare. */
function documentBody(kind: DocumentKind, schema: string, options: string, examples: Json): Json {
  // `format` is OpenAPI 3.0's; viewers look for it to offer a file dialog.
  const file = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: 'The document.',
  }
  const form = {
    type: 'object',
    required: kind === 'sign' ? ['file', 'request'] : ['file'],
    properties: { file, request: { $ref: `#/components/schemas/${options}` } },
  }
  const formBody = { schema: form, encoding: { request: { contentType: 'application/json' } } }
  const bare = acceptedTypes(kind).filter((type) => !FORM_AND_JSON.includes(type))
  return {
    required: true,
    content: {
      // Viewers show the first media type by default.
      ...(kind === 'convert' ? { [FORM_TYPE]: formBody } : {}),
      'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples },
      ...(kind === 'convert' ? {} : { [FORM_TYPE]: formBody }),
      ...Object.fromEntries(bare.map((type) => [type, { schema: { ...file, contentMediaType: type } }])),
    },
  }
}

const FORM_AND_JSON: readonly string[] = ['application/json', FORM_TYPE]

/** An answer in JSON, or the file itself. */
function withFile(reply: Json, types: readonly string[]): Json {
  const content = typeof reply['content'] === 'object' ? reply['content'] : {}
  const files = types.map((type) => [type, { schema: { type: 'string', format: 'binary', contentMediaType: type } }])
  return { ...reply, content: { ...content, ...Object.fromEntries(files) } }
}

function factHeaders(names: readonly string[]): Json {
  const description = 'Where the answer is the file itself: what JSON has as a member.'
  return Object.fromEntries(names.map((name) => [name, { description, schema: { type: 'string' } }]))
}

function describeInfo({ hasDocs, hasCheck }: DescribedApi, { health, ready }: { health: Json; ready: Json }): Json {
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
      'application/json': { schema: { $ref: '#/components/schemas/Health' }, examples: { example: { value: health } } },
    }),
    '/v1/ready': get('getReadiness', 'Whether requests should be sent here', {
      'application/json': {
        schema: { $ref: '#/components/schemas/Readiness' },
        examples: { example: { value: ready } },
      },
    }),
    '/v1/openapi.json': get('getDescription', 'This description', {
      'application/json': { schema: { type: 'object', additionalProperties: true } },
    }),
    ...(hasCheck
      ? {
          '/v1/check': get('getCheckPage', 'A page for people to verify signed PDFs', {
            'text/html': { schema: { type: 'string' } },
          }),
        }
      : {}),
    ...(hasDocs
      ? {
          '/v1/docs': get('getDocs', 'A page to read and to try the API', {
            'text/html': { schema: { type: 'string' } },
          }),
        }
      : {}),
  }
}

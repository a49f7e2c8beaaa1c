/**
 * Describes the operations on one document in OpenAPI 3.1.
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
import { requestExamples, responseExamples } from './openapi-examples.js'
import { type DescribedApi, type Json, jsonReply, problems, queryParameter } from './openapi-parts.js'

/** Error codes by operation. */
export const DOCUMENT_OPERATION_ERRORS = {
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
} as const satisfies Record<string, readonly ErrorCode[]>

/** The paths of operations that take a document. */
export function describeDocuments(api: DescribedApi): Json {
  const megabytes = `${Math.round((api.maxDocumentBytes / 1024 / 1024) * 10) / 10} MB`
  return {
    '/v1/sign': { post: describeSign(megabytes) },
    '/v1/verify': { post: describeVerify(api, megabytes) },
    '/v1/parties': { post: describeParties(api, megabytes) },
    '/v1/convert': { post: describeConvert(api, megabytes) },
    ...(api.canExtend ? { '/v1/extend': { post: describeExtend(megabytes) } } : {}),
  }
}

function describeSign(megabytes: string): Json {
  return {
    operationId: 'signDocument',
    tags: ['Documents'],
    summary: 'Sign a document',
    description: `Seals a PDF with the audit trail, a certificate page and a PAdES signature. Every byte of the PDF stays as it is. A DOCX, told by its content, is converted to PDF first. The document may have at most ${megabytes}. With \`Accept: application/pdf\`, the answer is the PDF itself, and what else JSON would say is in its header.`,
    security: [{ apiKey: [] }],
    parameters: [IDEMPOTENCY_KEY],
    requestBody: documentBody('sign', 'SignRequest', 'SignOptions', requestExamples().sign),
    responses: {
      200: {
        ...withFile(jsonReply('The signed document.', 'SignedDocument', responseExamples().sign), ['application/pdf']),
        headers: factHeaders(FACT_HEADERS),
      },
      ...problems(DOCUMENT_OPERATION_ERRORS.sign),
    },
  }
}

function describeVerify(api: DescribedApi, megabytes: string): Json {
  return {
    operationId: 'verifyDocument',
    tags: ['Documents'],
    summary: 'Verify a signed document',
    description: `Tells whether every signature is intact and what was changed since. A document that is not valid is answered with 200 and a report that says why. It may have at most ${megabytes}. With \`Accept: application/pdf\` or \`text/html\`, the answer is a report for people, and with \`application/xml\` the signature validation report of ETSI TS 119 102-2${api.signsReports ? ', signed by this service' : ''}. The parameter \`format\` asks for the same, and for a simple and a detailed report in JSON.`,
    security: api.verifyNeedsKey ? [{ apiKey: [] }] : [],
    parameters: [LANGUAGE, REPORT_FORMAT],
    requestBody: documentBody('verify', 'VerifyRequest', 'VerifyOptions', requestExamples().verify),
    responses: {
      // Other formats are described above. As a second type here, they would hide the report's type from generated clients.
      200: jsonReply('The report.', 'VerificationReport', responseExamples().verify),
      ...problems(
        api.verifyNeedsKey ? [...DOCUMENT_OPERATION_ERRORS.verify, ...AUTHENTICATED] : DOCUMENT_OPERATION_ERRORS.verify,
      ),
    },
  }
}

function describeParties(api: DescribedApi, megabytes: string): Json {
  return {
    operationId: 'listParties',
    tags: ['Documents'],
    summary: 'Tell who has signed, and who has not',
    description: `For documents whose certificate page has a row for each party (\`certificate.parties\` of their first signature). The document is verified, so that a row that only looks as if it were signed does not count. It may have at most ${megabytes}.`,
    security: api.verifyNeedsKey ? [{ apiKey: [] }] : [],
    requestBody: documentBody('verify', 'VerifyRequest', 'VerifyOptions', requestExamples().verify),
    responses: {
      200: jsonReply('The parties.', 'PartiesReport', responseExamples().parties),
      ...problems(
        api.verifyNeedsKey ? [...DOCUMENT_OPERATION_ERRORS.verify, ...AUTHENTICATED] : DOCUMENT_OPERATION_ERRORS.verify,
      ),
    },
  }
}

function describeConvert(api: DescribedApi, megabytes: string): Json {
  const files = ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
  const reply = jsonReply('The converted file.', 'ConvertedFile', responseExamples().convert)
  return {
    operationId: 'convertFile',
    tags: ['Documents'],
    summary: 'Convert a file',
    description: `One file of at most ${megabytes}; ${api.maxConcurrentPerKey} conversions at once for each API key. With \`Accept: application/json\`, the answer is JSON with the file in it. What is said in the query is not said in JSON as well.`,
    security: [{ apiKey: [] }],
    parameters: [
      ...CONVERT_PARAMETERS.map((name) =>
        queryParameter(name, `#/components/schemas/ConvertOptions/properties/${name}`, false),
      ),
      IDEMPOTENCY_KEY,
    ],
    requestBody: documentBody('convert', 'ConvertRequest', 'ConvertOptions', requestExamples().convert),
    responses: {
      200: {
        ...withFile(reply, files),
        headers: {
          'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
          ...factHeaders(['Sealwright-Warnings']),
        },
      },
      ...problems(DOCUMENT_OPERATION_ERRORS.convert),
    },
  }
}

function describeExtend(megabytes: string): Json {
  return {
    operationId: 'extendDocument',
    tags: ['Documents'],
    summary: 'Extend a signed document',
    description: `Raises a signed document, whoever signed it, to a level that outlives its certificates, or renews its archive. It may have at most ${megabytes}.`,
    security: [{ apiKey: [] }],
    requestBody: documentBody('extend', 'ExtendRequest', 'ExtendOptions', requestExamples().extend),
    responses: {
      200: jsonReply('The extended document.', 'ExtendedDocument', responseExamples().extend),
      ...problems(DOCUMENT_OPERATION_ERRORS.extend),
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

/** A request body with a document: in JSON, in a form, or alone. */
function documentBody(kind: DocumentKind, schema: string, options: string, examples: Json): Json {
  // `format` is from OpenAPI 3.0. Viewers offer a file dialog because of it.
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

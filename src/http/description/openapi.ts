/**
 * The description of the API in OpenAPI 3.1, made from the schemas that check the requests.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { ERROR_TABLE } from '../../errors.js'
import { requestSchemas, reviewMembers } from '../../jobs/members/request-schemas.js'
import { signMemberShape } from '../../jobs/members/sign-members.js'
import reportSchema from '../../report/report.schema.json'
import { signRequestSchema } from '../../sign/request/request.js'
import { VERSION } from '../../version.js'
import { batchRequestSchema, buildBatchSchemas } from '../routes/batch-schemas.js'
import { buildOwnerSchemas } from '../routes/owner-schemas.js'
import { requestExamples } from './openapi-examples.js'
import type { DescribedApi, Json } from './openapi-parts.js'
import { describePaths } from './openapi-paths.js'
import { buildResponseSchemas } from './response-schemas.js'

/**
 * Describes the API.
 *
 * @param serverUrl Where it is mounted: an absolute URL, or a path.
 * @returns An OpenAPI 3.1 document; a new object for every call.
 */
export async function describeApi(api: DescribedApi, serverUrl: string): Promise<Json> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'sealwright',
      version: VERSION,
      description:
        'Signs documents with an audit trail, verifies them, converts files and issues API keys. Every failure is answered with problem details (RFC 9457) and a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'Documents', description: 'Sign, verify and convert.' },
      ...(api.hasBatches ? [{ name: 'Batches', description: 'Many documents in one request.' }] : []),
      { name: 'API keys', description: 'A code by e-mail, then a key.' },
      { name: 'Service', description: 'About the service itself.' },
    ],
    paths: describePaths(api),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key from `/v1/auth/verify`.' },
      },
      schemas: { ...(await describeSchemas()), Problem: problemSchema() },
    },
  }
}

async function describeSchemas(): Promise<Json> {
  const z = await import('zod')
  const schemas = await requestSchemas()
  const named: Record<string, ZodType> = {
    SignRequest: await signRequestSchema(),
    VerifyRequest: schemas.verifyRequest,
    VerifyOptions: schemas.verifyOptions,
    ExtendRequest: schemas.extendRequest,
    ExtendOptions: schemas.extendOptions,
    ConvertRequest: schemas.convertRequest,
    ConvertOptions: schemas.convertOptions,
    RegisterRequest: schemas.registerRequest,
    RedeemRequest: schemas.redeemRequest,
    NewKeyRequest: schemas.newKeyRequest,
    RenameKeyRequest: schemas.renameKeyRequest,
    RotateKeyRequest: schemas.rotateKeyRequest,
    BatchRequest: batchRequestSchema(z),
    DocumentSource: schemas.documentSource,
    Password: schemas.password,
  }
  const inputs = toJsonSchemas(z, named, 'input')
  const { document: _, ...signMembers } = requestExamples().sign.minimal.value
  const signOptions = withOptions(inputs['SignRequest'] ?? {}, optionProperties(z))
  return {
    ...inputs,
    // Without examples, viewers invent values for every member, and people send them.
    SignOptions: { ...signOptions, examples: [signMembers] },
    VerifyOptions: { ...inputs['VerifyOptions'], examples: [{}] },
    ExtendOptions: { ...inputs['ExtendOptions'], examples: [{ level: 'B-LTA' }] },
    ConvertOptions: { ...inputs['ConvertOptions'], examples: [{ to: 'pdf' }] },
    SignRequest: withDocument(signOptions),
    ...toJsonSchemas(z, { ...buildResponseSchemas(z), ...buildBatchSchemas(z), ...buildOwnerSchemas(z) }, 'output'),
    ...reportSchemas(),
  }
}

/** Each schema by its name; where one holds another of them, by reference. */
function toJsonSchemas(
  z: typeof import('zod'),
  named: Readonly<Record<string, ZodType>>,
  io: 'input' | 'output',
): Record<string, Json> {
  // Not zod's global registry, which belongs to the host.
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: 'draft-2020-12',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      delete jsonSchema.$schema
      delete jsonSchema.$id
      delete jsonSchema.id
      // Generators of types treat a member with a default as always present.
      if (typeof jsonSchema.default === 'object') delete jsonSchema.default
    },
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}

function optionProperties(z: typeof import('zod')): Json {
  const shape = { ...reviewMembers(z, 'refuse'), ...signMemberShape(z) }
  const schema: Json = z.toJSONSchema(z.object(shape), { io: 'input' })
  return propertiesOf(schema)
}

function propertiesOf({ properties }: Json): Json {
  return typeof properties === 'object' && properties !== null ? { ...properties } : {}
}

/** Adds password and options to a schema: arguments of the library's functions, but members of the API's requests. */
function withOptions(schema: Json, options: Json): Json {
  const password = { $ref: '#/components/schemas/Password' }
  return { ...schema, properties: { password, ...propertiesOf(schema), ...options } }
}

function withDocument(schema: Json): Json {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const document = { $ref: '#/components/schemas/DocumentSource' }
  return { ...schema, properties: { document, ...propertiesOf(schema) }, required: ['document', ...required] }
}

function faultSchema(): Json {
  return {
    type: 'object',
    required: ['pointer', 'code', 'message'],
    properties: {
      pointer: { type: 'string', description: 'Where: a JSON Pointer (RFC 6901).' },
      code: { type: 'string' },
      message: { type: 'string' },
    },
  }
}

function problemSchema(): Json {
  return {
    type: 'object',
    description: 'Problem details (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'retryable'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'What happened, in a sentence.' },
      code: { type: 'string', enum: Object.keys(ERROR_TABLE), description: 'Stable: made for programs.' },
      requestId: { type: 'string', description: 'Finds the request in the logs of the service.' },
      retryable: { type: 'boolean', description: 'Whether sending the same request again can help.' },
      challenge: {
        type: 'object',
        description: 'With `challenge_required`: what to show. Its `type` says how.',
        required: ['type'],
        properties: { type: { type: 'string' } },
      },
      errors: { type: 'array', description: 'Each fault of an invalid request.', items: faultSchema() },
      supported: {
        type: 'array',
        description: 'For `unsupported_conversion`: what there is.',
        items: {
          type: 'object',
          required: ['from', 'to'],
          properties: { from: { type: 'string' }, to: { type: 'string' } },
        },
      },
    },
  }
}

/** Types of reports in JSON answers. Other formats of a report are files. */
const ROOTS = ['VerificationReport', 'PartiesReport']

const DEFINITIONS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

/** The schemas of the reports that the API answers with, by name, with all schemas that they refer to. */
function reportSchemas(): Record<string, Json> {
  const definitions = new Map<string, Json>(Object.entries(reportSchema.$defs))
  const wanted = new Set(ROOTS)
  const found: [string, Json][] = []
  // Names that are added while the set is walked are visited as well.
  for (const name of wanted) {
    const text = JSON.stringify(definitions.get(name))
    for (const [, other = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) wanted.add(other)
    found.push([name, JSON.parse(text.replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`))])
  }
  return Object.fromEntries(found)
}

/**
 * The operations of the API, as OpenAPI 3.1 describes them.
 *
 * @module
 */

import { describeBatches } from './openapi-batches.js'
import { describeDocuments } from './openapi-documents.js'
import { responseExamples } from './openapi-examples.js'
import { describeKeys } from './openapi-keys.js'
import { describeOwner } from './openapi-owner.js'
import { type DescribedApi, type Json, problems } from './openapi-parts.js'
import { describeRegistration } from './openapi-registration.js'

/** The paths object. */
export function describePaths(api: DescribedApi): Json {
  return {
    ...describeDocuments(api),
    ...describeRegistration(api),
    ...(api.hasBatches ? describeBatches() : {}),
    ...describeOwner(),
    ...(api.hasKeys ? describeKeys() : {}),
    ...describeInfo(api),
  }
}

function describeInfo({ hasDocs, hasCheck }: DescribedApi): Json {
  const { health, ready } = responseExamples()
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

/**
 * Any request at all gets an answer that is described.
 *
 * @module
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { ask, makeApi, oneKey } from './support/api.js'

const path = fc.constantFrom(
  ...['/v1/sign', '/v1/verify', '/v1/convert', '/v1/auth/register', '/v1/auth/verify', '/v1/health', '/v1/docs', '/'],
)
const query = fc.constantFrom('', '?from=md', '?to=%00', '?email=%ff&code=1', '?email=a&email=b', '?__proto__=1')
const type = fc.constantFrom(
  'application/json',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="',
  'x',
)
const json = fc.oneof(
  fc.json(),
  fc.record({ document: fc.record({ base64: fc.base64String() }) }).map((value) => JSON.stringify(value)),
  fc.jsonValue().map((document) => JSON.stringify({ ...requestExamples().sign.minimal.value, document })),
  fc.jsonValue().map((signer) => JSON.stringify({ ...requestExamples().sign.minimal.value, signer })),
)
const multipart = fc
  .array(fc.constantFrom('--b', '--', '\r\n', '\r\n\r\n', 'Content-Disposition: form-data; name="file"', 'x'))
  .map((pieces) => `--b\r\n${pieces.join('')}`)

it('whatever comes is answered, and never by an unexpected error', async () => {
  const keys = { ...oneKey, requestCode: async () => undefined }
  const api = await makeApi({ keys })
  const body = fc.oneof(json, multipart, fc.string({ unit: 'binary' }))
  await fc.assert(
    fc.asyncProperty(path, query, type, body, async (where, search, contentType, text) => {
      const headers = { 'content-type': contentType }
      const response = await ask(api, where + search, { method: 'POST', headers, body: text })
      const answer = await response.text()
      expect(response.status, answer).toBeLessThan(500)
      expect(response.headers.get('x-request-id')).not.toBeNull()
    }),
    { numRuns: 400 },
  )
})

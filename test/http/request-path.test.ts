/**
 * Which path a request is for.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { pathOf } from '../../src/http/request-path.js'
import { ask, makeApi } from './support/api.js'

const find = (sent: string, basePath?: string) => pathOf(sent, new URL(sent), basePath)

describe('the path of a request', () => {
  it.each([
    ['https://api.example/v1/sign', undefined, '/v1/sign'],
    ['https://API.example:443/v1/sign?to=/v1/./x#/v1/../y', undefined, '/v1/sign'],
    ['http://localhost', undefined, '/'],
    ['http://localhost?x', undefined, '/'],
    ['https://api.example/api/v1/sign', '/api', '/v1/sign'],
    ['https://api.example/api/v1/sign', '/api/', '/v1/sign'],
    ['https://api.example/apis/v1/sign', '/api', '/apis/v1/sign'],
    ['https://api.example/v1/%2E%2Esign', undefined, '/v1/%2E%2Esign'],
  ])('of %s below %s is %s', (sent, basePath, path) => {
    expect(find(sent, basePath)).toBe(path)
  })

  it.each([
    'http://localhost/v1/./metrics',
    'http://localhost/v1/%2E%2e/v1/metrics',
    'http://localhost/v1/metrics/..',
    'http://localhost\\v1\\metrics',
    'http://localhost/v1/"x"',
  ])('is none where it is written in another way than URL does: %s', (sent) => {
    expect(() => find(sent)).toThrow('There is nothing at this path.')
  })

  it('is found as before where a Request of Fetch has put it into its normal form', async () => {
    expect((await ask(await makeApi(), '/v1/./health')).status).toBe(200)
  })
})

// A function behind API Gateway (payload format 2.0) or a function URL.
import { api } from './service.js'

export async function handler(event) {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = event
  const { method, sourceIp } = requestContext.http
  const query = rawQueryString ? `?${rawQueryString}` : ''
  const request = new Request(`https://${requestContext.domainName}${rawPath}${query}`, {
    method,
    headers,
    body: body === undefined ? undefined : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  })
  const response = await api.fetch(request, { clientAddress: sourceIp })
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  }
}

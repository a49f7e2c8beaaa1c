/**
 * What the examples for edge hosts and browsers ask: Google Cloud KMS as its REST API is documented, with one key, and a
 * certificate authority.
 *
 * @module
 */

import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { p256 } from '@noble/curves/nist.js'
import { crc32c } from '../../adapters/identities/crc32c.js'
import { certifyKey } from '../../test/anywhere/sample-documents.js'

const KEY_VERSION = 'projects/p/locations/l/keyRings/r/cryptoKeys/seal/cryptoKeyVersions/1'
const TOKEN = 'a token for the scope cloudkms'

/** The services, and what an example has to know of them. */
export interface EdgeServices {
  readonly env: Readonly<Record<string, string>>
  /** How many signatures the KMS made. */
  signatures(): number
  close(): void
}

/** Starts them. */
export async function startEdgeServices(): Promise<EdgeServices> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  let signatures = 0
  const answer = async (request: IncomingMessage): Promise<readonly [status: number, body: unknown]> => {
    const text = await readText(request)
    if (request.url === '/ca') {
      const { publicKey: spki } = JSON.parse(text) as { publicKey: string }
      return [200, { certificate: toBase64(certifyKey('Ada Lovelace', Buffer.from(spki, 'base64'))) }]
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return [401, {}]
    if (request.url === `/v1/${KEY_VERSION}/publicKey`) {
      return [200, { pem, algorithm: 'EC_SIGN_P256_SHA256', pemCrc32c: String(crc32c(Buffer.from(pem))) }]
    }
    if (request.url !== `/v1/${KEY_VERSION}:asymmetricSign`) return [404, {}]
    const { digest } = JSON.parse(text) as { digest: { sha256: string } }
    const signature = signDigest(Buffer.from(digest.sha256, 'base64'))
    signatures++
    const sums = { verifiedDigestCrc32c: true, signatureCrc32c: String(crc32c(signature)) }
    return [200, { name: KEY_VERSION, signature: toBase64(signature), ...sums }]
  }
  const secretKey = Buffer.from(String(privateKey.export({ format: 'jwk' })['d']), 'base64url')
  const signDigest = (digest: Uint8Array) =>
    p256.sign(Uint8Array.from(digest), secretKey, { prehash: false, format: 'der' })
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const certificate = certifyKey('Seal of the service', publicKey.export({ type: 'spki', format: 'der' }))
  return {
    env: {
      KMS_ENDPOINT: url,
      KMS_KEY_VERSION: KEY_VERSION,
      KMS_TOKEN: TOKEN,
      CERTIFICATE: `-----BEGIN CERTIFICATE-----\n${toBase64(certificate)}\n-----END CERTIFICATE-----\n`,
      CA_URL: `${url}/ca`,
    },
    signatures: () => signatures,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/**
 * What the pages take for given: a host's own documents, keys and clients, by the names that the text gives them.
 *
 * @module
 */

import type { KeyObject } from 'node:crypto'
import type { Pool } from 'pg'
import type { Pkcs11Module } from '../../adapters/identities/pkcs11.js'
import type {
  Api,
  KeyIssuer,
  KeyStore,
  Resource,
  SigningIdentity,
  SignpdfSigner,
  SignRequest,
  TrustLists,
} from '../../src/index.js'

declare global {
  const pdf: Uint8Array
  const signed: Uint8Array
  const bytes: Uint8Array
  const p12: Uint8Array
  const markdown: Uint8Array
  const html: Uint8Array
  const request: SignRequest
  const identity: SigningIdentity
  const root: Uint8Array
  const trustAnchors: Uint8Array[]
  const lists: TrustLists
  const keys: KeyIssuer
  const api: Api
  const pool: Pool
  const ourKeyStore: (pool: Pool) => KeyStore

  // Keys and where they are.
  const caKey: KeyObject
  const passphrase: string
  const key: string
  const certificate: string
  const chain: string
  const pem: string
  const leafDer: Uint8Array
  const intermediateDer: Uint8Array
  const kms: { sign(keyId: string, data: Uint8Array, signal: AbortSignal | undefined): Promise<Uint8Array> }
  const keyId: string
  const region: string
  const accessToken: () => Promise<string>
  const token: () => Promise<string>
  const metricsToken: string
  const credentialId: string
  const pin: string
  const slot: Buffer
  const pkcs11: Pkcs11Module
  const P12Signer: new (p12: Uint8Array) => SignpdfSigner

  // What the host does and remembers.
  const secret: string
  const code: string
  const schedule: (at: Date | null) => Promise<void>
  const myCache: { get(url: string): Promise<Resource | undefined> }
}

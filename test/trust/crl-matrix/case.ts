/**
 * A case of the matrix of CRLs, and the authorities that it is about.
 *
 * @module
 */

import { type Holder, type HolderOptions, makeHolder } from '../support/dated-pki.js'

/** The day that is asked about, unless a case says otherwise. */
export const TODAY = '2020-03-05'

/** The status of a certificate, as far as it is known. */
export type Status = 'good' | 'revoked' | 'unknown'

/** One question about one certificate. */
export interface CrlCase {
  readonly name: string
  readonly about: Holder
  readonly crls: readonly Uint8Array[]
  /** Certificates besides the CA and the root. */
  readonly others?: readonly Holder[]
  readonly at?: string
  readonly gives: Status
  /** The answer of OpenSSL, where it is another one. */
  readonly openssl?: Judgement
}

/** The answer of another program, and why it gives it. */
export interface Judgement {
  readonly gives: Status
  readonly because: string
}

function makeWorld() {
  const life = { from: '2010-01-01', to: '2044-12-31' }
  const root = makeHolder('Root', { kind: 'ca', ...life })
  const ca = makeHolder('CA', { kind: 'ca', issuer: root, ...life })
  const stranger = makeHolder('Stranger', { kind: 'ca', ...life })
  return {
    root,
    ca,
    stranger,
    /** Another CA of the same name, of the same root. */
    twin: makeHolder('CA', { kind: 'ca', issuer: root, ...life }),
    /** Signs CRLs for the CA. */
    crlIssuer: makeHolder('CRL issuer', { kind: 'crl-issuer', issuer: ca, ...life }),
    /** Signs CRLs for all CAs below the root. */
    rootCrlIssuer: makeHolder('CRL issuer', { kind: 'crl-issuer', issuer: root, ...life }),
    strangeCrlIssuer: makeHolder('CRL issuer', { kind: 'crl-issuer', issuer: stranger, ...life }),
    endedCrlIssuer: makeHolder('CRL issuer', { kind: 'crl-issuer', issuer: ca, from: '2010-01-01', to: '2019-12-31' }),
    /** Has the name of the CRL issuer, and a key usage for signatures alone. */
    falseCrlIssuer: makeHolder('CRL issuer', { issuer: ca, ...life }),
  }
}

export const world = makeWorld()

/** A certificate of the CA with these extensions. */
export function leafWith(...extensions: readonly Uint8Array[]): Holder {
  return makeHolder('Leaf', { issuer: world.ca, from: '2019-01-01', to: '2030-12-31', extensions })
}

/** A CA below the CA. */
export function caWith(options: Partial<HolderOptions> = {}): Holder {
  return makeHolder('Sub CA', { kind: 'ca', issuer: world.ca, from: '2019-01-01', to: '2030-12-31', ...options })
}

/** Dates of a CRL of four days before, good for two weeks. */
export const FRESH = { at: '2020-03-01', next: '2020-03-15' } as const

/**
 * The cast of the stories about time, and what they do.
 *
 * `signer` signs on 1 March 2020, its certificate lives in 2019 and 2020. `tsa1` stamps the signature (to the end of 2021),
 * `tsa2` the document (to the end of 2024), `tsa3` (to the end of 2029) and `tsa4` (to the end of 2035) renew it. All are
 * issued by `ca` below `root`, which live to the end of 2044.
 *
 * @module
 */

import { type SignedOptions, type Stored, signDated, stampDated } from './dated-document.js'
import { type Holder, makeCrl, makeHolder, NO_REV_AVAIL, type RevokedOptions, SHORT_TERM, when } from './dated-pki.js'

export const STAMPED = '2020-03-01T10:00:05Z'

function makeCast() {
  const root = makeHolder('Root', { kind: 'ca', from: '2010-01-01', to: '2044-12-31' })
  const ca = makeHolder('CA', { kind: 'ca', issuer: root, from: '2015-01-01', to: '2044-12-31' })
  const stamping = (name: string, from: string, to: string, issuer = ca) =>
    makeHolder(name, { kind: 'tsa', issuer, from, to })
  const oldRoot = makeHolder('Old root', { kind: 'ca', from: '2010-01-01', to: '2022-12-31' })
  const oldCa = makeHolder('Old CA', { kind: 'ca', issuer: root, from: '2010-01-01', to: '2022-12-31' })
  const subCa = makeHolder('Sub CA', { kind: 'ca', issuer: oldCa, from: '2015-01-01', to: '2022-12-31' })
  return {
    root,
    ca,
    oldRoot,
    oldCa,
    signer: makeHolder('Signer', { issuer: ca, from: '2019-01-01', to: '2020-12-31' }),
    longSigner: makeHolder('Long signer', { issuer: ca, from: '2019-01-01', to: '2039-12-31' }),
    belowOldCa: makeHolder('Below the old CA', { issuer: oldCa, from: '2019-01-01', to: '2022-12-31' }),
    belowOldRoot: makeHolder('Below the old root', { issuer: oldRoot, from: '2019-01-01', to: '2022-12-31' }),
    oneShot: makeHolder('One shot', {
      ...{ issuer: ca, from: '2020-03-01T09:55:00Z', to: '2020-03-01T10:05:00Z', extensions: [NO_REV_AVAIL] },
    }),
    shortTerm: makeHolder('Short term', {
      ...{ issuer: ca, from: '2020-03-01T09:55:00Z', to: '2020-03-01T10:05:00Z', extensions: [SHORT_TERM] },
    }),
    tsa1: stamping('TSA 1', '2019-01-01', '2021-12-31'),
    tsa2: stamping('TSA 2', '2019-01-01', '2024-12-31'),
    tsa3: stamping('TSA 3', '2023-01-01', '2029-12-31'),
    tsa4: stamping('TSA 4', '2028-01-01', '2035-12-31'),
    longTsa: stamping('Long TSA', '2019-01-01', '2039-12-31'),
    strangeTsa: makeHolder('Strange TSA', { kind: 'tsa', from: '2019-01-01', to: '2039-12-31' }),
    noPurposeTsa: makeHolder('No purpose', {
      ...{ kind: 'tsa', issuer: ca, from: '2019-01-01', to: '2039-12-31', withoutPurpose: true },
    } as const),
    nocheck: makeHolder('Responder', { kind: 'nocheck-responder', issuer: ca, from: '2020-01-01', to: '2020-06-30' }),
    longNocheck: makeHolder('Long responder', {
      kind: 'nocheck-responder',
      issuer: ca,
      from: '2019-01-01',
      to: '2039-12-31',
    }),
    responder: makeHolder('Checked responder', { kind: 'responder', issuer: ca, from: '2019-01-01', to: '2039-12-31' }),
    earlyTsa: stamping('Early TSA', '2012-01-01', '2039-12-31', root),
    subCa,
    belowSubCa: makeHolder('Below the sub CA', { issuer: subCa, from: '2019-01-01', to: '2022-12-31' }),
    sha1Signer: makeHolder('SHA-1 signer', { issuer: root, from: '2012-01-01', to: '2039-12-31' }),
    shortKey: makeHolder('Short key', { issuer: root, from: '2012-01-01', to: '2039-12-31', rsaBits: 1024 }),
    sha1Ca: makeHolder('Issued with SHA-1', { issuer: ca, from: '2015-01-01', to: '2039-12-31', digest: 'sha1' }),
  }
}

export const cast = makeCast()

/** CRLs of everybody who issues, of one day: those of roots hold for two months, those of CAs for two weeks. */
export function crlsOf(at: string, revoked: readonly RevokedOptions[] = []): Uint8Array[] {
  const after = (days: number) => new Date(when(at).getTime() + days * 86_400_000).toISOString()
  const by = (issuer: Holder, next: string) =>
    makeCrl(issuer, { at, next, revoked: revoked.filter(({ who }) => who.issuer === issuer) })
  const { root, ca, oldRoot, oldCa, subCa } = cast
  return [
    ...[root, oldRoot, oldCa].map((each) => by(each, after(60))),
    ...[ca, subCa].map((each) => by(each, after(14))),
  ]
}

export const DAY_BEFORE = '2020-02-29T10:00:00Z'
export const AFTERWARDS = '2020-03-02T10:00:00Z'

export const storeOf = (at: string = DAY_BEFORE, revoked: readonly RevokedOptions[] = []): Stored => ({
  certs: [cast.ca, cast.oldCa],
  crls: crlsOf(at, revoked),
})

/** B-LT in one revision, unless told otherwise. */
export const signLt = (options: SignedOptions & { readonly by?: Holder; readonly tsa?: Holder } = {}) => {
  const { by = cast.signer, tsa = cast.tsa1, ...rest } = options
  return signDated(by, { stampedBy: [[tsa, { at: STAMPED }]], store: storeOf(), ...rest })
}

/** B-LTA: the same with a document time stamp of the next day. */
export const signLta = async (
  options: Parameters<typeof signLt>[0] & { readonly archive?: Holder; readonly at?: string } = {},
) => {
  const { archive = cast.tsa2, at = AFTERWARDS, ...rest } = options
  return stampDated(await signLt(rest), archive, { at, fieldName: 'Timestamp1' })
}

/** Two renewals on top of it, in 2024 and 2029. */
export async function renewTwice(bytes: Uint8Array): Promise<Uint8Array> {
  const second = await stampDated(bytes, cast.tsa3, {
    ...{ at: '2024-06-01', fieldName: 'Timestamp2', store: storeOf('2024-05-31') },
  })
  return stampDated(second, cast.tsa4, { at: '2029-06-01', fieldName: 'Timestamp3', store: storeOf('2029-05-31') })
}

/** An entry of a CRL. */
export const revoke = (who: Holder, on: string, reason?: number, invalidSince?: string): RevokedOptions => ({
  ...{ who, on },
  ...(reason === undefined ? {} : { reason }),
  ...(invalidSince === undefined ? {} : { invalidSince }),
})

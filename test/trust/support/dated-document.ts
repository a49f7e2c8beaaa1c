/**
 * Documents whose signatures, validation data and time stamps come from any date.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { makeContract } from '../../verify/support/contract.js'
import { dict, stream } from '../../verify/support/notation.js'
import { type Revision, revise } from '../../verify/support/revise.js'
import { signByHand } from '../../verify/support/sign.js'
import { type Holder, makeSignature, makeStamp, type SignatureOptions, type StampOptions } from './dated-pki.js'

const CONTRACT = makeContract().bytes

/** What goes into the document security store. */
export interface Stored {
  readonly certs?: readonly Holder[]
  readonly crls?: readonly Uint8Array[]
  readonly ocsps?: readonly Uint8Array[]
}

function writeStore(revision: Revision, { certs = [], crls = [], ocsps = [] }: Stored): void {
  const { document, increment } = revision
  const old = increment.resolve(document.catalog.get('DSS'))
  const before = old instanceof PdfDict ? old : new PdfDict()
  const list = (key: string, items: readonly Uint8Array[]): Record<string, PdfObject> => {
    const known = increment.resolve(before.get(key))
    const refs = [
      ...(Array.isArray(known) ? known : []),
      ...items.map((item) => revision.add(stream(dict`<<>>`, item))),
    ]
    return refs.length === 0 ? {} : { [key]: refs }
  }
  const store = before.with({
    ...list(
      'Certs',
      certs.map(({ certificate }) => certificate.der),
    ),
    ...list('CRLs', crls),
    ...list('OCSPs', ocsps),
  })
  revision.set(document.catalogRef, { DSS: store })
}

export interface SignedOptions extends SignatureOptions {
  /** Time stamps over the signature value. */
  readonly stampedBy?: readonly (readonly [Holder, StampOptions])[]
  /** Validation data in the same revision. */
  readonly store?: Stored
  readonly fieldName?: string
  /** The time that the signer claims, as a PDF date. Default: 1 March 2020, 10:00. */
  readonly claimed?: string
}

/** What the signer claims everywhere, unless told otherwise. */
const CLAIMED = 'D:20200301100000Z'

/** A signed document; the contract of the other tests, or another one. */
export function signDated(signer: Holder, options: SignedOptions = {}, bytes = CONTRACT): Promise<Uint8Array> {
  const { stampedBy = [], store, fieldName = 'Signature1' } = options
  const stamps = stampedBy.map(
    ([tsa, how]) =>
      (signature: Uint8Array) =>
        makeStamp(tsa, signature, how),
  )
  return signByHand(bytes, {
    fieldName,
    dictionary: (text) => text.replace('D:20261120090000Z', options.claimed ?? CLAIMED),
    cms: async (content) => makeSignature(signer, content, { ...options, stamps: options.stamps ?? stamps }),
    ...(store === undefined ? {} : { change: (revision: Revision) => writeStore(revision, store) }),
  })
}

/** Appends a document time stamp, with validation data in its revision where there is any. */
export function stampDated(
  bytes: Uint8Array,
  authority: Holder,
  options: StampOptions & { readonly store?: Stored; readonly fieldName: string; readonly over?: Uint8Array },
): Promise<Uint8Array> {
  const { store, fieldName, over } = options
  return signByHand(bytes, {
    fieldName,
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    // A document time stamp says nothing of its own time (EN 319 142-1, 5.4.3).
    dictionary: (text) => text.replace('/M (D:20261120090000Z)', ''),
    cms: async (content) => makeStamp(authority, over ?? content, options),
    ...(store === undefined ? {} : { change: (revision: Revision) => writeStore(revision, store) }),
  })
}

/** Appends a revision with validation data. */
export function storeDated(bytes: Uint8Array, stored: Stored): Uint8Array {
  return revise(bytes, (revision) => writeStore(revision, stored))
}

/** The document without its validation data, as a program that tidies up would leave it. */
export function withoutStore(bytes: Uint8Array): Uint8Array {
  const { catalogRef } = PdfDocument.open(bytes)
  return revise(bytes, (revision) => revision.set(new PdfRef(catalogRef.num), { DSS: undefined }))
}

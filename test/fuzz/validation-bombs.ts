/**
 * Documents whose validation data, names, records and properties ask for far more work than their size warrants.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { concatBytes } from '../../src/bytes.js'
import {
  derBitString,
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derUtf8String,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { PdfDict, type PdfObject } from '../../src/pdf/objects.js'
import { latin1Bytes } from '../../src/pdf/syntax/syntax.js'
import { approved } from '../verify/support/cases.js'
import { makeContract } from '../verify/support/contract.js'
import { dict, pdf, stream } from '../verify/support/notation.js'
import { appendRaw, type Revision, revise } from '../verify/support/revise.js'
import { sign } from '../verify/support/sign.js'

const MB = 1024 * 1024

/** By name; each takes a few seconds to make at most. */
export const VALIDATION_BOMBS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'two thousand certificates with DSA keys of 10,000 bits': () => {
    const number = Buffer.alloc(1248, 0xa5)
    number[0] = 0x2f
    const order = Buffer.alloc(32, 0x7f)
    return withStore(2000, (i) => ['Certs', certificate(i, dsaKey(number, order))])
  },
  'twenty thousand certificates of one name': () => withStore(20_000, (i) => ['Certs', certificate(i, edKey(i))]),
  'two thousand certificates that name each other': () =>
    withStore(2000, (i) => ['Certs', certificate(i, edKey(i), [], name(`CA ${i % 7}`), name(`CA ${(i + 1) % 7}`))]),
  'a certificate with names of a megabyte': () =>
    withStore(10, (i) => ['Certs', certificate(i, edKey(i), [], longName(i), longName(i))]),
  'a certificate with half a million purposes': () => {
    const usage = encodeDer(0x30, concatBytes(Array.from({ length: 500_000 }, () => derOid('1.2.3'))))
    return withStore(4, (i) => ['Certs', certificate(i, edKey(i), [extension('2.5.29.37', usage)])])
  },
  'a certificate with half a million alternative names': () => {
    const names = encodeDer(
      0x30,
      concatBytes(Array.from({ length: 500_000 }, () => encodeDer(0x81, latin1Bytes('a@b.c')))),
    )
    return withStore(4, (i) => ['Certs', certificate(i, edKey(i), [extension('2.5.29.17', names)])])
  },
  'a CRL with a million entries': () => {
    const time = encodeDer(0x17, latin1Bytes('260101000000Z'))
    const entries = Array.from({ length: 1_000_000 }, (_, i) => derSequence(derInteger(i + 1), time))
    return withStore(1, () => ['CRLs', crl(entries)])
  },
  'an OCSP response with fifty thousand answers': () => {
    const id = derSequence(
      derSequence(derOid('1.3.14.3.2.26')),
      derOctetString(new Uint8Array(20)),
      derOctetString(new Uint8Array(20)),
    )
    return withStore(3, () => ['OCSPs', ocsp(Array.from({ length: 50_000 }, (_, i) => answer(id, i)))])
  },
  'one hundred thousand entries in the VRI': async () => {
    const { bytes } = await approved()
    return revise(bytes, (revision) => {
      const item = revision.add(stream(dict`<<>>`, '0\u0003\u0002\u0001\u0005'))
      const record = revision.add(new PdfDict({ Cert: [item], CRL: [item], OCSP: [item] }))
      const keys = Array.from({ length: 100_000 }, (_, i) => [i.toString(16).toUpperCase().padStart(40, '0'), record])
      addStore(revision, { VRI: new PdfDict(Object.fromEntries(keys) as Record<string, PdfObject>) })
    })
  },
  'one hundred thousand items in the store': () =>
    withStore(100_000, (i) => [(['Certs', 'CRLs', 'OCSPs'] as const)[i % 3] ?? 'Certs', derInteger(i)]),
  'a million references to one item of the store': async () => {
    const { bytes } = await approved()
    return revise(bytes, (revision) => {
      const item = revision.add(stream(dict`<<>>`, certificate(1, edKey(1))))
      addStore(revision, { Certs: Array.from({ length: 1_000_000 }, () => item) })
    })
  },
  'items of the store that inflate to 200 MB': async () => {
    const { bytes } = await approved()
    const packed = deflateSync(Buffer.alloc(200 * MB, '0'))
    return revise(bytes, (revision) => {
      const items = Array.from({ length: 20 }, () => revision.add(stream(dict`<</Filter /FlateDecode>>`, packed)))
      addStore(revision, { Certs: items, CRLs: items, OCSPs: items })
    })
  },
  'two hundred thousand embedded files': () =>
    withCatalog((revision) => {
      const file = revision.add(dict`<</Type /Filespec /F (a) /UF (a)>>`)
      const names = Array.from({ length: 200_000 }, (_, i) => [pdf`(${String(i)})`, file]).flat()
      return { Names: new PdfDict({ EmbeddedFiles: new PdfDict({ Names: names }) }) }
    }),
  'a name tree of twenty thousand levels': () =>
    withCatalog((revision) => {
      let node = revision.add(dict`<</Names []>>`)
      for (let i = 0; i < 20_000; i++) node = revision.add(new PdfDict({ Kids: [node, node] }))
      return { Names: new PdfDict({ EmbeddedFiles: node }) }
    }),
  'metadata of twenty thousand levels': () => withMetadata('<a>'.repeat(20_000)),
  'metadata of 20 MB': () => withMetadata(`<a b="c">${'<d>e</d>'.repeat((20 * MB) / 8)}</a>`),
  'metadata with a million attributes': () =>
    withMetadata(`<a ${Array.from({ length: 1_000_000 }, (_, i) => `b${i}=""`).join(' ')}/>`),
  'a title of 10 MB': async () => {
    const { bytes, refs } = await approved()
    return revise(bytes, ({ set }) => set(refs.info, { Title: pdf`(${'\u0000x'.repeat(5 * MB)})` }))
  },
  'two hundred thousand bookmarks': () =>
    withCatalog((revision) => {
      const root = revision.increment.allocate()
      let next = revision.add(dict`<</Title (x) /Parent ${root}>>`)
      for (let i = 0; i < 200_000; i++) next = revision.add(new PdfDict({ Title: pdf`(x)`, Parent: root, Next: next }))
      revision.put(root, new PdfDict({ First: next, Last: next, Count: 200_000 }))
      return { Outlines: root }
    }),
  'a stream in a hundred filters': async () => {
    const { bytes, refs } = await approved()
    return revise(bytes, (revision) => {
      const filters = Array.from({ length: 100 }, () => pdf`/ASCII85Decode`)
      revision.put(refs.content3, stream(new PdfDict({ Filter: filters }), 'z'.repeat(MB)))
    })
  },
  'a stream packed twice': async () => {
    const { bytes, refs } = await approved()
    const packed = deflateSync(deflateSync(Buffer.alloc(1000 * MB)))
    return revise(bytes, (revision) =>
      revision.put(refs.content3, stream(dict`<</Filter [/FlateDecode /FlateDecode]>>`, packed)),
    )
  },
  'rows of a predictor that are two billion wide': async () => {
    const { bytes, refs } = await approved()
    const parms = dict`<</Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16>>`
    return revise(bytes, (revision) =>
      revision.put(
        refs.content3,
        stream(new PdfDict({ Filter: pdf`/FlateDecode`, DecodeParms: parms }), deflateSync(Buffer.alloc(MB))),
      ),
    )
  },
  'a dictionary of a million keys': () =>
    withCatalog(() => ({
      Tool: new PdfDict(Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [`K${i}`, i]))),
    })),
  'a string of ten million escapes': async () => {
    const { bytes } = await approved()
    return appendRaw(bytes, { objects: [[900, `(${'\\\\'.repeat(5_000_000)})`]] })
  },
}

/** A change to the catalog after the signature. */
async function withCatalog(entries: (revision: Revision) => Record<string, PdfObject>): Promise<Uint8Array> {
  const { bytes } = await approved()
  return revise(bytes, (revision) => revision.set(revision.document.catalogRef, entries(revision)))
}

/** Metadata that stand in the signed revision, and are written again after it. */
async function withMetadata(inner: string): Promise<Uint8Array> {
  const text = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${inner}</x:xmpmeta><?xpacket end="w"?>`
  const metadata = (more: string) => stream(dict`<</Type /Metadata /Subtype /XML>>`, text + more)
  const signed = await sign(
    revise(makeContract().bytes, (revision) =>
      revision.set(revision.document.catalogRef, { Metadata: revision.add(metadata('')) }),
    ),
  )
  return revise(signed, (revision) =>
    revision.set(revision.document.catalogRef, { Metadata: revision.add(metadata(' ')) }),
  )
}

/** A store with items. */
async function withStore(
  count: number,
  make: (i: number) => readonly ['Certs' | 'CRLs' | 'OCSPs', Uint8Array],
): Promise<Uint8Array> {
  const { bytes } = await approved()
  return revise(bytes, (revision) => {
    const lists: Record<string, PdfObject[]> = {}
    for (let i = 0; i < count; i++) {
      const [list, der] = make(i)
      lists[list] ??= []
      lists[list].push(revision.add(stream(dict`<<>>`, der)))
    }
    addStore(revision, lists)
  })
}

function addStore(revision: Revision, entries: Record<string, PdfObject>): void {
  revision.set(revision.document.catalogRef, { DSS: revision.add(new PdfDict({ Type: pdf`/DSS`, ...entries })) })
}

const ECDSA = derSequence(derOid('1.2.840.10045.4.3.2'))
const TIME = encodeDer(0x18, latin1Bytes('20260101000000Z'))

function name(text: string): Uint8Array {
  return derSequence(derSetOf([derSequence(derOid('2.5.4.3'), derUtf8String(text))]))
}

function longName(i: number): Uint8Array {
  return derSequence(
    ...Array.from({ length: 60 }, () =>
      derSetOf([derSequence(derOid('2.5.4.3'), derUtf8String(`${i}${'ﬁ '.repeat(4000)}`))]),
    ),
  )
}

function extension(oid: string, value: Uint8Array): Uint8Array {
  return derSequence(derOid(oid), derOctetString(value))
}

function edKey(i: number): Uint8Array {
  const key = Buffer.alloc(32, 0x5a)
  key.writeUInt32BE(i)
  return derSequence(derSequence(derOid('1.3.101.112')), derBitString(key))
}

function dsaKey(number: Uint8Array, order: Uint8Array): Uint8Array {
  const parameters = derSequence(
    encodeDer(2, number),
    encodeDer(2, order),
    encodeDer(2, number.subarray(0, number.length - 1)),
  )
  return derSequence(
    derSequence(derOid('1.2.840.10040.4.1'), parameters),
    derBitString(encodeDer(2, number.subarray(0, number.length - 1))),
  )
}

function certificate(
  i: number,
  key: Uint8Array,
  extensions: readonly Uint8Array[] = [],
  subject = name('Mallory'),
  issuer = name('Mallory'),
): Uint8Array {
  const more = extensions.length === 0 ? [] : [derExplicit(3, derSequence(...extensions))]
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(i + 1),
    ECDSA,
    issuer,
    derSequence(TIME, TIME),
    subject,
    key,
    ...more,
  )
  return derSequence(tbs, ECDSA, derBitString(new Uint8Array(64)))
}

function crl(entries: readonly Uint8Array[]): Uint8Array {
  const list = encodeDer(0x30, concatBytes(entries))
  return derSequence(derSequence(ECDSA, name('Mallory'), TIME, TIME, list), ECDSA, derBitString(new Uint8Array(64)))
}

function answer(id: Uint8Array, i: number): Uint8Array {
  const open = id.subarray(id[1] === 0x81 ? 3 : 2)
  return derSequence(encodeDer(0x30, open, derInteger(i + 1)), encodeDer(0x80), TIME)
}

function ocsp(answers: readonly Uint8Array[]): Uint8Array {
  const data = derSequence(derExplicit(1, name('Mallory')), TIME, derSequence(...answers))
  const basic = derSequence(data, ECDSA, derBitString(new Uint8Array(64)))
  return derSequence(
    encodeDer(0x0a, Uint8Array.of(0)),
    derExplicit(0, derSequence(derOid('1.3.6.1.5.5.7.48.1.1'), derOctetString(basic))),
  )
}

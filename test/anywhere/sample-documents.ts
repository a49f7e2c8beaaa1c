/**
 * Documents that every engine must judge alike: signed with each kind of key, encrypted, added to, damaged.
 *
 * @module
 */

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { encodeAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { derBitString, derSequence, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { OID } from '../../src/cms/asn1/oids.js'
import {
  encodeCertificate,
  encodeExtension,
  encodeName,
  encodeTbsCertificate,
} from '../../src/cms/certificate/certificate-writer.js'
import { type SignatureAlgorithm, type SigningIdentity, signDocument } from '../../src/index.js'
import { resolveScheme } from '../../src/sign/identity/identity-algorithm.js'
import { createSigner } from '../../src/sign/identity/identity-local-key.js'
import { coverText } from '../demo/forgeries.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { canScan, scanPage } from '../verify/support/scanned-page.js'
import type { NamedFile } from './engines.js'

const DAY = 86_400_000

interface Maker {
  readonly name: string
  readonly algorithm: SignatureAlgorithm
  readonly spki: Uint8Array
  readonly signer: (scheme: ReturnType<typeof resolveScheme>) => (data: Uint8Array) => Uint8Array
}

/** An identity with a certificate that its own key has signed. */
function selfSigned({ name, algorithm, spki, signer }: Maker): SigningIdentity {
  const scheme = resolveScheme(algorithm, readPublicKeyInfo(readDer(spki)))
  const sign = signer(scheme)
  const subject = encodeName([[OID.commonName, `Ada Lovelace (${name})`]])
  const tbs = encodeTbsCertificate({
    issuer: subject,
    subject,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 365 * DAY),
    publicKey: spki,
    extensions: [encodeExtension(OID.keyUsage, encodeDer(0x03, Uint8Array.of(6, 0xc0)), true)],
    scheme,
  })
  return { certificates: [encodeCertificate(tbs, scheme, sign(tbs))], algorithm, sign }
}

/** A certificate for any key, by an issuer that is made for it. */
export function certifyKey(name: string, publicKey: Uint8Array): Uint8Array {
  const { algorithm, spki, signer } = onCurve('P-256', 'SHA-256')
  const scheme = resolveScheme(algorithm, readPublicKeyInfo(readDer(spki)))
  const tbs = encodeTbsCertificate({
    issuer: encodeName([[OID.commonName, 'An issuer']]),
    subject: encodeName([[OID.commonName, name]]),
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 365 * DAY),
    publicKey,
    extensions: [encodeExtension(OID.keyUsage, encodeDer(0x03, Uint8Array.of(6, 0xc0)), true)],
    scheme,
  })
  return encodeCertificate(tbs, scheme, signer(scheme)(tbs))
}

function ofKeys(
  name: string,
  algorithm: SignatureAlgorithm,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
): Maker {
  const spki = Uint8Array.from(keys.publicKey.export({ type: 'spki', format: 'der' }))
  return { name, algorithm, spki, signer: (scheme) => createSigner(keys.privateKey, scheme) }
}

function onCurve(namedCurve: string, hash: 'SHA-256' | 'SHA-384' | 'SHA-512'): Maker {
  return ofKeys(namedCurve, { name: 'ECDSA', hash }, generateKeyPairSync('ec', { namedCurve }))
}

function ofMlDsa(): Maker {
  const { publicKey, secretKey } = ml_dsa65.keygen()
  const spki = derSequence(encodeAlgorithm('2.16.840.1.101.3.4.3.18'), derBitString(publicKey))
  const signer = () => (data: Uint8Array) => ml_dsa65.sign(Uint8Array.from(data), secretKey)
  return { name: 'ML-DSA-65', algorithm: { name: 'ML-DSA-65' }, spki, signer }
}

function listMakers(): Maker[] {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return [
    ofKeys('RSA', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, rsa),
    ofKeys('RSA-PSS', { name: 'RSASSA-PSS', hash: 'SHA-384' }, rsa),
    ofKeys('Ed25519', { name: 'Ed25519' }, generateKeyPairSync('ed25519')),
    onCurve('P-256', 'SHA-256'),
    onCurve('P-384', 'SHA-384'),
    onCurve('P-521', 'SHA-512'),
    onCurve('secp256k1', 'SHA-256'),
    onCurve('brainpoolP256r1', 'SHA-256'),
    onCurve('brainpoolP512r1', 'SHA-512'),
    ofMlDsa(),
  ]
}

/** The documents by name. */
export async function makeSampleDocuments(): Promise<NamedFile[]> {
  const files: NamedFile[] = []
  const identities = listMakers().map((maker) => [maker.name, selfSigned(maker)] as const)
  for (const [name, identity] of identities) {
    const { bytes } = await signDocument(makePdf(ONE_PAGE), requestWith(), { identity })
    files.push([name, bytes])
  }
  const [, first] = files[0] ?? ['', new Uint8Array(0)]
  const [, other] = identities[3] ?? []
  if (other === undefined) throw new Error('There is no second identity.')
  const twice = await signDocument(first, requestWith({ certificate: { enabled: false } }), { identity: other })
  const withPage = await signDocument(makePdf(ONE_PAGE), requestWith({ certificate: { enabled: true } }), {
    identity: other,
  })
  files.push(['signed twice', twice.bytes], ['with a page', withPage.bytes], ...damaged(withPage.bytes))
  for (const kind of ['JBIG2', 'JPEG 2000'] as const) if (canScan(kind)) files.push(...(await scans(kind, other)))
  return files
}

/** Pages that were scanned: signed where there is room, and with a note laid over them. What the picture shows there decides. */
async function scans(kind: 'JBIG2' | 'JPEG 2000', identity: SigningIdentity): Promise<NamedFile[]> {
  const { bytes, places } = scanPage(kind)
  const [left, bottom] = places.empty
  const appearance = { page: 1, rectangle: [left, bottom, left + 60, bottom + 20] } as const
  const first = await signDocument(bytes, requestWith(), { identity })
  const second = await signDocument(first.bytes, requestWith(), { identity, appearance })
  return [
    [`a scan in ${kind}, signed twice`, second.bytes],
    [`a scan in ${kind} with a note`, coverText(second.bytes, 'The fee is 900 pounds.')],
  ]
}

function* damaged(whole: Uint8Array): Generator<NamedFile> {
  yield ['empty', new Uint8Array(0)]
  yield ['no PDF', Buffer.from('Dear Sir or Madam')]
  yield ['unsigned', makePdf(ONE_PAGE)]
  for (const share of [0.1, 0.5, 0.9, 0.99]) yield [`cut at ${share}`, whole.subarray(0, whole.length * share)]
  for (let i = 1; i < 24; i++) {
    const changed = Uint8Array.from(whole)
    const at = Math.floor((whole.length * i) / 24)
    changed[at] = (changed[at] ?? 0) ^ (1 << (i % 8))
    yield [`changed at ${at}`, changed]
  }
  yield ['with a bomb behind', Buffer.concat([whole, bomb(whole.length)])]
}

/** An object of 48 MB that 48 kB inflate to. */
function bomb(offset: number): Uint8Array {
  const data = deflateSync(new Uint8Array(48 * 1024 * 1024))
  const head = `99 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from(end)])
}

/**
 * Validation data and time stamps, and what they come to in a report.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concatBytes } from '../../src/bytes.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { derExplicit, derOid, derSequence, derSetOf, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { parseSignedData } from '../../src/cms/message/signed-data.js'
import { readDss } from '../../src/pdf/catalog/dss.js'
import { PdfDocument } from '../../src/pdf/document.js'
import type { TrustSubject } from '../../src/trust/over-time/trust-subject.js'
import { evaluateTrustVerdicts, type TrustVerdictOptions } from '../../src/trust/over-time/trust-verdicts.js'
import { gatherValidationData } from '../../src/trust/over-time/validation-data.js'
import { createPool } from '../../src/trust/trust-anchors.js'
import { checkSignatureIntegrity, type IntegrityResult } from '../../src/verify/signature/signature-integrity.js'
import { attribute, buildCms } from '../cms/build-cms.js'
import { opensslWithFiles } from '../cms/openssl-keys.js'
import { CA_EXTENSIONS, type IssuedCredential, TestCa } from '../cms/test-ca.js'
import { hasTool } from '../support/tools.js'

const DAY = 86_400_000
const RANGES = [Buffer.from('%PDF-2.0 what is signed')]

/** A PDF without pages whose catalog has these entries; `streams` are objects 2, 3, ... */
function makePdf(
  catalogEntries: string,
  streams: readonly Uint8Array[] = [],
  extra: readonly string[] = [],
): PdfDocument {
  const parts: Buffer[] = [Buffer.from('%PDF-2.0\n')]
  const offsets: number[] = []
  const add = (...body: (string | Uint8Array)[]) => {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0))
    parts.push(Buffer.concat([`${offsets.length} 0 obj\n`, ...body, '\nendobj\n'].map((part) => Buffer.from(part))))
  }
  add(`<< /Type /Catalog ${catalogEntries} >>`)
  for (const data of streams) {
    const packed = deflateSync(data)
    add(`<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`, packed, '\nendstream')
  }
  for (const object of extra) add(object)
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = offsets.length + 1
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\n`),
  )
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return PdfDocument.open(new Uint8Array(Buffer.concat(parts)))
}

/** Adds a signature time-stamp token to a SignedData that has no unsigned attributes. */
function withTimestamp(cms: Uint8Array, token: Uint8Array): Uint8Array {
  const [signer] = parseSignedData(cms).signerInfos
  const signature = Buffer.from(signer?.signature ?? [])
  const signatureAt = Buffer.from(cms).lastIndexOf(signature)
  const unsigned = encodeDer(0xa1, derSequence(derOid('1.2.840.113549.1.9.16.2.14'), derSetOf([token])))
  // Lengths of all values that end where the CMS ends grow by those of the attribute.
  const rebuild = (bytes: Uint8Array): Uint8Array => {
    const value = readDer(bytes)
    const children: Uint8Array[] = []
    for (let at = value.contentStart; at < value.contentEnd; ) {
      const child = readDer(bytes, at)
      children.push(bytes.subarray(child.start, child.end))
      at = child.end
    }
    const last = children.at(-1) ?? new Uint8Array(0)
    const isSigner = last[0] === 0x04 && Buffer.from(last).subarray(-signature.length).equals(signature)
    const tail = isSigner ? [last, unsigned] : [rebuild(last)]
    return encodeDer(value.tag, ...children.slice(0, -1), ...tail)
  }
  expect(signatureAt + signature.length).toBe(cms.length)
  return rebuild(cms)
}

describe.skipIf(!hasTool('openssl'))('trust and time of all signatures of a document', () => {
  let ca: TestCa
  let root: IssuedCredential
  let issuer: IssuedCredential
  let leaf: IssuedCredential
  let authority: IssuedCredential
  let cms: Uint8Array
  let stamped: Uint8Array
  let documentStamp: IntegrityResult
  let crls: Uint8Array[]

  beforeAll(() => {
    ca = new TestCa()
    root = ca.issue('root', { extensions: CA_EXTENSIONS, to: 2000 })
    issuer = ca.issue('issuer', { issuer: root, extensions: CA_EXTENSIONS, to: 2000 })
    leaf = ca.issue('leaf', { issuer, extensions: ['keyUsage=digitalSignature'], to: 30 })
    authority = ca.issue('authority', {
      kind: 'rsa',
      issuer,
      extensions: ['extendedKeyUsage=critical,timeStamping'],
      to: 2000,
    })
    cms = opensslWithFiles(
      { key: leaf.key, certificate: leaf.certificate, content: Buffer.concat(RANGES) },
      ...['cms', '-sign', '-binary', '-cades', '-in', '@content', '-signer', '@certificate', '-inkey', '@key'],
      ...['-outform', 'DER', '-out', '@out'],
    )
    const [signer] = parseSignedData(cms).signerInfos
    stamped = withTimestamp(cms, ca.makeTimestamp(authority, signer?.signature ?? new Uint8Array(0), [issuer]))
    documentStamp = checkSignatureIntegrity({
      contents: ca.makeTimestamp(authority, concatBytes(RANGES), [issuer]),
      subFilter: 'ETSI.RFC3161',
      signedRanges: RANGES,
      isTimestamp: true,
    })
    crls = [ca.makeCrl(root, [], { next: 400 }), ca.makeCrl(issuer, [], { next: 400 })]
  })
  afterAll(() => ca.remove())

  const subject = (contents: Uint8Array, changes: Partial<TrustSubject> = {}): TrustSubject => ({
    integrity: checkSignatureIntegrity({
      contents,
      subFilter: 'ETSI.CAdES.detached',
      signedRanges: RANGES,
      isTimestamp: false,
    }),
    subFilter: 'ETSI.CAdES.detached',
    isTimestamp: false,
    claimed: new Date(),
    fieldName: 'Signature',
    revision: undefined,
    ...changes,
  })

  const dssPdf = () =>
    makePdf(
      '/DSS << /Certs [2 0 R] /CRLs 5 0 R /VRI << /ABCD << /Cert [2 0 R] /CRL [3 0 R 4 0 R] >> >> >>',
      [issuer.parsed.der, ...crls],
      ['[3 0 R 4 0 R]'],
    )

  async function judge(
    document: PdfDocument,
    subjects: readonly TrustSubject[],
    changes: Partial<TrustVerdictOptions> = {},
  ) {
    const anchors = createPool([root.parsed])
    const now = new Date(Date.now() + 2000)
    return evaluateTrustVerdicts(readDss(document), subjects, { anchors, timestampAnchors: anchors, now, ...changes })
  }

  it('come from the signature alone where the document has no more', async () => {
    const [verdict] = await judge(makePdf(''), [subject(cms)])
    expect(verdict).toMatchObject({ padesLevel: 'B-B', timestamp: null, proofs: [] })
    expect(verdict?.trust.findings.map(({ code }) => code)).toEqual(['chain_not_found'])
  })

  it('take certificates and revocation data from /DSS', async () => {
    const [verdict] = await judge(dssPdf(), [subject(cms)])
    expect(verdict?.trust).toMatchObject({ status: 'trusted', revocation: { status: 'good' } })
    expect(verdict?.padesLevel).toBe('B-B')
  })

  it('take revocation data from inside the signature', async () => {
    const archival = derSequence(
      derExplicit(0, derSequence(...crls)),
      derExplicit(1, derSequence(ca.makeOcsp(issuer, issuer, leaf))),
    )
    const attributes = [attribute('1.2.840.113583.1.1.8', archival)]
    const certificates = [leaf.parsed.der, issuer.parsed.der]
    const contents = buildCms({ credential: leaf, content: concatBytes(RANGES), attributes, certificates })
    const own = subject(contents, { subFilter: 'adbe.pkcs7.detached' })
    expect(own.integrity).toMatchObject({ status: 'valid', revocationArchival: { crls } })
    expect(own.integrity.revocationArchival?.ocsps).toHaveLength(1)
    const [verdict] = await judge(makePdf(''), [own])
    expect(verdict?.trust).toMatchObject({ status: 'trusted', revocation: { status: 'good' } })
  })

  it('take a time from the signature time stamp, which outlives the certificate', async () => {
    const later = new Date(Date.now() + 300 * DAY)
    const [verdict] = await judge(dssPdf(), [subject(stamped, { claimed: undefined })], { now: later })
    expect(verdict).toMatchObject({ padesLevel: 'B-LT', timestamp: { status: 'valid', trust: { status: 'trusted' } } })
    expect(verdict?.trust).toMatchObject({ status: 'trusted', revocation: { status: 'good' } })
    expect(Math.abs((verdict?.proofs[0]?.time.getTime() ?? 0) - Date.now())).toBeLessThan(600_000)
    const [without] = await judge(dssPdf(), [subject(cms, { claimed: undefined })], { now: later })
    expect(without?.trust.findings.map(({ code }) => code)).toEqual(['certificate_expired'])
    const [bare] = await judge(makePdf(''), [subject(stamped)])
    expect(bare?.padesLevel).toBe('B-T')
  })

  it('do not take a time from an authority that is not trusted', async () => {
    const [verdict] = await judge(dssPdf(), [subject(stamped)], { timestampAnchors: createPool([leaf.parsed]) })
    expect(verdict).toMatchObject({
      proofs: [],
      timestamp: { status: 'valid', trust: { status: 'untrusted' } },
    })
    expect(verdict?.trust.status).toBe('trusted')
  })

  it('report a time stamp over something else', async () => {
    const foreign = withTimestamp(cms, ca.makeTimestamp(authority, Buffer.from('another value')))
    const [verdict] = await judge(dssPdf(), [subject(foreign)])
    expect(verdict).toMatchObject({ padesLevel: 'B-B', proofs: [], timestamp: { status: 'invalid' } })
    expect(verdict?.warnings.map(({ code }) => code)).toEqual(['timestamp_not_valid'])
  })

  it('take a time from a later document time stamp, and none from an earlier one', async () => {
    const document = dssPdf()
    const signature = subject(stamped, { revision: 0 })
    const stamp = (index: number): TrustSubject => ({
      integrity: documentStamp,
      subFilter: 'ETSI.RFC3161',
      isTimestamp: true,
      claimed: undefined,
      fieldName: 'Stamp',
      revision: index,
    })
    const [verdict, own] = await judge(document, [signature, stamp(1)])
    expect(verdict).toMatchObject({
      padesLevel: 'B-LTA',
      proofs: expect.arrayContaining([expect.objectContaining({ kind: 'document-timestamp' })]),
    })
    expect(own).toMatchObject({ padesLevel: null, trust: { status: 'trusted' }, timestamp: { kind: 'document' } })
    const plain = subject(cms, { revision: 1 })
    expect((await judge(document, [stamp(0), plain]))[1]).toMatchObject({ padesLevel: 'B-B', proofs: [] })
    expect((await judge(document, [stamp(2), plain]))[1]).toMatchObject({
      padesLevel: 'B-LTA',
      proofs: expect.arrayContaining([expect.objectContaining({ kind: 'document-timestamp' })]),
    })
  })

  it('warn of a claimed time that is later than what is proven', async () => {
    const claimed = new Date(Date.now() + DAY)
    const [verdict] = await judge(dssPdf(), [subject(stamped, { claimed })], { now: new Date(Date.now() + 2 * DAY) })
    expect(verdict?.warnings.map(({ code }) => code)).toEqual(['claimed_time_after_timestamp'])
  })

  it('are not evaluated without anchors, but the time stamp is checked', async () => {
    const [verdict] = await judge(dssPdf(), [subject(stamped)], { anchors: undefined, timestampAnchors: undefined })
    expect(verdict).toMatchObject({
      trust: { status: 'not_evaluated' },
      timestamp: { status: 'valid' },
      proofs: expect.arrayContaining([expect.objectContaining({ kind: 'signature-timestamp' })]),
    })
  })

  it('bear an empty signature', async () => {
    const [verdict] = await judge(dssPdf(), [subject(new Uint8Array(50))])
    expect(verdict).toMatchObject({ trust: { status: 'untrusted' }, timestamp: null })
  })
})

describe('the document security store', () => {
  it('is read once where /VRI names the same streams', () => {
    const document = makePdf(
      '/DSS << /Certs [2 0 R] /VRI << /Type /VRI /aB << /Cert [2 0 R 3 0 R] /OCSP [4 0 R] >> >> >>',
      [Buffer.from('one'), Buffer.from('two'), Buffer.from('three')],
    )
    const dss = readDss(document)
    const texts = (items: readonly Uint8Array[]) => items.map((item) => Buffer.from(item).toString())
    expect([texts(dss.certificates), texts(dss.crls), texts(dss.ocsps)]).toEqual([['one', 'two'], [], ['three']])
    expect(dss).toMatchObject({ isPresent: true, isMalformed: false })
  })

  it.each([
    ['', false, false],
    ['/DSS 7', true, true],
    ['/DSS << /Certs 12 >>', true, true],
    ['/DSS << /Certs [1 0 R 99 0 R] >>', true, true],
    ['/DSS << /CRLs [] /VRI [] >>', true, true],
  ])('with %j is present: %s, malformed: %s', (entries, isPresent, faults) => {
    const dss = readDss(makePdf(entries))
    expect(dss.isPresent).toBe(isPresent)
    expect(dss.isMalformed).toBe(faults)
    expect(gatherValidationData(dss, [])).toMatchObject({ certificates: [] })
  })
})

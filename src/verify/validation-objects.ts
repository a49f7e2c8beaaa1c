/**
 * Collects what the verdicts of a report rest on, when it is requested: certificates, revocation data, time stamps, and what
 * exactly was signed (ETSI TS 119 102-2, 4.4). Loaded on demand.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { digestOf, readDigestAlgorithm } from '../cms/algorithms.js'
import type { Certificate } from '../cms/certificates.js'
import { formatName } from '../cms/names.js'
import { nameOfReason } from '../cms/revocation.js'
import { type DocumentSecurityStore, StoreEntries } from '../pdf/catalog.js'
import type { PdfDocument } from '../pdf/document.js'
import { hash } from '../platform/hashes.js'
import type { IntegrityResult } from '../trust/integrity.js'
import type { JudgedBasis, JudgedPaths, RevocationStatement } from '../trust/verdicts.js'
import type { SignatureReading } from './signature/signature-reading.js'
import { statedAttributes } from './stated-attributes.js'
import type {
  CertificateObjectReport,
  ObjectContents,
  ObjectReport,
  PathObjectReport,
  RevocationFactReport,
  RevocationObjectReport,
  SignatureObjectReport,
  StoredObjectsReport,
  TimestampObjectReport,
  ValidationObjectsReport,
} from './validation-objects-report.js'

/** A document with its signatures and its security store, as it was verified. */
interface JudgedDocument {
  readonly document: PdfDocument
  /** The signatures, in the order of `signers`. */
  readonly readings: readonly SignatureReading[]
  readonly integrities: readonly IntegrityResult[]
  readonly store: { read(): DocumentSecurityStore }
}

/**
 * Collects the objects of a document.
 *
 * @param basis data by which its signatures were judged, in their order
 */
export function collectObjects(
  { document, readings, integrities, store }: JudgedDocument,
  basis: JudgedBasis,
  contents: ObjectContents,
): ValidationObjectsReport {
  const collector = new Collector(basis, contents)
  const found = integrities.map((integrity, index) => collector.addSignature(integrity, basis.paths[index]))
  const kept = store.read()
  const entries = new StoreEntries(document)
  const signatures = found.map((objects, index) => {
    const [reading, integrity] = [readings[index] as SignatureReading, integrities[index] as IntegrityResult]
    const entry = kept.isPresent ? entryOf(entries, reading, integrity) : undefined
    const storeEntry = entry === undefined ? null : collector.among(entry)
    const stated = statedAttributes(integrity.signerInfo, reading.claims)
    return { ...objects, attributes: { ...stated, storeEntry } }
  })
  const all = [...kept.certificates, ...kept.crls, ...kept.ocsps]
  return { signatures, ...collector.found(), store: kept.isPresent ? collector.among(all) : null }
}

/** The entry of /VRI for a signature. Its key is a digest of /Contents, which some programs take without the padding. */
function entryOf(
  entries: StoreEntries,
  { structure: { contents } }: SignatureReading,
  { signedData }: IntegrityResult,
): readonly Uint8Array[] | undefined {
  const keys = [contents, signedData?.der ?? contents].map((each) => hash('sha1', each, 'hex').toUpperCase())
  return entries.read(keys)
}

class Collector {
  readonly #basis: JudgedBasis
  readonly #contents: ObjectContents
  /** Certificates by digest. */
  readonly #certificates = new Map<string, CertificateObjectReport>()
  /** Revocation data by digest. */
  readonly #revocations = new Map<string, RevocationObjectReport>()
  /** Digests of revocation data, which may be large, is used for each certificate that it is about and stands in many lists. */
  readonly #digests = new Map<Uint8Array, string>()

  constructor(basis: JudgedBasis, contents: ObjectContents) {
    this.#basis = basis
    this.#contents = contents
  }

  found(): Pick<ValidationObjectsReport, 'certificates' | 'revocations'> {
    return { certificates: [...this.#certificates.values()], revocations: [...this.#revocations.values()] }
  }

  /** Which of the found objects are among the items of a store. */
  among(items: Iterable<Uint8Array>): StoredObjectsReport {
    const digests = new Set([...items].map((item) => this.#digestOf(item)))
    const digestsOf = (found: ReadonlyMap<string, unknown>) => [...found.keys()].filter((digest) => digests.has(digest))
    return { certificates: digestsOf(this.#certificates), revocations: digestsOf(this.#revocations) }
  }

  addSignature(integrity: IntegrityResult, judged: JudgedPaths | undefined): Omit<SignatureObjectReport, 'attributes'> {
    const { timestampTokens, contentStamps, tstInfo, signedData, signatureValue, certificate } = integrity
    const isStamp = tstInfo !== undefined
    const ownToken = isStamp && signedData !== undefined ? [signedData.der] : []
    const tokens = isStamp ? ownToken : timestampTokens.slice(0, judged?.stamps.length ?? 0)
    const path = judged?.path ?? []
    return {
      digest: digestOfSigned(integrity),
      value: signatureValue === undefined ? null : base64Of(signatureValue),
      path: this.#addPath(path.length > 0 || certificate === undefined ? path : [certificate]),
      timestamps: tokens.map((token, index) => this.#addToken(token, judged?.stamps[index])),
      contentTimestamps: contentStamps.map((stamp, index) =>
        this.#addToken(stamp.signedData?.der ?? new Uint8Array(), judged?.contentStamps[index]),
      ),
    }
  }

  #addToken(token: Uint8Array, path: readonly Certificate[] = []): TimestampObjectReport {
    return { ...this.#objectOf(token, sha256(token)), path: this.#addPath(path) }
  }

  #addPath(path: readonly Certificate[]): PathObjectReport[] {
    return path.map((certificate, index) => {
      const issuer = path[index + 1]
      const revocation = issuer === undefined ? null : this.#addFact(certificate, issuer)
      return { sha256: this.#addCertificate(certificate), revocation }
    })
  }

  #addCertificate(certificate: Certificate): string {
    const digest = sha256(certificate.der)
    if (!this.#certificates.has(digest)) {
      this.#certificates.set(digest, {
        ...this.#objectOf(certificate.der, digest),
        subject: formatName(certificate.subject),
        proofs: this.#basis.proofsOf(certificate),
      })
    }
    return digest
  }

  /** Adds all statements as objects, and returns the one that counts. */
  #addFact(certificate: Certificate, issuer: Certificate): RevocationFactReport | null {
    const { statements, decisive } = this.#basis.factAbout(certificate, issuer)
    for (const statement of statements) this.#addStatement(statement)
    if (decisive === undefined) return null
    const { status, revocation, thisUpdate, items } = decisive
    return {
      status,
      revokedAt: status === 'revoked' ? (revocation?.date.toISOString() ?? null) : null,
      reason: (status === 'revoked' && nameOfReason(revocation?.reason)) || null,
      thisUpdate: thisUpdate.toISOString(),
      objects: items.map(({ der }) => this.#digestOf(der)),
    }
  }

  #addStatement({ items, signers, source }: RevocationStatement): void {
    for (const { certificate } of signers) this.#addCertificate(certificate)
    for (const item of items) {
      const digest = this.#digestOf(item.der)
      if (this.#revocations.has(digest)) continue
      const proofs = this.#basis.proofsOf(item)
      this.#revocations.set(digest, { ...this.#objectOf(item.der, digest), kind: source, proofs })
    }
  }

  #digestOf(der: Uint8Array): string {
    let digest = this.#digests.get(der)
    if (digest === undefined) {
      digest = sha256(der)
      this.#digests.set(der, digest)
    }
    return digest
  }

  #objectOf(der: Uint8Array, digest: string): ObjectReport {
    return { sha256: digest, base64: this.#contents === 'bytes' ? base64Of(der) : null }
  }
}

function digestOfSigned({ signerInfo }: IntegrityResult): SignatureObjectReport['digest'] {
  const algorithm = signerInfo && readDigestAlgorithm(signerInfo.digestAlgorithm)
  if (signerInfo?.signedAttrsDer === undefined || algorithm === undefined) return null
  return { algorithm: algorithm.label, base64: base64Of(digestOf(algorithm, signerInfo.signedAttrsDer)) }
}

function sha256(bytes: Uint8Array): string {
  return toHex(new Uint8Array(hash('sha256', bytes, 'buffer')))
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

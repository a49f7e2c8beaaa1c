/**
 * Raises signed documents to a level, and renews archives. That needs no key, and works for anybody's signatures.
 *
 * @module
 */

import { ownBytes } from '../../bytes.js'
import { SealwrightError } from '../../errors.js'
import { type FileInput, readInput } from '../../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../../limits.js'
import { Pace } from '../../pace/pace.js'
import { PdfDocument } from '../../pdf/document.js'
import { certificationPermission } from '../../pdf/forms.js'
import type { DssMaterial } from '../../pdf/writing.js'
import { type GatheredPath, isIncompletePath } from '../../trust/gathering.js'
import { readCertificates } from '../../trust/trust-anchors.js'
import { readClock } from '../sign-options.js'
import { assertMayExtend } from '../signing-rules.js'
import { appendMaterial, appendTimestamp, type EvidenceTarget } from './append-evidence.js'
import { type ConfirmedLevel, certificatesOf, confirmLevel, readStamp } from './confirm-level.js'
import { assertExtendOptions, type ExtendedDocument, type ExtendOptions } from './extend-options.js'
import { describeRevoked, toMaterial } from './gatherer.js'
import { LevelJob } from './level-job.js'
import { reaches } from './level-options.js'
import { type DocumentEvidence, readEvidence, type SignatureEvidence } from './read-evidence.js'

/** See `extendDocument`, which loads this module on its first call. */
export async function extendSigned(file: FileInput, options: ExtendOptions): Promise<ExtendedDocument> {
  assertExtendOptions(options)
  const { maxBytes = MAX_DOCUMENT_BYTES, signal } = options
  const input = await readInput(file, { maxBytes, signal })
  const now = () => readClock(options)
  const { level: wanted = 'B-LTA', password } = options
  const evidence = readEvidence(PdfDocument.open(input, { password }))
  const pace = new Pace(options)
  pace.enter('gather', 0.8)
  const job = new ExtensionJob(evidence, options, now)
  const bytes = await job.extend({ pdf: input, password, pace })
  pace.enter('check', 1)
  await pace.pause()
  const confirmed = await confirmLevel(bytes, { ...options, password, now })
  const { level, renewBefore } = confirmed
  pace.end()
  return {
    bytes: ownBytes(bytes),
    contentType: 'application/pdf',
    level,
    renewBefore,
    warnings: [...job.warnings, ...(reaches(wanted, 'B-LT') ? lackOf(confirmed) : []), ...confirmed.warnings],
  }
}

/** What signatures lack for B-LT. */
function lackOf({ levels }: ConfirmedLevel): string[] {
  return levels.flatMap(({ fieldName, level, missing }) =>
    missing.length === 0 ? [] : [`"${fieldName}" is ${level} only. ${missing.join(' ')}`],
  )
}

/** One document on its way to a higher level. */
class ExtensionJob {
  readonly #evidence: DocumentEvidence
  readonly #level: LevelJob
  readonly #options: ExtendOptions
  readonly #now: () => Date
  readonly #warnings: string[] = []

  constructor(evidence: DocumentEvidence, options: ExtendOptions, now: () => Date) {
    const { level = 'B-LTA', signal } = options
    this.#evidence = evidence
    this.#level = new LevelJob({ ...options, level }, now, signal)
    this.#options = options
    this.#now = now
    if (evidence.signatures.length === 0) {
      throw new SealwrightError('unsupported_document', 'The document holds no signature that could be extended.')
    }
  }

  get warnings(): readonly string[] {
    return [...this.#warnings, ...this.#level.warnings]
  }

  async extend(target: EvidenceTarget): Promise<Uint8Array> {
    const level = this.#level
    const { pdf, password } = target
    const material = await level.attempt('B-LT', 'B-T', () => this.#gatherAll())
    if (level.needs('B-LTA') || (await this.#lacksTime(pdf, password))) {
      this.#assertMayStamp()
      const fallback = material === undefined ? 'B-B' : 'B-LT'
      const stamped = await level.attempt('B-T', fallback, () =>
        appendTimestamp(target, level.stamper, async () => {
          if (material !== undefined) return level.planArchive(material)
          return { timestamp: await level.stamper.expect(), material: undefined }
        }),
      )
      if (stamped !== undefined) return stamped.bytes
    }
    return material === undefined ? pdf : appendMaterial(target, material)
  }

  /**
   * True when nothing proves when one of the signatures was made. A time stamp by a stranger, or over something else, does
   * not.
   */
  async #lacksTime(pdf: Uint8Array, password: ExtendOptions['password']): Promise<boolean> {
    const { levels } = await confirmLevel(pdf, { ...this.#options, password, now: this.#now })
    return levels.some(({ isTimeProved }) => !isTimeProved)
  }

  #assertMayStamp(): void {
    const { document } = this.#evidence
    assertMayExtend(document)
    if (certificationPermission(document) !== 1) return
    this.#warnings.push(
      'The document is certified with permission for no changes (DocMDP P=1). The standard permits a document time stamp there; Acrobat and others call the certification broken by it.',
    )
  }

  /** Validation data for every signature and every time stamp of the document. */
  async #gatherAll(): Promise<DssMaterial> {
    const { signatures } = this.#evidence
    const paths = await Promise.all(signatures.flatMap((signature) => this.#gatherFor(signature)))
    const held = signatures.flatMap(({ integrity }) => [
      ...integrity.certificates,
      ...integrity.timestampTokens.flatMap(certificatesOf),
    ])
    return toMaterial(
      paths.flatMap((path) => path ?? []),
      held,
    )
  }

  #gatherFor(signature: SignatureEvidence): Promise<GatheredPath | undefined>[] {
    const { gatherer } = this.#level
    const { integrity, isTimestamp, fieldName } = signature
    const { certificate, certificates } = integrity
    if (certificate === undefined) {
      this.#warnings.push(`The certificate of "${fieldName}" is not known.`)
      return []
    }
    const known = [...certificates, ...readCertificates(this.#evidence.store.certificates)]
    const stamps = integrity.timestampTokens.flatMap((token) => readStamp(token) ?? [])
    const at = isTimestamp ? integrity.tstInfo?.time : stamps[0]?.time
    const own = this.#tolerate(signature, certificate.notAfter, () =>
      isTimestamp ? gatherer.forAuthority(certificate, known, at) : gatherer.forSigner(certificate, known, at),
    )
    const authorities = stamps.map((stamp) => {
      const pool = [...stamp.certificates, ...known]
      return this.#tolerate(signature, stamp.certificate.notAfter, () =>
        gatherer.forAuthority(stamp.certificate, pool, stamp.time),
      )
    })
    return [own, ...authorities]
  }

  /** Continues in spite of an unknown signer, or one whose certificate has expired. */
  async #tolerate(
    { fieldName }: SignatureEvidence,
    notAfter: Date,
    gather: () => Promise<GatheredPath>,
  ): Promise<GatheredPath | undefined> {
    try {
      const path = await gather()
      if (path.revoked !== undefined) this.#warnings.push(`Of "${fieldName}": ${describeRevoked(path)}`)
      return path
    } catch (error) {
      if (!(error instanceof SealwrightError) || error.code !== 'validation_data_unavailable') throw error
      const isPast = notAfter < this.#now()
      if (!isPast && !isIncompletePath(error)) throw error
      this.#warnings.push(`For "${fieldName}" no validation data was added. ${error.message}`)
      return undefined
    }
  }
}

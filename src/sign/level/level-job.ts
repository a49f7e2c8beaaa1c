/**
 * What lifts one signature to its level, and what becomes of it when that cannot be had.
 *
 * @module
 */

import { hash as hashOf } from 'node:crypto'
import { equalBytes } from '../../cms/der.js'
import { parseSignedData } from '../../cms/signed-data.js'
import { addSignatureTimestamp, timestampOverhead } from '../../cms/unsigned-attributes.js'
import type { Certificate } from '../../cms/x509.js'
import { SealwrightError } from '../../errors.js'
import { TIMESTAMP_LIMITS } from '../../limits.js'
import type { DssMaterial } from '../../pdf/dss-writer.js'
import type { CheckedTimestamp } from '../../trust/timestamping/check-token.js'
import { obtainTimestamp, type StampingContext, sampleTimestamp } from '../../trust/timestamping/obtain-timestamp.js'
import { readTrustAnchors } from '../../trust/trust-anchors.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { type LevelOptions, reaches } from './level-options.js'

/** What must be planned for before there is a signature. */
export interface LevelRoom {
  /** Bytes that a time stamp takes in the CMS. */
  readonly timestampBytes: number
  /** What goes into the document security store of the same revision. */
  readonly material: DssMaterial | undefined
}

/** A CMS with what belongs to its level. */
export interface LevelledCms {
  readonly cms: Uint8Array
  /** False when the stamp came from an authority that the plan holds no validation data for. */
  readonly fitsPlan: boolean
}

/** The level that is left when something cannot be had. */
type Fallback = 'B-B' | 'B-T' | 'B-LT'

/** One signature on its way to a level. */
export class LevelJob {
  readonly stamping: StampingContext
  readonly warnings: string[] = []
  readonly #options: LevelOptions
  #level: PadesLevel
  /** The stamp that the next one is expected to be like. */
  #expected: CheckedTimestamp | undefined

  constructor(options: LevelOptions, now: () => Date, signal: AbortSignal | undefined) {
    const { level = 'B-B', timestampAuthorities = [], trustAnchors, timestampAnchors = trustAnchors } = options
    this.#options = options
    this.#level = level
    this.stamping = { authorities: timestampAuthorities, anchors: readTrustAnchors(timestampAnchors), now, signal }
  }

  /** The level that can still be reached. */
  get level(): PadesLevel {
    return this.#level
  }

  needs(level: PadesLevel): boolean {
    return reaches(this.#level, level)
  }

  /** Learns how much room the level takes, and gathers what must stand beside the signature. */
  async makeRoom(_chain: readonly Certificate[]): Promise<LevelRoom> {
    const expected = this.#expected
    const maxBytes = await this.attempt('B-T', 'B-B', async () => {
      if (expected !== undefined) return expected.token.length + TIMESTAMP_LIMITS.spareBytes
      const sample = await sampleTimestamp(this.stamping)
      this.#expected = sample.timestamp
      return sample.maxBytes
    })
    return { timestampBytes: maxBytes === undefined ? 0 : timestampOverhead(maxBytes), material: undefined }
  }

  /** Adds the time stamp over the signature's value. */
  async stamp(cms: Uint8Array): Promise<LevelledCms> {
    const obtained = await this.attempt('B-T', 'B-B', () => {
      const [signer] = parseSignedData(cms).signerInfos
      const value = signer?.signature ?? new Uint8Array(0)
      return obtainTimestamp(this.stamping, (algorithm) => hashOf(algorithm, value, 'buffer'))
    })
    if (obtained === undefined) return { cms, fitsPlan: true }
    this.warnings.push(...obtained.failures.filter((failure) => !this.warnings.includes(failure)))
    const expected = this.#expected
    this.#expected = obtained
    const isSameAuthority = expected !== undefined && equalBytes(expected.certificate.der, obtained.certificate.der)
    return { cms: addSignatureTimestamp(cms, obtained.token), fitsPlan: isSameAuthority || !this.needs('B-LT') }
  }

  /**
   * Does what a level needs, when that level is still wanted. What cannot be had is an error, or costs the level, as the
   * options say.
   */
  async attempt<T>(needed: PadesLevel, fallback: Fallback, step: () => Promise<T>): Promise<T | undefined> {
    if (!this.needs(needed)) return undefined
    try {
      return await step()
    } catch (error) {
      if (this.#options.onUnavailable !== 'degrade' || !isUnavailable(error)) throw error
      this.#level = fallback
      this.warnings.push(`The signature is ${fallback} only (${error.code}): ${error.message}`)
      return undefined
    }
  }
}

/** Whether it is others that failed to deliver. */
function isUnavailable(error: unknown): error is SealwrightError {
  if (!(error instanceof SealwrightError)) return false
  return error.code.startsWith('timestamp_') || error.code === 'validation_data_unavailable'
}

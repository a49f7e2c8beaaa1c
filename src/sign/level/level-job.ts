/**
 * Raises one signature to its level, or to a lower one if that cannot be reached.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import {
  addSignatureTimestamp,
  encodeContentTimestamp,
  parseSignedData,
  timestampOverhead,
} from '../../cms/messages.js'
import type { TimestampHash } from '../../cms/timestamps.js'
import { SealwrightError } from '../../errors.js'
import type { DssMaterial } from '../../pdf/writing.js'
import { hash as hashOf } from '../../platform/hashes.js'
import { mergeMaterial } from '../../trust/gathering.js'
import { type ObtainedTimestamp, Stamper } from '../../trust/stamping.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import type { StampPlan } from './append-evidence.js'
import { assertNotRevoked, Gatherer, toMaterial } from './gatherer.js'
import { type LevelOptions, reaches } from './level-options.js'

/** What has to be planned before there is a signature. */
interface LevelRoom {
  /** The expected stamp; undefined when there will be none. */
  readonly timestamp: ObtainedTimestamp | undefined
  /** Number of bytes that time stamps take in the CMS. */
  readonly timestampBytes: number
  /** Contents of the document security store in the same revision. */
  readonly material: DssMaterial | undefined
}

/** A CMS with the attributes that its level needs. */
interface LevelledCms {
  readonly cms: Uint8Array
  /** False when the stamp came from an authority for which the plan has no validation data. */
  readonly fitsPlan: boolean
  readonly timestamp: ObtainedTimestamp | undefined
}

/** A content time stamp as signed attributes. */
interface StampedContent {
  readonly attributes: readonly Uint8Array[]
  /** False when it came from an authority for which the plan has no validation data. */
  readonly fitsPlan: boolean
}

/** The level that remains when something cannot be obtained. */
type Fallback = 'B-B' | 'B-T' | 'B-LT'

/** One signature on its way to a level. */
export class LevelJob {
  readonly stamper: Stamper
  readonly gatherer: Gatherer
  readonly #options: LevelOptions
  readonly #warnings: string[] = []
  #level: PadesLevel
  #isContentUnstamped = false
  readonly #least: PadesLevel

  /** @param least the level that must be reached, even if higher ones fail */
  constructor(options: LevelOptions, now: () => Date, signal: AbortSignal | undefined, least: PadesLevel = 'B-B') {
    this.#options = options
    this.#least = least
    this.#level = options.level ?? 'B-B'
    this.gatherer = new Gatherer(options, { now, signal })
    const anchors = this.gatherer.timestampAnchors
    this.stamper = new Stamper({ authorities: options.timestampAuthorities ?? [], anchors, now, signal })
  }

  /** The highest level that can still be reached. */
  get level(): PadesLevel {
    return this.#level
  }

  get warnings(): readonly string[] {
    return [...this.stamper.warnings, ...this.#warnings]
  }

  needs(level: PadesLevel): boolean {
    return reaches(this.#level, level)
  }

  /**
   * Determines how much space the level takes, and gathers the validation data for the signature.
   *
   * @param chain the signer's certificate and its issuers
   * @throws SealwrightError `certificate_revoked`; unless the options say `degrade`, those of obtainTimestamp and
   *   `validation_data_unavailable`
   */
  async makeRoom(chain: readonly Certificate[]): Promise<LevelRoom> {
    const expected = await this.attempt('B-T', 'B-B', () => this.stamper.expect())
    const gathered = await this.attempt('B-LT', 'B-T', () => this.#gather(chain))
    const timestamp = gathered?.timestamp ?? (this.needs('B-T') ? expected : undefined)
    return {
      timestamp,
      timestampBytes: (timestamp === undefined ? 0 : this.#room(timestamp)) + (await this.#contentRoom()),
      material: gathered?.material,
    }
  }

  #room(timestamp: ObtainedTimestamp): number {
    return timestampOverhead(this.stamper.roomFor(timestamp))
  }

  async #contentRoom(): Promise<number> {
    if (!this.#wantsContentStamp) return 0
    const expected = await this.#tryContent(() => this.stamper.expect())
    return expected === undefined ? 0 : this.#room(expected)
  }

  get #wantsContentStamp(): boolean {
    return this.#options.contentTimestamp === true && !this.#isContentUnstamped
  }

  /** Tries to obtain a content time stamp. A failure does not lower the level, but is an error or a warning. */
  async #tryContent<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step()
    } catch (error) {
      if (this.#options.onUnavailable !== 'degrade' || !isUnavailable(error)) throw error
      this.#isContentUnstamped = true
      this.#warnings.push(`The signature has no content time stamp (${error.code}): ${error.message}`)
      return undefined
    }
  }

  /**
   * Stamps the content before it is signed.
   *
   * @returns signed attributes: the time stamp, or none if it is not requested or unavailable
   */
  async stampContent(digestBy: (hash: TimestampHash) => Uint8Array): Promise<StampedContent> {
    const stamped = this.#wantsContentStamp ? await this.#tryContent(() => this.stamper.stamp(digestBy)) : undefined
    if (stamped === undefined) return { attributes: [], fitsPlan: true }
    const { timestamp, isExpected } = stamped
    return { attributes: [encodeContentTimestamp(timestamp.token)], fitsPlan: isExpected || !this.needs('B-LT') }
  }

  /** Gathers validation data for the signer, and for the authority that will probably stamp. */
  async #gather([leaf, ...known]: readonly Certificate[]) {
    if (leaf === undefined) {
      throw new SealwrightError('internal_error', 'The certificate to gather validation data for is not known.')
    }
    const [own, { timestamp, path }] = await Promise.all([
      this.gatherer.forSigner(leaf, known),
      this.gatherer.forExpected(this.stamper),
    ])
    assertNotRevoked(own)
    return { timestamp, material: toMaterial([own, path], [leaf, ...known, ...timestamp.certificates]) }
  }

  /**
   * Adds the time stamp over the signature's value.
   *
   * @param maxBytes space for the CMS if it cannot be planned again
   */
  async stamp(cms: Uint8Array, maxBytes = Number.POSITIVE_INFINITY): Promise<LevelledCms> {
    const stamped = await this.attempt('B-T', 'B-B', async () => {
      const [signer] = parseSignedData(cms).signerInfos
      const value = signer?.signature ?? new Uint8Array(0)
      const { timestamp, isExpected } = await this.stamper.stamp((algorithm) => hashOf(algorithm, value, 'buffer'))
      const whole = addSignatureTimestamp(cms, timestamp.token)
      if (whole.length > maxBytes) {
        const message = 'The time stamp is larger than the room that was left for it.'
        throw new SealwrightError('timestamp_too_large', message)
      }
      return { cms: whole, fitsPlan: isExpected || !this.needs('B-LT'), timestamp }
    })
    return stamped ?? { cms, fitsPlan: true, timestamp: undefined }
  }

  /** Plan for a document time stamp: data for its own authority, in addition to what the signature's revision holds. */
  async planArchive(held: DssMaterial | undefined): Promise<StampPlan> {
    const { timestamp, path } = await this.gatherer.forExpected(this.stamper)
    const own = toMaterial([path], timestamp.certificates)
    return { timestamp, material: held === undefined ? own : mergeMaterial([held, own]) }
  }

  /**
   * Asks the verifier whether the newest signature will be provable, so that no level is claimed that it does not confirm.
   *
   * @throws SealwrightError `validation_data_unavailable` when it will not be, unless the options say `degrade`
   */
  async confirm(bytes: Uint8Array, password: string | Uint8Array | undefined): Promise<void> {
    if (!this.needs('B-LT')) return
    // Few signatures need it, and it is a tenth of what signing would load.
    const { confirmLevel } = await import('./confirm-level.js')
    const { levels, warnings } = await confirmLevel(bytes, {
      ...this.#options,
      password,
      now: this.stamper.context.now,
    })
    const { level = 'B-B', missing = [] } = levels.at(-1) ?? {}
    if (this.#level === level) return
    await this.attempt('B-LT', level === 'B-LTA' ? 'B-LT' : level, () => {
      const message = `Level ${this.#level} is not confirmed. ${[...missing, ...warnings].join(' ')}`
      return Promise.reject(new SealwrightError('validation_data_unavailable', message))
    })
  }

  /** Runs a step of a level that is still wanted. A failure is an error, or lowers the level, as the options say. */
  async attempt<T>(needed: PadesLevel, fallback: Fallback, step: () => Promise<T>): Promise<T | undefined> {
    if (!this.needs(needed)) return undefined
    try {
      return await step()
    } catch (error) {
      const mayFall = this.#options.onUnavailable === 'degrade' && reaches(fallback, this.#least)
      if (!mayFall || !isUnavailable(error)) throw error
      this.#level = fallback
      this.#warnings.push(`The signature is ${fallback} only (${error.code}): ${error.message}`)
      return undefined
    }
  }
}

/** True when an external service failed. */
function isUnavailable(error: unknown): error is SealwrightError {
  if (!(error instanceof SealwrightError)) return false
  return error.code.startsWith('timestamp_') || error.code === 'validation_data_unavailable'
}

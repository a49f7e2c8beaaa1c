/**
 * Stamps something whose size and validation data have to be planned before.
 *
 * @module
 */

import { equalBytes } from '../../cms/asn1.js'
import type { TimestampHash } from '../../cms/timestamps.js'
import { SealwrightError } from '../../errors.js'
import { append } from '../../lists.js'
import { type ObtainedTimestamp, obtainTimestamp, type StampingContext, sampleTimestamp } from './obtain-timestamp.js'
import { TIMESTAMP_LIMITS } from './timestamp-limits.js'

/** Holds the expected stamp and then the real one, which differ when an authority fails in between. */
export class Stamper {
  readonly warnings: string[] = []
  #context: StampingContext
  #expected: ObtainedTimestamp | undefined

  constructor(context: StampingContext) {
    this.#context = context
  }

  get context(): StampingContext {
    return this.#context
  }

  /**
   * A stamp like the coming one: the last one, or a sample.
   *
   * @throws SealwrightError as obtainTimestamp
   */
  async expect(): Promise<ObtainedTimestamp> {
    this.#expected ??= this.#note(await sampleTimestamp(this.#context))
    return this.#expected
  }

  /** Number of bytes to reserve for a token like this. */
  roomFor({ token }: ObtainedTimestamp): number {
    return token.length + TIMESTAMP_LIMITS.spareBytes
  }

  /**
   * Obtains the real stamp.
   *
   * @returns the stamp, and whether it is by the expected authority
   * @throws SealwrightError as obtainTimestamp
   */
  async stamp(
    digestBy: (hash: TimestampHash) => Uint8Array,
  ): Promise<{ readonly timestamp: ObtainedTimestamp; readonly isExpected: boolean }> {
    const expected = this.#expected
    const timestamp = this.#note(await obtainTimestamp(this.#context, digestBy))
    this.#expected = timestamp
    const isExpected = expected !== undefined && equalBytes(expected.certificate.der, timestamp.certificate.der)
    return { timestamp, isExpected }
  }

  /**
   * Excludes the authority of a stamp, whose certificate turned out to be bad.
   *
   * @throws SealwrightError `timestamp_untrusted` when there is no other
   */
  exclude({ authority }: ObtainedTimestamp, reason: string): void {
    const authorities = this.#context.authorities.filter((each) => each !== authority)
    if (authorities.length === 0) throw new SealwrightError('timestamp_untrusted', reason)
    this.warnings.push(`A time-stamping authority was left out (timestamp_untrusted): ${reason}`)
    this.#context = { ...this.#context, authorities }
    this.#expected = undefined
  }

  #note(timestamp: ObtainedTimestamp): ObtainedTimestamp {
    append(
      this.warnings,
      timestamp.failures.filter((failure) => !this.warnings.includes(failure)),
    )
    return timestamp
  }
}

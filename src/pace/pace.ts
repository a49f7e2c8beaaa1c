/**
 * The pace of one call: it lets the event loop turn, looks at the signal, and says how far it is.
 *
 * @module
 */

import { tell } from '../tell.js'
import { inTurns, isTurnOver, nextTurn, type Steps } from './turns.js'

/**
 * What a call is doing. `read`: it reads the file; `layOut`: it breaks text into lines and pages; `write`: it writes the
 * result; `check`: it judges signatures and changes; `sign`: it asks for the signature; `gather`: it fetches certificates,
 * revocation data and time stamps.
 */
export type ProgressStage = 'read' | 'layOut' | 'write' | 'check' | 'sign' | 'gather'

/** How far a call is. */
export interface Progress {
  /** Percent of the work that is done, as estimated: it never becomes less, and is `total` once, in the last report. */
  readonly done: number
  /** Always 100. */
  readonly total: number
  readonly stage: ProgressStage
}

/** Is told how far a call is: at most once for each percent and stage. What it throws is ignored. */
export type OnProgress = (progress: Progress) => void

/** Options of all calls that take long. */
interface PaceOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

const TOTAL = 100

/** Part of a call, and what share of the whole it is. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Lets the event loop turn during a call, and reports how far it is. */
export class Pace {
  readonly signal: AbortSignal | undefined
  readonly #meter: Meter
  readonly #span: Span
  #stage: Span

  constructor(options: PaceOptions, meter = new Meter(options.onProgress), span: Span = { from: 0, to: 1 }) {
    this.signal = options.signal
    this.#meter = meter
    this.#span = span
    this.#stage = { from: span.from, to: span.from }
  }

  /** Divides the call into two parts, the first of which is such a share of it. */
  split(share: number): readonly [Pace, Pace] {
    const { from, to } = this.#span
    const middle = from + share * (to - from)
    const part = (span: Span) => new Pace({ signal: this.signal }, this.#meter, span)
    return [part({ from, to: middle }), part({ from: middle, to })]
  }

  /** Begins a stage, at the end of which this share of the call is done. */
  enter(stage: ProgressStage, until: number): void {
    const { from, to } = this.#span
    this.#stage = { from: this.#stage.to, to: from + until * (to - from) }
    this.#meter.report(this.#stage.from, stage)
  }

  /** Does work in turns. */
  run<Result>(steps: Steps<Result>): Promise<Result> {
    return inTurns(steps, this.signal, (share) => this.#report(share))
  }

  /**
   * Lets the event loop turn if that is due: `await pace.pause()` between two pieces of work that cannot be interrupted.
   *
   * @param share of the stage that is done
   * @throws the signal's reason when aborted
   */
  async pause(share?: number): Promise<void> {
    this.signal?.throwIfAborted()
    if (!isTurnOver()) return
    if (share !== undefined) this.#report(share)
    await nextTurn()
    this.signal?.throwIfAborted()
  }

  /**
   * Ends the call.
   *
   * @throws the signal's reason when aborted, even if all work is done
   */
  end(): void {
    this.signal?.throwIfAborted()
    this.#meter.end()
    // The callback may be what aborts.
    this.signal?.throwIfAborted()
  }

  #report(share: number): void {
    const { from, to } = this.#stage
    this.#meter.report(from + share * (to - from))
  }
}

/** Reports of a call that is made in another thread. */
export interface RelayedProgress {
  /** To be called with what the other thread reports. */
  readonly onProgress: OnProgress
  /** Reports that all is done, and nothing more: what is still on its way from the other thread comes too late. */
  end(): void
  /** Reports nothing more. */
  stop(): void
}

/** Passes reports on in their order: the last one is made here, when the result is. */
export function relayProgress(onProgress: OnProgress): RelayedProgress {
  const meter = new Meter(onProgress)
  let isOver = false
  return {
    onProgress({ done, total, stage }) {
      if (!isOver) meter.report(done / total, stage)
    },
    end() {
      isOver = true
      meter.end()
    },
    stop() {
      isOver = true
    },
  }
}

/** What was reported of a call. */
class Meter {
  readonly #onProgress: OnProgress | undefined
  #done = 0
  #stage: ProgressStage | undefined

  constructor(onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress
  }

  report(share: number, stage = this.#stage): void {
    if (this.#onProgress === undefined || stage === undefined) return
    const done = Math.max(this.#done, Math.min(TOTAL - 1, Math.floor(share * TOTAL)))
    if (done === this.#done && stage === this.#stage) return
    this.#done = done
    this.#stage = stage
    this.#tell(done, stage)
  }

  end(): void {
    this.#tell(TOTAL, this.#stage ?? 'write')
  }

  #tell(done: number, stage: ProgressStage): void {
    tell(() => this.#onProgress?.({ done, total: TOTAL, stage }), undefined)
  }
}

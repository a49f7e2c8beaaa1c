/**
 * The pace of one call: it lets the event loop run, watches the signal and reports progress.
 *
 * @module
 */

import { tell } from '../tell.js'
import { inTurns, isTurnOver, nextTurn, type Steps } from './turns.js'

/**
 * The work that a call is doing. `read`: reading the file. `layOut`: breaking text into lines and pages. `write`: writing the
 * result. `check`: judging signatures and changes. `sign`: requesting the signature. `gather`: fetching certificates,
 * revocation data and time stamps.
 */
export type ProgressStage = 'read' | 'layOut' | 'write' | 'check' | 'sign' | 'gather'

/** The progress of a call. */
export interface Progress {
  /**
   * Estimated share of the work that is done, in percent. It never decreases. Only the last report has the value of `total`.
   */
  readonly done: number
  /** Always 100. */
  readonly total: number
  readonly stage: ProgressStage
}

/** Receives the progress of a call, at most once for each percent and stage. Errors that it throws are ignored. */
export type OnProgress = (progress: Progress) => void

/** Options that all long calls share. */
interface PaceOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

const TOTAL = 100

/** A part of a call, as the shares of the whole at which it begins and ends. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Lets the event loop run during a call, and reports progress. */
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

  /** Divides the call into two parts. `share` is the size of the first one. */
  split(share: number): readonly [Pace, Pace] {
    const { from, to } = this.#span
    const middle = from + share * (to - from)
    const part = (span: Span) => new Pace({ signal: this.signal }, this.#meter, span)
    return [part({ from, to: middle }), part({ from: middle, to })]
  }

  /** Begins a stage. `until` is the share of the call that is done at its end. */
  enter(stage: ProgressStage, until: number): void {
    const { from, to } = this.#span
    this.#stage = { from: this.#stage.to, to: from + until * (to - from) }
    this.#meter.report(this.#stage.from, stage)
  }

  /** Runs work in turns. */
  run<Result>(steps: Steps<Result>): Promise<Result> {
    return inTurns(steps, this.signal, (share) => this.#report(share))
  }

  /**
   * Lets the event loop run when the turn is over. Use `await pace.pause()` between two pieces of work that cannot be
   * interrupted.
   *
   * @param share the part of the stage that is done
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
   * @throws the signal's reason when aborted, also when all work is done
   */
  end(): void {
    this.signal?.throwIfAborted()
    this.#meter.end()
    // The callback may have aborted the signal.
    this.signal?.throwIfAborted()
  }

  #report(share: number): void {
    const { from, to } = this.#stage
    this.#meter.report(from + share * (to - from))
  }
}

/** The progress of a call in another thread. */
export interface RelayedProgress {
  /** Receives the reports of the other thread. */
  readonly onProgress: OnProgress
  /** Reports that all work is done. Later reports of the other thread are ignored. */
  end(): void
  /** Ends reporting. */
  stop(): void
}

/** Passes reports on in their order. The last report is made in this thread, when the result is there. */
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

/** Remembers what was reported for a call, so that progress never decreases. */
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

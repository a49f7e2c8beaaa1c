/**
 * Deletes expired data at regular intervals.
 *
 * @module
 */

import { checkOptions, FUNCTION, invalidOption, numberFrom, type OptionTable } from '../../input/check-options.js'
import { tell } from '../../tell.js'

/** Something that can be purged: a KeyIssuer, or a store of answers. */
export interface Purgeable {
  purge?(now: number): Promise<number>
}

/** A KeyIssuer. It is called without a time, since it has a clock of its own. */
export interface PurgeableIssuer {
  purge(): Promise<number>
}

export interface PurgeOptions {
  /** Time between two rounds, in milliseconds. Default: an hour. */
  readonly everyMs?: number | undefined
  /** Called after each round with the number of deleted rows. */
  readonly onPurged?: ((count: number) => void) | undefined
  /** Called with errors. The next round takes place anyway. Default: errors are ignored. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const HOUR = 3_600_000
/** Largest delay of a timer, in milliseconds. Longer delays overflow, and the timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

const OPTIONS: OptionTable<PurgeOptions> = {
  everyMs: numberFrom(1000, MAX_TIMER_MS),
  onPurged: FUNCTION,
  onError: FUNCTION,
}

/**
 * Purges at once and then every hour, until the process ends or purging is stopped. It does not keep the process running.
 * Several hosts may purge one store.
 *
 * @returns a function that stops purging; its promise resolves when a running round has ended
 * @example
 * ```ts
 * const stop = schedulePurge([keys, idempotencyStore], { onError: (error) => log.warn(error) })
 * ```
 */
export function schedulePurge(
  targets: readonly (Purgeable | PurgeableIssuer)[],
  options: PurgeOptions = {},
): () => Promise<void> {
  checkTargets(targets)
  checkOptions(options, OPTIONS)
  const { everyMs = HOUR, onPurged, onError } = options
  let round = Promise.resolve()
  const purgeAll = async () => {
    let count = 0
    for (const target of targets) {
      try {
        // `purge` of a KeyIssuer takes options, not a number.
        count += isIssuer(target) ? await target.purge() : ((await target.purge?.(Date.now())) ?? 0)
      } catch (error) {
        tell(() => onError?.(error), undefined)
      }
    }
    tell(() => onPurged?.(count), undefined)
  }
  const begin = () => {
    round = round.then(purgeAll).catch(() => undefined)
  }
  begin()
  const timer = setInterval(begin, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}

function checkTargets(targets: unknown): void {
  const isList = Array.isArray(targets) && targets.every((one) => typeof one === 'object' && one !== null)
  if (!isList)
    throw invalidOption([], 'What is purged must be a list of key issuers and stores: schedulePurge([keys]).')
}

function isIssuer(target: Purgeable | PurgeableIssuer): target is PurgeableIssuer {
  return 'authenticate' in target
}

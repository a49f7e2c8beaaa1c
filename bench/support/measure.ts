/**
 * Timing that survives a noisy machine: interleaved runs in one process, and medians of ratios within each round.
 *
 * @module
 */
import { remember } from './history.js'

/** The middle value; the mean of the two middle ones of an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? upper)) / 2
}

/** Times one call, in milliseconds. */
export async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Medians over all rounds: both times, their ratio and their difference (second minus first). */
export interface Comparison {
  readonly baseMs: number
  readonly ms: number
  readonly ratio: number
  readonly extraMs: number
}

/**
 * Runs two functions by turns, the first one first in every other round, and compares them round by round.
 *
 * @param rounds counted rounds; `warmUp` uncounted ones come before.
 */
export async function compare(
  base: () => Promise<unknown>,
  subject: () => Promise<unknown>,
  rounds: number,
  warmUp: number,
): Promise<Comparison> {
  const pairs: (readonly [number, number])[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const baseFirst = round % 2 === 0
    const first = await time(baseFirst ? base : subject)
    const second = await time(baseFirst ? subject : base)
    if (round >= 0) pairs.push(baseFirst ? [first, second] : [second, first])
  }
  return {
    baseMs: median(pairs.map(([a]) => a)),
    ms: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => b / a)),
    extraMs: median(pairs.map(([a, b]) => b - a)),
  }
}

/** Prints rows in columns, the first one the head, and adds them to the history. */
export function printTable(rows: readonly (readonly string[])[]): void {
  remember(rows)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
}

/** Says whether a target was reached. */
export function verdict(value: number, target: number): string {
  return value <= target ? 'ok' : 'MISSED'
}

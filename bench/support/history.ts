/**
 * What the benchmarks found, kept: a line of JSON in `bench/history.jsonl` for each table, which the page of benchmarks in
 * the docs draws. Written where `BENCH_HISTORY` is set, as `npm run bench` does, and not by single tries.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where they are kept. */
export const HISTORY = fileURLToPath(new URL('../history.jsonl', import.meta.url))

/** One printed table. */
export interface HistoryLine {
  /** ISO 8601, UTC. */
  readonly at: string
  /** Short hash of the commit, with `+` where files were changed since. */
  readonly commit: string
  readonly node: string
  /** Processors of the machine. */
  readonly processors: number
  /** Model of the processors. */
  readonly machine: string
  /** Programs that wanted a processor in the minute before: times of a machine with other work mean less. */
  readonly load: number
  /** Name of the program in `bench/`. */
  readonly bench: string
  /** Head and rows, as they were printed. */
  readonly rows: readonly (readonly string[])[]
}

const [LOAD_BEFORE = 0] = loadavg()

/** Appends a table, when `BENCH_HISTORY` is set. */
export function remember(rows: readonly (readonly string[])[], path = HISTORY): void {
  if (!process.env['BENCH_HISTORY']) return
  const line: HistoryLine = {
    at: new Date().toISOString(),
    commit: currentCommit(),
    node: process.version,
    processors: cpus().length,
    machine: cpus()[0]?.model.trim() ?? 'unknown',
    load: Math.round(LOAD_BEFORE * 10) / 10,
    bench: basename(process.argv[1] ?? '', '.ts'),
    rows,
  }
  appendFileSync(path, `${JSON.stringify(line)}\n`)
}

function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    return git('rev-parse', '--short', 'HEAD').trim() + (git('status', '--porcelain', '-uno') === '' ? '' : '+')
  } catch {
    return 'unknown'
  }
}

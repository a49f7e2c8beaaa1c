/**
 * Jobs: work that can be given to another thread.
 *
 * @module
 */

/** Key under which the type of a job's result is declared. There is never a value. */
declare const RESULT: unique symbol

/** A job. It is plain data, except for objects of the host in `options`: see `host-objects.ts`. */
export interface Job<R = unknown> {
  readonly kind: string
  readonly options?: object
  readonly [RESULT]?: R
}

/** The result of a job. */
export type JobResult<J extends Job> = J extends Job<infer R> ? R : never

/** Objects that a job gets from the thread that runs it. */
export interface JobContext {
  readonly signal?: AbortSignal
}

/** How jobs of one kind are run. */
export interface JobKind {
  run(job: Job, context: JobContext): Promise<unknown>
  /** The bytes that a job starts from and owns. They are transferred to the thread instead of being copied. */
  bytesOf(job: Job): Uint8Array | undefined
  /** The bytes of a result, which are transferred from the thread that made them. */
  resultBytes(result: unknown): Uint8Array | undefined
}

/** The kinds of work, by name. */
export type JobKinds = Readonly<Record<string, JobKind>>

/** Looks up the kind of a job. */
export function jobKindOf(kinds: JobKinds, { kind }: Job): JobKind {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (found === undefined) throw new TypeError(`There is no work of the kind "${kind}".`)
  return found
}

/** Declares a kind of jobs with types of its own. */
export function jobKind<J extends Job>(kind: {
  run(job: J, context: JobContext): Promise<JobResult<J>>
  bytesOf(job: J): Uint8Array | undefined
  resultBytes(result: JobResult<J>): Uint8Array | undefined
}): JobKind {
  // The methods only receive jobs of their own kind, since they are looked up by the kind's name.
  return kind as unknown as JobKind
}

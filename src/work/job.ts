/**
 * Work that can be handed to another thread.
 *
 * @module
 */

/** Where the type of a job's result stands. There is never a value. */
declare const RESULT: unique symbol

/** A piece of work. It is plain data, except for objects of the host in `options`: see `host-objects.ts`. */
export interface Job<R = unknown> {
  readonly kind: string
  readonly options?: object
  readonly [RESULT]?: R
}

/** The result of a job. */
export type JobResult<J extends Job> = J extends Job<infer R> ? R : never

/** Objects that a job gets from its thread. */
export interface JobContext {
  readonly signal?: AbortSignal
}

/** How jobs of one kind are done. */
export interface JobKind {
  run(job: Job, context: JobContext): Promise<unknown>
  /** The bytes that a job starts from, which are its own: they go to its thread instead of being copied. */
  bytesOf(job: Job): Uint8Array | undefined
  /** The bytes in a result, which its own thread no longer needs. */
  resultBytes(result: unknown): Uint8Array | undefined
}

/** The kinds of work, by name. */
export type JobKinds = Readonly<Record<string, JobKind>>

/** The kind of a job. */
export function jobKindOf(kinds: JobKinds, { kind }: Job): JobKind {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (found === undefined) throw new TypeError(`There is no work of the kind "${kind}".`)
  return found
}

/** Declares a kind of jobs with the types of its own. */
export function jobKind<J extends Job>(kind: {
  run(job: J, context: JobContext): Promise<JobResult<J>>
  bytesOf(job: J): Uint8Array | undefined
  resultBytes(result: JobResult<J>): Uint8Array | undefined
}): JobKind {
  // Methods take what their kind is given: the name of the kind leads to them.
  return kind as unknown as JobKind
}

/**
 * Jobs as the batch code uses them, and in the compact form that engines store.
 *
 * @module
 */

import { parseJson } from '../../input/json/parse-json.js'
import { scanJson } from '../../input/json/scan-json.js'
import { jsonText } from '../../input/json-text.js'
import type { BatchRequest, StepKind, StepMembers, StepOptions } from '../batch.js'
import type { JobData } from '../batch-engine.js'

/** One document and the work on it. */
export interface JobSpec {
  readonly input: string | { readonly url: string }
  /** Version of the document when it was listed; undefined for documents named by URL. */
  readonly version: string | undefined
  /** Name of the result without its extension. */
  readonly output: string | undefined
  /** Name of the document for the caller, where it is not its input. */
  readonly name?: string | undefined
  /** Options of the batch, with the entry's in their place. */
  readonly options: StepOptions
}

/** The kinds of steps that have options. */
export const OPTION_KINDS = ['convert', 'sign', 'extend'] as const satisfies readonly StepKind[]

/** The stored data of a job: only what the request of its batch does not say. */
export function packJob(spec: Omit<JobSpec, 'options'>, own: StepOptions): JobData {
  const { input, version, output, name } = spec
  return {
    ...(typeof input === 'string' ? { i: input } : { u: input.url }),
    ...(version === undefined ? {} : { v: version }),
    ...(output === undefined ? {} : { o: output }),
    ...(name === undefined ? {} : { n: name }),
    ...(Object.keys(own).length === 0 ? {} : { s: packOptions(own) }),
  }
}

/**
 * Packs options for an engine. Engines store JSON, and some read it with a library's parser, which may confuse escaped names
 * with others (see parseScanned). Options with such names are therefore stored as one text.
 */
function packOptions(own: StepOptions): StepOptions | string {
  const text = jsonText(own)
  return scanJson(Buffer.from(text)).escapedNames.length === 0 ? own : text
}

/** Reverses `packJob`. */
export function unpackJob(data: JobData, request: BatchRequest): JobSpec {
  const { i, u, v, o, s } = data as { i?: string; u?: string; v?: string; o?: string; s?: StepOptions | string }
  const own = typeof s === 'string' ? (parseJson(s) as StepOptions) : (s ?? {})
  return { input: i ?? { url: u ?? '' }, version: v, output: o, options: mergeOptions(request, own) }
}

/** The options of a batch, overridden by those of an entry: objects member by member, other values as a whole. */
export function mergeOptions(batch: StepOptions, entry: StepOptions): StepOptions {
  const merged: Partial<Record<StepKind, StepMembers>> = {}
  for (const kind of OPTION_KINDS) {
    const options = merge(batch[kind], entry[kind])
    if (options !== undefined) merged[kind] = options as StepMembers
  }
  return merged
}

function merge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isObject(base) || !isObject(over)) return over
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...names].map((name) => [name, merge(base[name], over[name])]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Name of a job's document for people. */
export function inputName(data: JobData): string {
  return String(data['n'] ?? data['i'] ?? data['u'] ?? '')
}

/**
 * A job as the core knows it, and as engines keep it: small.
 *
 * @module
 */

import { parseJson } from '../../input/json/parse-json.js'
import { scanJson } from '../../input/json/scan-json.js'
import { jsonText } from '../../input/json-text.js'
import type { BatchRequest, StepKind, StepMembers, StepOptions } from '../batch.js'
import type { JobData } from '../batch-engine.js'

/** One document, and what is done with it. */
export interface JobSpec {
  readonly input: string | { readonly url: string }
  /** What the document was like when it was listed; undefined for addresses. */
  readonly version: string | undefined
  /** What the result is called, without its ending. */
  readonly output: string | undefined
  /** What the document is called to whoever named it, where that is not its input. */
  readonly name?: string | undefined
  /** Options of the batch and of the entry together. */
  readonly options: StepOptions
}

/** The kinds of steps that have options. */
export const OPTION_KINDS = ['convert', 'sign', 'extend'] as const satisfies readonly StepKind[]

/** What an engine keeps of a job: only what its batch does not say. */
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
 * Engines keep JSON, and some read it with a parser of a library. Where names are escaped in it, that may take one for another
 * (see parseScanned), so such options are one text to them.
 */
function packOptions(own: StepOptions): StepOptions | string {
  const text = jsonText(own)
  return scanJson(Buffer.from(text)).escapedNames.length === 0 ? own : text
}

/** The other way round. */
export function unpackJob(data: JobData, request: BatchRequest): JobSpec {
  const { i, u, v, o, s } = data as { i?: string; u?: string; v?: string; o?: string; s?: StepOptions | string }
  const own = typeof s === 'string' ? (parseJson(s) as StepOptions) : (s ?? {})
  return { input: i ?? { url: u ?? '' }, version: v, output: o, options: mergeOptions(request, own) }
}

/** The options of a batch with those of an entry in their place: objects member by member, everything else as a whole. */
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

/** How a job's document is named to people. */
export function inputName(data: JobData): string {
  return String(data['n'] ?? data['i'] ?? data['u'] ?? '')
}

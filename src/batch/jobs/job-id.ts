/**
 * Ids that are hashes of what they stand for: the same work has the same id, whoever asks for it and however often.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { canonicalizeJson } from '../../audit/canonical-json.js'
import type { StoredBatch } from '../batch-engine.js'
import type { JobSpec } from './job-spec.js'

/** Hexadecimal digits of an id: 128 bits. */
const ID_LENGTH = 32

/**
 * The id of a job: a hash of the tenant, the document and everything that is asked for; where results belong to their batch, of the
 * batch and the result's name as well.
 */
export function jobId(
  { id, tenant, request: { steps, ownResults } }: StoredBatch,
  { input, version, output, options }: JobSpec,
): string {
  const own = ownResults === true ? [id, output ?? null] : []
  return digest(['job', tenant, input, version ?? null, steps, options, ...own])
}

/** The id of a batch: its tenant and its name. */
export function batchId(tenant: string, name: string): string {
  return digest(['batch', tenant, name])
}

/** A short text that another value does not have. */
export function digest(value: unknown): string {
  return createHash('sha256').update(canonicalizeJson(value)).digest('hex').slice(0, ID_LENGTH)
}

/**
 * Ids that are hashes of what they identify. Equal work has an equal id, whoever asks for it and however often.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { canonicalizeJson } from '../../audit/canonical-json.js'
import type { StoredBatch } from '../batch-engine.js'
import type { JobSpec } from './job-spec.js'

/** Hexadecimal digits of an id. They hold 128 bits. */
const ID_LENGTH = 32

/**
 * The id of a job: a hash of the tenant, the document and all options. Where results belong to their batch, the batch and the
 * result's name are hashed as well.
 */
export function jobId(
  { id, tenant, request: { steps, ownResults } }: StoredBatch,
  { input, version, output, options }: JobSpec,
): string {
  const own = ownResults === true ? [id, output ?? null] : []
  return digest(['job', tenant, input, version ?? null, steps, options, ...own])
}

/** The id of a batch: a hash of its tenant and name. */
export function batchId(tenant: string, name: string): string {
  return digest(['batch', tenant, name])
}

/** A short text that no other value has in practice: a truncated hash. */
export function digest(value: unknown): string {
  return createHash('sha256').update(canonicalizeJson(value)).digest('hex').slice(0, ID_LENGTH)
}

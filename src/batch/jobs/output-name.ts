/**
 * Names of results.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import type { StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { assertDocumentName } from '../document-store.js'
import type { JobSpec } from './job-spec.js'

/**
 * The name of a result: the name of its input, the id of its job, and its extension. The id says which work made the document. A
 * document that exists under the name therefore need not be made again, and no two jobs share a name.
 */
export function outputName(
  folder: string,
  { input, output }: Pick<JobSpec, 'input' | 'output'>,
  job: string,
  ending: string,
): string {
  const given = output ?? withoutEnding(typeof input === 'string' ? input : nameInUrl(input.url))
  const parts = given.split('/')
  const last = parts.pop() ?? ''
  const name = [...(folder === '' ? [] : [folder]), ...parts, `${shorten(last)}.${job}${ending}`].join('/')
  assertDocumentName(name)
  return name
}

/** Folder for results of a batch: its own folder, where results belong to one batch. */
export function resultFolder(folder: string, { id, request }: Pick<StoredBatch, 'id' | 'request'>): string {
  if (request.ownResults !== true) return folder
  return folder === '' ? id : `${folder}/${id}`
}

/** Folder of files that were uploaded for batches of a tenant, or for one batch. */
export function uploadFolder(tenant: string, batchId?: string): string {
  const folder = `${tenantFolder(tenant)}/uploads`
  return batchId === undefined ? folder : `${folder}/${batchId}`
}

/** Name of a tenant's folder: the tenant's name where that is a valid folder name, otherwise a hash. */
export function tenantFolder(tenant: string): string {
  const isPlain = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(tenant)
  return isPlain ? tenant : `t-${createHash('sha256').update(tenant).digest('hex').slice(0, 32)}`
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^./]{1,10}$/, '')
}

/** The last part of a URL, as far as it is a valid file name. */
function nameInUrl(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  let last = path.split('/').pop() ?? ''
  try {
    last = decodeURIComponent(last)
  } catch {
    // A malformed escape is kept as it stands.
  }
  const plain = last.replace(/[\p{Cc}\p{Cs}\\:/]/gu, '_')
  return plain === '' || plain === '.' || plain === '..' ? 'document' : plain
}

/** Shortens a text between two characters, so that the name is still valid for file systems when the rest is added. */
function shorten(text: string): string {
  let bytes = 0
  let result = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > BATCH_LIMITS.maxStemBytes) break
    result += character
  }
  return result
}

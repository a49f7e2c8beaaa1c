/**
 * What results are called.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import type { StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { assertDocumentName } from '../document-store.js'
import type { JobSpec } from './job-spec.js'

/**
 * The name of a result: that of its input, the id of its job, and the ending of what it is. With the id in it, a name says
 * which work made the document, so a document under that name need not be made again, and no two jobs share one.
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

/** Where results of a batch go: a folder of its own, where they are its alone. */
export function resultFolder(folder: string, { id, request }: Pick<StoredBatch, 'id' | 'request'>): string {
  if (request.ownResults !== true) return folder
  return folder === '' ? id : `${folder}/${id}`
}

/** Where the files are that were sent along with batches of a tenant, and those of one batch. */
export function uploadFolder(tenant: string, batchId?: string): string {
  const folder = `${tenantFolder(tenant)}/uploads`
  return batchId === undefined ? folder : `${folder}/${batchId}`
}

/** Names of the folders of tenants: their own where those make one, else a hash. */
export function tenantFolder(tenant: string): string {
  const isPlain = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(tenant)
  return isPlain ? tenant : `t-${createHash('sha256').update(tenant).digest('hex').slice(0, 32)}`
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^./]{1,10}$/, '')
}

/** The last part of an address, as far as it makes a file's name. */
function nameInUrl(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  let last = path.split('/').pop() ?? ''
  try {
    last = decodeURIComponent(last)
  } catch {
    // As it stands there.
  }
  const plain = last.replace(/[\p{Cc}\p{Cs}\\:/]/gu, '_')
  return plain === '' || plain === '.' || plain === '..' ? 'document' : plain
}

/** Cuts a text at a character, so that what is added still makes a name that file systems take. */
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

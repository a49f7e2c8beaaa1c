/**
 * Reports failures of a store of documents as temporary errors.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { isMistake } from '../input/foreign-values.js'
import type { DocumentStore } from './document-store.js'

/**
 * Wraps a store. Its own errors (a full disk, a service that is down) become `store_unavailable`, which tells clients to ask
 * again later.
 */
export function reachableStore(store: DocumentStore): DocumentStore {
  const { removeFolder, tidy } = store
  return {
    read: (name, options) => reach(() => store.read(name, options), options.signal),
    stat: (name, options) => reach(() => store.stat(name, options)),
    write: (name, bytes, options) => reach(() => store.write(name, bytes, options), options.signal),
    list: (folder) => listReached(store, folder),
    remove: (name) => reach(() => store.remove(name)),
    ...(removeFolder === undefined ? {} : { removeFolder: (name) => reach(() => removeFolder.call(store, name)) }),
    ...(tidy === undefined ? {} : { tidy: (job) => reach(() => tidy.call(store, job)) }),
  }
}

async function* listReached(store: DocumentStore, folder: string): ReturnType<DocumentStore['list']> {
  try {
    yield* store.list(folder)
  } catch (error) {
    throw explain(error)
  }
}

async function reach<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call()
  } catch (error) {
    signal?.throwIfAborted()
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  if (error instanceof SealwrightError || isMistake(error)) return error
  return new SealwrightError('store_unavailable', 'The store of documents cannot be used at the moment.', {
    cause: error,
  })
}

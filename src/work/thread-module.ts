/**
 * The module that a worker thread starts with, and its cache of compiled code.
 *
 * @module
 */

import * as nodeModule from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder in which this process keeps compiled code between runs (Node.js 22 and later). Undefined if the host program has
 * not turned the cache on.
 */
export function compileCacheFolder(): string | undefined {
  const folderOf: unknown = Reflect.get(nodeModule, 'getCompileCacheDir')
  const folder: unknown = typeof folderOf === 'function' ? folderOf() : undefined
  // Node.js reports a subfolder for its own version; its parent is the folder that was asked for.
  return typeof folder === 'string' ? dirname(folder) : undefined
}

/**
 * The module that a thread starts with. With a folder for compiled code, this is a module that turns the cache on before it
 * loads the given one. A thread does not inherit the cache from the thread that starts it, and cannot turn it on for a module
 * that is running already.
 */
export function threadModule(url: URL, cacheFolder: string | undefined): URL {
  if (cacheFolder === undefined) return url
  const source = `import * as nodeModule from 'node:module'
nodeModule.enableCompileCache?.(${JSON.stringify(cacheFolder)})
await import(${JSON.stringify(url.href)})`
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

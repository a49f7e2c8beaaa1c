/**
 * The module that a worker thread starts with, and its cache of compiled code.
 *
 * @module
 */

import * as nodeModule from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder where this process keeps compiled code between its runs (Node.js 22 and later); undefined if it does not,
 * which is for the host program to decide.
 */
export function compileCacheFolder(): string | undefined {
  const folderOf: unknown = Reflect.get(nodeModule, 'getCompileCacheDir')
  const folder: unknown = typeof folderOf === 'function' ? folderOf() : undefined
  // Node.js reports the folder for its own version, inside the one that was asked for.
  return typeof folder === 'string' ? dirname(folder) : undefined
}

/**
 * What a thread runs: the module itself, or with a folder for compiled code one that turns the cache on before it loads the
 * module. A thread does not take the cache over from the thread that starts it, and cannot turn it on for the module that it
 * is running already.
 */
export function threadModule(url: URL, cacheFolder: string | undefined): URL {
  if (cacheFolder === undefined) return url
  const source = `import * as nodeModule from 'node:module'
nodeModule.enableCompileCache?.(${JSON.stringify(cacheFolder)})
await import(${JSON.stringify(url.href)})`
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

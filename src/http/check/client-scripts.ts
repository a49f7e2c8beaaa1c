/**
 * Names of the scripts that the verification page loads.
 *
 * @module
 */

export const CLIENT_SCRIPTS = [
  'page.js',
  'engine.js',
  'upload.js',
  'checker.js',
  'thread.js',
  'compare.js',
  'differences.js',
] as const

/** A script of the page, or the service worker that the page has on a static host. */
export type ClientScript = (typeof CLIENT_SCRIPTS)[number] | 'service-worker.js'

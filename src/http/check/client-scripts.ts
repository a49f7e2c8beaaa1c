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

/** One of them, or what the page on a static host has besides. */
export type ClientScript = (typeof CLIENT_SCRIPTS)[number] | 'service-worker.js'

/**
 * Calls that bundlers do not see.
 *
 * @module
 */

/**
 * Calls a function that is an argument. Some bundlers (Turbopack) look for calls that read files or start threads. When the
 * file is only known at run time, they assume any file of the folder, go through the whole package with its type
 * declarations, and fail. They do not follow a function that is an argument.
 */
export function callUnseen<A extends readonly unknown[], R>(call: (...args: A) => R, ...args: A): R {
  return call(...args)
}

/**
 * Calls that bundlers do not see.
 *
 * @module
 */

/**
 * Calls a function that was handed over. Some bundlers (Turbopack) look for calls that read files or start threads.
 * When the file is only known at run time, they assume that it could be any in the folder, go through the whole
 * package, type declarations included, and fail there. They do not follow a function that comes in as an argument.
 */
export function callUnseen<A extends readonly unknown[], R>(call: (...args: A) => R, ...args: A): R {
  return call(...args)
}

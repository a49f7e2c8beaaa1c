/**
 * Calls that bundlers do not see.
 *
 * @module
 */

/**
 * Calls a function that was handed over. Some bundlers (Turbopack) look for calls that read files or start threads, and take
 * one whose file is only known at run time for one of any file in the folder: they would go through the whole package,
 * declarations of types included, and fail there. What comes in as an argument they do not follow.
 */
export function callUnseen<A extends readonly unknown[], R>(call: (...args: A) => R, ...args: A): R {
  return call(...args)
}

/**
 * Public interface of the folder for looking up values when references may lead nowhere, and for comparing them.
 *
 * @module
 */

export {
  type ComparedStates,
  differingKeys,
  MAX_INTEGER,
  sameObject,
  sameThroughout,
  sameValue,
} from './syntax/equality.js'
export { readOrNull, resolveNumbers, resolveOrNull } from './syntax/lenient-lookup.js'

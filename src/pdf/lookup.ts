/**
 * Door of this folder: looking values up where references may lead nowhere, and comparing them.
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

/**
 * Door of this folder: paths from a certificate to an anchor, and what certificates may be used for.
 *
 * @module
 */

export { describeUnfitness, findTlsUse } from './paths/certificate-use.js'
export { findPath, TrustBudget } from './paths/trust-paths.js'

/**
 * Public interface of the folder for paths from certificates to anchors, and for the purposes of certificates.
 *
 * @module
 */

export { describeUnfitness, findTlsUse } from './paths/certificate-use.js'
export { findPath, TrustBudget } from './paths/trust-paths.js'

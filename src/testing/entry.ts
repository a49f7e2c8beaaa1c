/**
 * The entry `sealwright/testing`: contracts for your own stores, limiters, mailers and engines, as cases for any test runner.
 *
 * @example
 * ```ts
 * import { test } from 'node:test'
 * import { keyStoreContract } from 'sealwright/testing'
 *
 * for (const { name, run } of keyStoreContract(() => store)) test(name, run)
 * ```
 *
 * @module
 */

export { batchEngineContract } from './batch-engine-contract.js'
export type { ContractCase } from './contract-case.js'
export { documentStoreContract } from './document-store-contract.js'
export { idempotencyStoreContract } from './idempotency-store-contract.js'
export { keyStoreContract } from './key-store-contract.js'
export { concurrencyLimiterContract, rateLimiterContract } from './limiter-contracts.js'
export { type MailerFixture, mailerContract } from './mailer-contract.js'
export { revocationStoreContract } from './revocation-store-contract.js'
export { trustListStoreContract } from './trust-list-store-contract.js'

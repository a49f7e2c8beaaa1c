/**
 * What is used of `rate-limiter-flexible`, as a module of its own that is loaded when it is needed: a dynamic import of the
 * CommonJS package itself would lose its names when bundled.
 *
 * @module
 */

export { RateLimiterMemory } from 'rate-limiter-flexible'

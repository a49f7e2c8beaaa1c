/**
 * What this package uses of `rate-limiter-flexible`, in a module of its own that is loaded when it is needed. A dynamic import
 * of the CommonJS package itself would lose its names when bundled.
 *
 * @module
 */

export { RateLimiterRedis } from 'rate-limiter-flexible'

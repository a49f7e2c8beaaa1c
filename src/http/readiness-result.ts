/**
 * The result of a readiness check.
 *
 * @module
 */

/** State of a part. `degraded`: the part is down or at its limit, and the host has chosen to serve requests without it. */
export type PartState = 'ok' | 'degraded' | 'failed'

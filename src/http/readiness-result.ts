/**
 * What a check of readiness found.
 *
 * @module
 */

/** `degraded`: the part is away or at its limit, and requests are served without it, as the host wants it. */
export type PartState = 'ok' | 'degraded' | 'failed'

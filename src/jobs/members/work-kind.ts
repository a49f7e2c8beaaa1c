/**
 * Kinds of work on a document.
 *
 * @module
 */

/** Kinds of work, as keys permit them and quotas count them. */
export type WorkKind = 'sign' | 'verify' | 'convert'

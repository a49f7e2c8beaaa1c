/**
 * Kinds of work on a document.
 *
 * @module
 */

/** What is done with a document, as keys permit it and quotas count it. */
export type WorkKind = 'sign' | 'verify' | 'convert'

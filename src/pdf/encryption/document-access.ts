/**
 * Permissions of an encrypted document (ISO 32000-2, 7.6.4.2, table 22).
 *
 * @module
 */

/** Rights of the user who opened the document, as far as they matter for signing. */
export interface DocumentAccess {
  /** Changes that no other bit covers (bit 4). */
  readonly modify: boolean
  /** Filling in the form, which includes signing in an existing field (bit 6 or 9). */
  readonly fillForm: boolean
  /** Adding fields, including signature fields (bits 4 and 6). */
  readonly addFields: boolean
  /** Adding pages (bit 4 or 11). */
  readonly addPages: boolean
}

/** Rights of the owner, and of everyone if the document is not encrypted. */
export const FULL_ACCESS: DocumentAccess = { modify: true, fillForm: true, addFields: true, addPages: true }

const MODIFY = 1 << 3
const ANNOTATE = 1 << 5
const FILL_FORM = 1 << 8
const ASSEMBLE = 1 << 10

/**
 * The rights of a user.
 *
 * @param permissions /P
 * @param revision /R: bits from 9 on only have a meaning from revision 3 on
 */
export function permittedAccess(permissions: number, revision: number): DocumentAccess {
  const has = (bit: number) => (permissions & bit) !== 0
  const modify = has(MODIFY)
  return {
    modify,
    fillForm: has(ANNOTATE) || (revision >= 3 && has(FILL_FORM)),
    addFields: modify && has(ANNOTATE),
    addPages: modify || (revision >= 3 && has(ASSEMBLE)),
  }
}

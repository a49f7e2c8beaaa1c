/**
 * What may be done with an encrypted document (ISO 32000-2, 7.6.4.2, table 22).
 *
 * @module
 */

/** What whoever opened the document may do with it, as far as signing is concerned. */
export interface DocumentAccess {
  /** Bit 4: changes that no other bit covers. */
  readonly modify: boolean
  /** Bit 6, or bit 9: filling in the form, which signing in an existing field is. */
  readonly fillForm: boolean
  /** Bits 4 and 6: new fields, signature fields included. */
  readonly addFields: boolean
  /** Bit 4, or bit 11: new pages. */
  readonly addPages: boolean
}

/** The rights of the owner, and of everyone if the document is not encrypted. */
export const FULL_ACCESS: DocumentAccess = { modify: true, fillForm: true, addFields: true, addPages: true }

const MODIFY = 1 << 3
const ANNOTATE = 1 << 5
const FILL_FORM = 1 << 8
const ASSEMBLE = 1 << 10

/**
 * What the user may do.
 *
 * @param permissions /P
 * @param revision /R: bits from 9 on mean something from revision 3 on
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

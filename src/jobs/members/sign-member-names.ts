/**
 * The members of a sign request that a host can take away from its callers.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** What callers may give, unless `signMembers` of the host's options leaves it out. */
export const SIGN_MEMBERS = ['documentName', 'reason', 'location', 'field', 'appearance', 'certify', 'level'] as const

/** The name of a member of sign requests that a host can take away; `appearance.image` is the picture in it alone. */
export type SignMember = (typeof SIGN_MEMBERS)[number] | 'appearance.image'

/** All names that a host can give. */
export const ALL_MEMBERS: readonly SignMember[] = [...SIGN_MEMBERS, 'appearance.image']

/** @throws SealwrightError `invalid_request` for unknown names */
export function assertMemberNames(names: readonly string[] | undefined): void {
  const known: readonly string[] = ALL_MEMBERS
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new SealwrightError('invalid_request', `signMembers: there is no member "${unknown}" of sign requests.`)
  }
}

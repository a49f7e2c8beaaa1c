/**
 * Names of the members of a sign request that a host can forbid to its callers.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** Members that callers may give, unless `signMembers` of the host's options leaves them out. */
export const SIGN_MEMBERS = ['documentName', 'reason', 'location', 'field', 'appearance', 'certify', 'level'] as const

/** Name of a member that a host can forbid. `appearance.image` is the picture of an appearance only. */
export type SignMember = (typeof SIGN_MEMBERS)[number] | 'appearance.image'

/** All names that the option `signMembers` accepts. */
export const ALL_MEMBERS: readonly SignMember[] = [...SIGN_MEMBERS, 'appearance.image']

/** @throws SealwrightError `invalid_request` for unknown names */
export function assertMemberNames(names: readonly string[] | undefined): void {
  const known: readonly string[] = ALL_MEMBERS
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new SealwrightError('invalid_request', `signMembers: there is no member "${unknown}" of sign requests.`)
  }
}

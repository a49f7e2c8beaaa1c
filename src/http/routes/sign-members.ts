/**
 * Members of a sign request that are options of signDocument, and which of them the host lets callers give.
 *
 * @module
 */

import type { ZodType } from 'zod'
import type { ReviewOptions } from '../../convert/review-options.js'
import { SealwrightError } from '../../errors.js'
import { SIGN_REQUEST_LIMITS } from '../../limits.js'
import { isBlank, isOneLine } from '../../sign/request/request-text.js'
import type { SignOptions } from '../../sign/sign-options.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { invalidInput } from './invalid-input.js'

type Zod = typeof import('zod')

/** What callers may give, unless `signMembers` of the host's options leaves it out. */
export const SIGN_MEMBERS = ['documentName', 'reason', 'location', 'field', 'appearance', 'certify', 'level'] as const

/** The name of a member of sign requests that a host can take away. */
export type SignMember = (typeof SIGN_MEMBERS)[number]

/** The options of signDocument that are given that way. */
export type SignMemberOptions = Pick<
  SignOptions,
  'documentName' | 'reason' | 'location' | 'field' | 'appearance' | 'certify' | 'level'
>

/** The members as they were given. */
export interface SignMembers extends SignMemberOptions, ReviewOptions {}

/** Levels that can be asked for. */
const LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const satisfies readonly PadesLevel[]

/** Coordinates past these are outside of any page (ISO 32000-2, annex C). */
const MAX_COORDINATE = 14_400

/** The schema of each member. */
export function signMemberShape(z: Zod) {
  const { maxDocumentNameLength, maxReasonLength, maxLocationLength, maxFieldNameLength } = SIGN_REQUEST_LIMITS
  const text = (maxLength: number) =>
    z
      .string()
      .max(maxLength)
      .refine((value) => isOneLine(value) && !isBlank(value), {
        error: 'The text may not be blank, nor hold control characters, line breaks or broken Unicode.',
        params: { code: 'invalid_text' },
      })
  return {
    documentName: text(maxDocumentNameLength)
      .describe('Name of the document on the certificate page and in the record. Default: its title.')
      .optional(),
    reason: text(maxReasonLength)
      .describe('Why the document is signed, shown by viewers. Default: a sentence with the signer and the event id.')
      .optional(),
    location: text(maxLocationLength).describe('Where it is signed, shown by viewers.').optional(),
    field: text(maxFieldNameLength)
      .describe('Fully qualified name of an existing, empty signature field to sign. Default: a new field.')
      .optional(),
    appearance: appearanceSchema(z).optional(),
    certify: z
      .union([z.literal(1), z.literal(2), z.literal(3)])
      .describe('Certifies the document: 1 permits no change, 2 form filling and signing, 3 annotations too (DocMDP).')
      .optional(),
    level: z
      .enum(LEVELS)
      .describe('The PAdES baseline level of the signature, among those that the service offers. Default: its own.')
      .optional(),
  }
}

/** How a new field is drawn. */
function appearanceSchema(z: Zod) {
  const coordinate = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE)
  const rectangle = z
    .tuple([coordinate, coordinate, coordinate, coordinate])
    .refine(([x1, y1, x2, y2]) => Math.abs(x2 - x1) >= 1 && Math.abs(y2 - y1) >= 1, {
      error: 'The rectangle has no area.',
      params: { code: 'no_area' },
    })
    .describe("Lower left x and y, upper right x and y, in points of the page's own coordinate system.")
  return z
    .strictObject({
      page: z.int().min(1).max(1_000_000).meta({ description: 'Page number, counted from 1. Default 1.' }).optional(),
      rectangle,
    })
    .describe('Draws the new field. Default: invisible. An existing `field` is always drawn in its own rectangle.')
}

/** The same as a schema, without what is undefined. */
export type SignMembersSchema = ZodType<{ readonly [K in keyof SignMembers]: SignMembers[K] | undefined }>

/**
 * @throws SealwrightError `invalid_request` for members that the host does not let callers give, and for two that exclude each
 * other
 */
export function assertSignMembers(members: SignMembers, allowed: readonly SignMember[] = SIGN_MEMBERS): void {
  const refused = SIGN_MEMBERS.filter((name) => members[name] !== undefined && !allowed.includes(name))
  if (refused.length > 0) {
    throw invalidInput(
      refused.map((name) => ({
        pointer: `/${name}`,
        code: 'not_allowed',
        message: `This service does not let requests give "${name}".`,
      })),
    )
  }
  if (members.field === undefined || members.appearance === undefined) return
  const message = 'An existing field is drawn in its own place: give either "field" or "appearance".'
  throw invalidInput([{ pointer: '/appearance', code: 'exactly_one', message }])
}

/** The options for one signature: those of the host, and what the request gives in their place. */
export function mergeSignMembers<T extends SignMemberOptions>(settings: T, members: SignMembers): T {
  const merged = { ...settings, ...members }
  // Of these two, the host's gives way to the request's.
  if (members.field !== undefined) delete (merged as { appearance?: unknown }).appearance
  if (members.appearance !== undefined) delete (merged as { field?: unknown }).field
  return merged
}

/** @throws SealwrightError `invalid_request` for names that there are not */
export function assertMemberNames(names: readonly string[] | undefined): void {
  const known: readonly string[] = SIGN_MEMBERS
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new SealwrightError('invalid_request', `signMembers: there is no member "${unknown}" of sign requests.`)
  }
}

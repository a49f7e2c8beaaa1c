/**
 * Members of a sign request that become options of signDocument, and the check of which the host permits.
 *
 * @module
 */

import type { ZodType } from 'zod'
import type { ReviewOptions } from '../../convert/review-options.js'
import { isOneLine } from '../../input/one-line.js'
import { isBlank } from '../../sign/request/request-text.js'
import { SIGN_REQUEST_LIMITS } from '../../sign/request/sign-request-limits.js'
import type { SignatureAppearance, SignatureImage, SignOptions } from '../../sign/sign-options.js'
import { PADES_LEVELS } from '../../trust/trust-report.js'
import { decodeBase64 } from '../json/decode-base64.js'
import { invalidInput } from './invalid-input.js'
import { MEMBER_LIMITS } from './member-limits.js'
import { ALL_MEMBERS, SIGN_MEMBERS, type SignMember } from './sign-member-names.js'

type Zod = typeof import('zod')

/** The options of signDocument that callers may give as members. */
type SignMemberOptions = Pick<
  SignOptions,
  'documentName' | 'reason' | 'location' | 'field' | 'appearance' | 'certify' | 'level'
>

/** A picture in JSON. */
interface ImageMember {
  readonly base64: string
  readonly position?: 'beside' | 'behind' | 'alone' | undefined
  readonly opacity?: number | undefined
}

/** An appearance in JSON. */
interface AppearanceMember {
  readonly page?: number | undefined
  readonly rectangle?: readonly [number, number, number, number] | undefined
  readonly image?: ImageMember | undefined
}

/** The members as the caller gave them. */
export interface SignMembers extends Omit<SignMemberOptions, 'appearance'>, ReviewOptions {
  readonly appearance?: AppearanceMember
}

/** Largest coordinate on any page, in units of user space (ISO 32000-2, annex C). */
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
      .enum(PADES_LEVELS)
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
      rectangle: rectangle.optional(),
      image: imageSchema(z).optional(),
    })
    .refine(({ rectangle: place, image }) => place !== undefined || image !== undefined, {
      error: 'A new field needs a rectangle.',
      path: ['rectangle'],
      params: { code: 'required' },
    })
    .describe(
      'Draws the new field, and needs its `rectangle`. Default: invisible. An existing `field` is drawn in its own rectangle and takes the `image` alone.',
    )
}

/** The picture in a signature. */
function imageSchema(z: Zod) {
  const { maxSignatureImageBytes } = MEMBER_LIMITS
  return z
    .strictObject({
      base64: z
        .string()
        .min(1)
        .max(4 * Math.ceil(maxSignatureImageBytes / 3))
        .meta({
          description: `A PNG or JPEG file of at most ${maxSignatureImageBytes} bytes, in base64 (RFC 4648, section 4).`,
          contentEncoding: 'base64',
        }),
      position: z
        .enum(['beside', 'behind', 'alone'])
        .describe('Where it stands: beside the text, behind it, or without any text. Default: beside.')
        .optional(),
      opacity: z.number().min(0).max(1).describe('Default: 0.25 behind the text, else 1.').optional(),
    })
    .describe('Handwriting, a stamp or a logo in the visible signature.')
}

/** Schema of the members, without those that are undefined. */
export type SignMembersSchema = ZodType<{ readonly [K in keyof SignMembers]: SignMembers[K] | undefined }>

/**
 * @throws SealwrightError `invalid_request` for members that the host does not permit, and for two members that exclude each
 * other
 */
export function assertSignMembers(members: SignMembers, allowed: readonly SignMember[] = ALL_MEMBERS): void {
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
  const { field, appearance } = members
  if (appearance?.image !== undefined) assertImage(appearance.image, allowed)
  if (field === undefined && appearance !== undefined && appearance.rectangle === undefined) {
    const message = 'A new field needs a rectangle.'
    throw invalidInput([{ pointer: '/appearance/rectangle', code: 'required', message }])
  }
  if (field === undefined || (appearance?.rectangle ?? appearance?.page) === undefined) return
  const message = 'An existing signature field keeps its position: send "field" or "appearance", not both.'
  throw invalidInput([{ pointer: '/appearance', code: 'exactly_one', message }])
}

function assertImage({ base64 }: ImageMember, allowed: readonly SignMember[]): void {
  if (!allowed.includes('appearance.image')) {
    const message = 'This service does not let requests give a picture.'
    throw invalidInput([{ pointer: '/appearance/image', code: 'not_allowed', message }])
  }
  if (decodeBase64(base64) !== undefined) return
  const message = 'This is not base64 (RFC 4648, section 4, with padding and without line breaks).'
  throw invalidInput([{ pointer: '/appearance/image/base64', code: 'invalid_base64', message }])
}

/** Turns an appearance in JSON into the option of signDocument. */
function toAppearance({ page, rectangle, image }: AppearanceMember): SignatureAppearance {
  return {
    ...(page === undefined ? {} : { page }),
    ...(rectangle === undefined ? {} : { rectangle }),
    ...(image === undefined ? {} : { image: toImage(image) }),
  }
}

function toImage({ base64, position, opacity }: ImageMember): SignatureImage {
  return {
    bytes: decodeBase64(base64) ?? new Uint8Array(0),
    ...(position === undefined ? {} : { position }),
    ...(opacity === undefined ? {} : { opacity }),
  }
}

/** The options of one signature: the host's, overridden by those of the request. */
export function mergeSignMembers<T extends SignMemberOptions>(settings: T, given: SignMembers): T {
  const { appearance, ...others } = given
  const members: SignMemberOptions =
    appearance === undefined ? others : { ...others, appearance: toAppearance(appearance) }
  const merged = { ...settings, ...members }
  // `field` and `appearance` exclude each other, so the host's gives way to the request's.
  if (members.field !== undefined && appearance === undefined) delete (merged as { appearance?: unknown }).appearance
  if (appearance?.rectangle !== undefined) delete (merged as { field?: unknown }).field
  return merged
}

/**
 * Determines what the seed values of a field require of its signature's level, before anything is planned.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { PdfDocument } from '../../pdf/document.js'
import { readFields } from '../../pdf/forms.js'
import type { TimestampAuthority } from '../../trust/stamping.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { reaches } from '../level/level-options.js'
import type { SignOptions } from '../sign-options.js'
import { quote } from './quote.js'
import { readSeedValues, type SeedValues } from './seed-values.js'

/** The options after applying the field's requirements. */
interface DemandedOptions {
  readonly options: SignOptions
  /** The lowest level that the signature must reach. */
  readonly leastLevel: PadesLevel
  /** Address of the authority that the field requests. */
  readonly authorityUrl?: string | undefined
  readonly warnings: readonly string[]
}

/**
 * Raises the level of a signature to what its field requires (/TimeStamp and /AddRevInfo), if the caller named none and there
 * are authorities for it. An authority's address in the document is never contacted for that reason. If one of the caller's
 * authorities has this address, it is asked first.
 */
export function demandOfField(pdf: Uint8Array, options: SignOptions): DemandedOptions {
  const seed = options.field === undefined ? undefined : readSeed(pdf, options.field, options.password)
  const leastLevel = seed === undefined ? 'B-B' : requiredLevel(seed)
  const { timestampAuthorities = [], level } = options
  if (seed === undefined || leastLevel === 'B-B' || timestampAuthorities.length === 0) {
    return { options, leastLevel: 'B-B', warnings: [] }
  }
  const raised = level === undefined ? { ...options, level: leastLevel } : options
  const authorityUrl = seed.timestampUrl
  const isKnown = authorityUrl === undefined || timestampAuthorities.some(({ url }) => isSameUrl(url, authorityUrl))
  const message = `The field names the time-stamping authority ${quote(authorityUrl ?? '')}, which is not one of this service: another one stamped.`
  return {
    options: { ...raised, timestampAuthorities: preferAuthority(timestampAuthorities, authorityUrl) },
    leastLevel: reaches(raised.level ?? 'B-B', leastLevel) ? leastLevel : 'B-B',
    authorityUrl,
    warnings: isKnown ? [] : [message],
  }
}

/** The level that a field requires of its signature. */
function requiredLevel({ needsTimestamp, required, addRevInfo }: SeedValues): PadesLevel {
  if (required.has('AddRevInfo') && addRevInfo === true) return 'B-LT'
  return needsTimestamp ? 'B-T' : 'B-B'
}

/** The authorities, beginning with the one that has an address. */
export function preferAuthority(
  authorities: readonly TimestampAuthority[],
  url: string | undefined,
): readonly TimestampAuthority[] {
  const named = authorities.find((each) => url !== undefined && isSameUrl(each.url, url))
  return named === undefined ? authorities : [named, ...authorities.filter((each) => each !== named)]
}

function isSameUrl(a: string | undefined, b: string): boolean {
  return a !== undefined && URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href
}

/** The seed values of a field. An unreadable document or field is reported when the signature is planned. */
function readSeed(pdf: Uint8Array, name: string, password: SignOptions['password']): SeedValues | undefined {
  try {
    const document = PdfDocument.open(pdf, { password })
    const field = readFields(document).find((each) => each.name === name)
    return field === undefined ? undefined : readSeedValues(document, field.dict)
  } catch (error) {
    if (error instanceof SealwrightError) return undefined
    throw error
  }
}

/**
 * How a host makes the certificate page its own.
 *
 * @module
 */
import {
  BYTES,
  invalidOption,
  members,
  must,
  OBJECT,
  type OptionTable,
  required,
  SWITCH,
  TEXT,
} from '../../input/check-options.js'
import { EN_CERTIFICATE } from '../../texts/certificate/en.js'
import type { CertificateTexts } from '../../texts/en.js'
import { isLanguage, LANGUAGES } from '../../texts/texts.js'

/**
 * Appearance and language of the certificate page. Its contents stay the same: a brand can neither leave out a fact nor
 * change one.
 *
 * @example
 * ```ts
 * const brand: CertificateBrand = {
 *   logo: { bytes: await readFile('logo.svg'), description: 'Acme' },
 *   colors: { accent: '#5b2a86' },
 *   language: 'de',
 *   timeZone: 'Europe/Berlin',
 *   verificationUrl: 'https://sign.example.com/v1/check',
 *   qrCode: true,
 * }
 * ```
 */
export interface CertificateBrand {
  /**
   * A PNG, JPEG or SVG file of at most 4 MB. `description` is its alternative text. Default: a text that calls it the
   * service's logo.
   */
  readonly logo?: { readonly bytes: Uint8Array; readonly description?: string | undefined } | undefined
  /** Colours as `#rrggbb`. An accent that is too pale to be read is only used for the rule. */
  readonly colors?:
    | { readonly accent?: string | undefined; readonly text?: string | undefined; readonly label?: string | undefined }
    | undefined
  /** Language of the labels: `en`, `de`, `fr`, `es`, or any (BCP 47) with `texts`. Default `en`. */
  readonly language?: string | undefined
  /** Your own labels instead of the built-in ones: each key of the table, with its placeholders in braces. */
  readonly texts?: CertificateTexts | undefined
  /** IANA name of a time zone, for example `Europe/Berlin`, whose local time is shown beside UTC. Default: UTC only. */
  readonly timeZone?: string | undefined
  /**
   * Where the document can be checked, for example your `/v1/check`; http or https. `{eventId}` in it stands for the event's
   * identifier. Default: no address.
   */
  readonly verificationUrl?: string | undefined
  /** Draws a QR code that leads to `verificationUrl`. Default false. */
  readonly qrCode?: boolean | undefined
}

const COLOR = must('a colour such as #0d4554', (value) => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value))

/** Table of the members of a {@link CertificateBrand}. */
export const BRAND_TABLE: OptionTable<CertificateBrand> = {
  logo: members<NonNullable<CertificateBrand['logo']>>({ bytes: required(BYTES), description: TEXT }),
  colors: members<NonNullable<CertificateBrand['colors']>>({ accent: COLOR, text: COLOR, label: COLOR }),
  language: TEXT,
  texts: OBJECT,
  timeZone: must('the IANA name of a time zone', isTimeZone),
  verificationUrl: must('an address with http or https, of at most 500 characters', isWebAddress),
  qrCode: SWITCH,
}

/** Throws `invalid_request` for members of a brand that contradict each other. */
export function assertBrand(brand: CertificateBrand | undefined): void {
  if (brand === undefined) return
  const { language = 'en', texts, verificationUrl, qrCode } = brand
  assertTexts(language, texts)
  if (qrCode === true && verificationUrl === undefined) {
    throw invalidOption(['brand', 'verificationUrl'], 'brand.qrCode needs brand.verificationUrl.')
  }
}

function assertTexts(language: unknown, texts: CertificateTexts | undefined): void {
  if (texts === undefined) {
    if (isLanguage(language)) return
    const message = `brand.language must be one of ${LANGUAGES.join(', ')}, or come with brand.texts.`
    throw invalidOption(['brand', 'language'], message)
  }
  if (!isLanguageTag(language))
    throw invalidOption(['brand', 'language'], 'brand.language must be a language tag (BCP 47).')
  for (const [key, text] of Object.entries(EN_CERTIFICATE)) {
    const given: unknown = texts[key as keyof CertificateTexts]
    const path = ['brand', 'texts', key]
    if (typeof given !== 'string') throw invalidOption(path, `brand.texts.${key} is missing.`)
    const places = (source: string) => (source.match(/\{\w+\}/g) ?? []).toSorted().join()
    const wanted = places(text)
    if (places(given) !== wanted) {
      const what = wanted === '' ? 'no placeholders' : `the placeholders ${wanted}, each as often as in English`
      throw invalidOption(path, `brand.texts.${key} must have ${what}.`)
    }
  }
}

function isLanguageTag(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function isTimeZone(value: unknown): boolean {
  try {
    return typeof value === 'string' && new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}

/** Longest address in characters. Phones could not read the QR code of a longer one in print. */
const MAX_ADDRESS = 500

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !/^[\x21-\x7e]+$/.test(value)) return false
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

/** The address where a document can be checked. */
export function verificationAddress({ verificationUrl }: CertificateBrand, eventId: string): string | undefined {
  return verificationUrl?.replaceAll('{eventId}', encodeURIComponent(eventId.replace(/\p{Cs}/gu, '\u{fffd}')))
}

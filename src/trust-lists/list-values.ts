/**
 * Namespaces and single values of trusted lists.
 *
 * @module
 */

import { refuseList } from './xml/list-error.js'
import { XML_NAMESPACE } from './xml/resolve-names.js'
import { contentText, nestedElements, type SignedElement } from './xml/signed-tree.js'

export const TSL_NAMESPACE = 'http://uri.etsi.org/02231/v2#'
export const ADDITIONAL_NAMESPACE = 'http://uri.etsi.org/02231/v2/additionaltypes#'
export const QUALIFIERS_NAMESPACE = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#'
export const XADES_NAMESPACE = 'http://uri.etsi.org/01903/v1.3.2#'

/** Groups of addresses by which ETSI names things, for example `Svcstatus/granted`. */
type EtsiGroup = 'TSLType' | 'Svctype' | 'Svcstatus' | 'SvcInfoExt'

/**
 * The name that ETSI has given to an address, for example `granted` or `CA/QC`. Addresses of others are returned whole, since
 * they mean what their owner says. Text that is no address has no meaning.
 */
export function etsiName(uri: string, group: EtsiGroup): string {
  const [, found, name] = ETSI_NAME.exec(uri) ?? []
  return found?.toLowerCase() === group.toLowerCase() && name !== undefined ? name : URL.canParse(uri) ? uri : ''
}

/** The path before the group is absent or the name of a directory, which was `eSigDir-1999-93-EC-TrustedList` until 2013. */
const ETSI_NAME =
  /^https?:\/\/uri\.etsi\.org\/TrstSvc\/(?:[\w-]{1,60}\/)?(TSLType|Svctype|Svcstatus|SvcInfoExt)\/([\w-]+(?:\/[\w-]+)*)\/?$/i

/** The time in an element, as ISO 8601. */
export function timeOf(element: SignedElement | undefined, what: string): string {
  const text = contentText(element)
  const time = Date.parse(text)
  const [, day] = DATE_TIME.exec(text) ?? []
  // Date.parse takes February 30 for March 2.
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  if (!isDay || Number.isNaN(time)) throw refuseList('content_malformed', `${what} is no time.`)
  return new Date(time).toISOString()
}

/** A date and time in UTC (TS 119 612, 5.1.4). Offsets are accepted, since lists of other countries have them. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** The English text among texts in several languages, or else the first one. */
export function englishText(parent: SignedElement | undefined, name: string): string {
  const texts = parent === undefined ? [] : nestedElements(parent, TSL_NAMESPACE, name)
  const english = texts.find(({ attributes }) =>
    attributes.some(
      ({ namespace, localName, value }) => namespace === XML_NAMESPACE && localName === 'lang' && /^en\b/i.test(value),
    ),
  )
  return contentText(english ?? texts[0])
    .replace(/\s+/g, ' ')
    .slice(0, MAX_NAME)
}

/** Longest name, in characters. Names of providers have up to about two hundred. */
const MAX_NAME = 500

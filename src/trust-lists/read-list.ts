/**
 * From the bytes of a trusted list to its content: the list is authenticated first, then read (ETSI TS 119 612).
 *
 * @module
 */

import type { Certificate } from '../cms/certificates.js'
import type { ListContent, ListedService, ListPointer } from './list-content.js'
import { ADDITIONAL_NAMESPACE, englishText, etsiName, TSL_NAMESPACE as TSL, timeOf } from './list-values.js'
import { certificatesIn, readService } from './read-service.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'
import { checkListSignature } from './xml/check-list-signature.js'
import { refuseList } from './xml/list-error.js'
import { readSignedXml } from './xml/read-signed-xml.js'
import { contentText, elementOf, isSignedElement, nestedElements, type SignedElement } from './xml/signed-tree.js'

/** The content of a list, with the certificate that signed it. */
export interface AuthenticList {
  readonly content: ListContent
  readonly signer: Certificate
}

/** How far the issue time of a list may be ahead of the clock, in milliseconds. */
const CLOCK_SKEW_MS = 24 * 3_600_000

/**
 * Authenticates a list and reads it.
 *
 * @param signers certificates of which one must have signed
 * @param time the moment at which the list is used
 * @throws SealwrightError `trust_list_refused`
 */
export function readAuthenticList(bytes: Uint8Array, signers: readonly Certificate[], time: Date): AuthenticList {
  const document = readSignedXml(bytes)
  const { root } = document
  if (root.namespace !== TSL || root.localName !== 'TrustServiceStatusList') {
    throw refuseList('not_a_trusted_list', 'it is no trusted list.')
  }
  const signer = checkListSignature(document, signers)
  const content = readContent(root)
  const issued = new Date(content.issuedAt)
  if (issued.getTime() > time.getTime() + CLOCK_SKEW_MS) {
    throw refuseList('issued_in_future', `it was issued on ${content.issuedAt}, which has not come yet.`)
  }
  // Issue times are exact to the hour, some to the day. So a signer's certificate may begin up to a day after the list.
  if (issued.getTime() < signer.notBefore.getTime() - CLOCK_SKEW_MS || issued > signer.notAfter) {
    throw refuseList('signer_not_valid', "its signer's certificate was not valid when it was issued.")
  }
  return { content, signer }
}

function readContent(root: SignedElement): ListContent {
  const scheme = elementOf(root, TSL, 'SchemeInformation')
  if (scheme === undefined) throw refuseList('content_malformed', 'it says nothing about its scheme.')
  const version = numberIn(scheme, 'TSLVersionIdentifier')
  // Version 5 is TS 119 612 v2.1.1. Version 6 is v2.2.1 and later, which the EU uses from 2026 on.
  if (version !== 5 && version !== 6)
    throw refuseList('version_unknown', `its version is ${version}, and 5 and 6 are known.`)
  const information = elementOf(scheme, TSL, 'SchemeInformationURI')
  return {
    version,
    sequenceNumber: numberIn(scheme, 'TSLSequenceNumber'),
    type: etsiName(contentText(elementOf(scheme, TSL, 'TSLType')), 'TSLType'),
    territory: contentText(elementOf(scheme, TSL, 'SchemeTerritory')).toUpperCase(),
    operator: englishText(elementOf(scheme, TSL, 'SchemeOperatorName'), 'Name'),
    issuedAt: timeOf(elementOf(scheme, TSL, 'ListIssueDateTime'), 'the time of its issue'),
    nextUpdate: nextUpdateOf(elementOf(scheme, TSL, 'NextUpdate')),
    informationUris: information === undefined ? [] : nestedElements(information, TSL, 'URI').map(contentText),
    pointers: readPointers(elementOf(scheme, TSL, 'PointersToOtherTSL')),
    services: readServices(elementOf(root, TSL, 'TrustServiceProviderList')),
  }
}

/** The NextUpdate of a list; null for an empty one, which closes the list (5.3.15). Only an empty one: a list must end. */
function nextUpdateOf(element: SignedElement | undefined): string | null {
  const time = elementOf(element, TSL, 'dateTime')
  if (time !== undefined) return timeOf(time, 'its NextUpdate')
  if (element === undefined || contentText(element) !== '') {
    throw refuseList('content_malformed', 'it does not say when the next one comes.')
  }
  return null
}

function numberIn(scheme: SignedElement, name: string): number {
  const text = contentText(elementOf(scheme, TSL, name))
  if (!/^\d{1,9}$/.test(text)) throw refuseList('content_malformed', `its ${name} is no number.`)
  return Number(text)
}

function readPointers(element: SignedElement | undefined): ListPointer[] {
  const pointers = element === undefined ? [] : nestedElements(element, TSL, 'OtherTSLPointer')
  return pointers.slice(0, TRUST_LIST_LIMITS.maxPointers).map(readPointer)
}

function readPointer(element: SignedElement): ListPointer {
  const identities = elementOf(element, TSL, 'ServiceDigitalIdentities')
  const additional = elementOf(element, TSL, 'AdditionalInformation')
  const others = additional === undefined ? [] : nestedElements(additional, TSL, 'OtherInformation')
  const items = others.flatMap((other) => other.children.filter(isSignedElement))
  const textOf = (namespace: string, name: string) => {
    const [text = '', other] = items
      .filter((item) => item.namespace === namespace && item.localName === name)
      .map(contentText)
    if (other !== undefined) throw refuseList('content_malformed', `a pointer of it has two elements ${name}.`)
    return text
  }
  return {
    url: contentText(elementOf(element, TSL, 'TSLLocation')),
    territory: textOf(TSL, 'SchemeTerritory').toUpperCase(),
    mimeType: textOf(ADDITIONAL_NAMESPACE, 'MimeType').toLowerCase(),
    type: etsiName(textOf(TSL, 'TSLType'), 'TSLType'),
    signers: certificatesIn(identities === undefined ? [] : nestedElements(identities, TSL, 'ServiceDigitalIdentity')),
  }
}

function readServices(list: SignedElement | undefined): ListedService[] {
  const services: ListedService[] = []
  let periods = 0
  for (const provider of list === undefined ? [] : nestedElements(list, TSL, 'TrustServiceProvider')) {
    const name = englishText(elementOf(elementOf(provider, TSL, 'TSPInformation'), TSL, 'TSPName'), 'Name')
    const entries = elementOf(provider, TSL, 'TSPServices')
    for (const entry of entries === undefined ? [] : nestedElements(entries, TSL, 'TSPService')) {
      const service = readService(entry, name)
      periods += service.periods.length
      if (periods > TRUST_LIST_LIMITS.maxServicePeriods) throw refuseList('too_complex', 'it has too many services.')
      services.push(service)
    }
  }
  return services
}

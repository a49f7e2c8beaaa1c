/**
 * Reads the entry of a service and its history (ETSI TS 119 612, 5.5 and 5.6).
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { parseCertificate } from '../cms/certificates.js'
import { append } from '../lists.js'
import { isApproval, type ServicePeriod, type ServiceQualification } from '../trust/qualified.js'
import type { ListedCertificate, ListedService } from './list-content.js'
import {
  ADDITIONAL_NAMESPACE,
  englishText,
  etsiName,
  QUALIFIERS_NAMESPACE,
  TSL_NAMESPACE as TSL,
  timeOf,
} from './list-values.js'
import { readCriteria } from './read-criteria.js'
import { subjectHash } from './subject-hash.js'
import { base64Bytes } from './xml/check-list-signature.js'
import {
  attributeValue,
  contentText,
  elementOf,
  isSignedElement,
  nestedElements,
  type SignedElement,
} from './xml/signed-tree.js'

/** The identity of a service: certificates, key identifiers and names. */
type Identity = Pick<ListedService, 'certificates' | 'keyIdentifiers' | 'subjectNames'>

/** Reads a TSPService. */
export function readService(element: SignedElement, provider: string): ListedService {
  const information = elementOf(element, TSL, 'ServiceInformation')
  const history = elementOf(element, TSL, 'ServiceHistory')
  const instances = history === undefined ? [] : nestedElements(history, TSL, 'ServiceHistoryInstance')
  const present = information === undefined ? undefined : readPeriod(information)
  // A past that begins after the present contradicts it. What approves of the service is not taken from there.
  const past = instances
    .map(readPeriod)
    .filter(({ since, status }) => present === undefined || since <= present.since || !isApproval(status))
  const periods = [...(present === undefined ? [] : [present]), ...past]
  // The standard asks for this order, but not every list has it.
  periods.sort((a, b) => Date.parse(b.since) - Date.parse(a.since))
  const identities = information === undefined ? [] : nestedElements(information, TSL, 'ServiceDigitalIdentity')
  return { provider, ...readIdentity(identities), periods }
}

/** Certificates of the identities of a service or of the signers of a list, in base64. */
export function certificatesIn(identities: readonly SignedElement[]): string[] {
  const ids = identities.flatMap((identity) => nestedElements(identity, TSL, 'DigitalId'))
  return ids
    .flatMap((id) => nestedElements(id, TSL, 'X509Certificate'))
    .map((certificate) => Buffer.from(base64Bytes(contentText(certificate))).toString('base64'))
}

function readIdentity(identities: readonly SignedElement[]): Identity {
  const ids = identities.flatMap((identity) => nestedElements(identity, TSL, 'DigitalId'))
  const textsOf = (name: string) => ids.flatMap((id) => nestedElements(id, TSL, name)).map(contentText)
  return {
    certificates: [...new Set(certificatesIn(identities))].flatMap(describeListed),
    keyIdentifiers: [...new Set(textsOf('X509SKI').map((text) => toHex(base64Bytes(text))))],
    subjectNames: [...new Set(textsOf('X509SubjectName'))],
  }
}

/** A certificate with the values by which it is found. A few certificates in lists cannot be read: they are left out. */
function describeListed(der: string): ListedCertificate[] {
  try {
    return [{ der, subject: subjectHash(parseCertificate(new Uint8Array(Buffer.from(der, 'base64'))).subject) }]
  } catch {
    return []
  }
}

function readPeriod(element: SignedElement): ServicePeriod {
  const extensions = elementOf(element, TSL, 'ServiceInformationExtensions')
  const found = readExtensions(extensions === undefined ? [] : nestedElements(extensions, TSL, 'Extension'))
  return {
    type: etsiName(contentText(elementOf(element, TSL, 'ServiceTypeIdentifier')), 'Svctype'),
    status: etsiName(contentText(elementOf(element, TSL, 'ServiceStatus')), 'Svcstatus'),
    since: timeOf(elementOf(element, TSL, 'StatusStartingTime'), 'the beginning of a status'),
    name: englishText(elementOf(element, TSL, 'ServiceName'), 'Name'),
    ...found,
  }
}

type Extensions = Pick<ServicePeriod, 'additionalInfo' | 'qualifications' | 'hasUnknownCritical'>

/** Extensions that do not affect whether a certificate is qualified, with the namespaces that lists write them in. */
const isHarmless = ({ localName, namespace }: SignedElement) =>
  (localName === 'TakenOverBy' && namespace === ADDITIONAL_NAMESPACE) ||
  (localName === 'ExpiredCertsRevocationInfo' && namespace === TSL)

function readExtensions(extensions: readonly SignedElement[]): Extensions {
  const additionalInfo: string[] = []
  const qualifications: ServiceQualification[] = []
  let hasUnknownCritical = false
  for (const extension of extensions) {
    const isCritical = !/^\s*(?:false|0)\s*$/.test(attributeValue(extension, 'Critical') ?? '')
    const contents = extension.children.filter(isSignedElement)
    if (isCritical && contents.length === 0) hasUnknownCritical = true
    for (const content of contents) {
      if (content.localName === 'AdditionalServiceInformation' && content.namespace === TSL) {
        additionalInfo.push(etsiName(contentText(elementOf(content, TSL, 'URI')), 'SvcInfoExt'))
      } else if (content.localName === 'Qualifications' && content.namespace === QUALIFIERS_NAMESPACE) {
        const entries = nestedElements(content, QUALIFIERS_NAMESPACE, 'QualificationElement')
        append(qualifications, entries.map(readQualification))
      } else if (isCritical && !isHarmless(content)) hasUnknownCritical = true
    }
  }
  return { additionalInfo, qualifications, hasUnknownCritical }
}

function readQualification(element: SignedElement): ServiceQualification {
  const list = elementOf(element, QUALIFIERS_NAMESPACE, 'Qualifiers')
  const qualifiers = list === undefined ? [] : nestedElements(list, QUALIFIERS_NAMESPACE, 'Qualifier')
  const criteria = elementOf(element, QUALIFIERS_NAMESPACE, 'CriteriaList')
  return {
    qualifiers: qualifiers.map((qualifier) => etsiName(attributeValue(qualifier, 'uri') ?? '', 'SvcInfoExt')),
    criteria: criteria === undefined ? { kind: 'unknown' } : readCriteria(criteria),
  }
}

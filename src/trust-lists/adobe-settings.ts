/**
 * Reads Adobe's list: `SecuritySettings.xml`, attached to a PDF.
 *
 * @module
 */

import { type Certificate, parseCertificate } from '../cms/certificates.js'
import { formatName } from '../cms/names.js'
import { nameTreeEntries } from '../pdf/catalog.js'
import { PdfDocument } from '../pdf/document.js'
import { PdfDict, type PdfObject, PdfStream, PdfString } from '../pdf/objects.js'
import { decodeTextString } from '../pdf/text.js'
import type { ListedService } from './list-content.js'
import { subjectHash } from './subject-hash.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'
import { base64Bytes } from './xml/check-list-signature.js'
import { refuseList } from './xml/list-error.js'
import { readSignedXml } from './xml/read-signed-xml.js'
import { contentText, elementOf, nestedElements, type SignedElement } from './xml/signed-tree.js'

const FILE_NAME = 'SecuritySettings.xml'

/** Type of all services of Adobe's list. The list itself states none. */
const AATL_TYPE = 'AATL'

/** Time from which the certificates of Adobe's list are trusted. The list itself states none. */
const ALWAYS = '1970-01-01T00:00:00.000Z'

/**
 * Reads the certificates that Adobe's list makes trusted roots for signed documents.
 *
 * @param bytes a PDF whose signature was found to be right
 * @throws SealwrightError `trust_list_refused`
 */
export function readAdobeSettings(bytes: Uint8Array): ListedService[] {
  const { root } = readSignedXml(attachedSettings(PdfDocument.open(bytes)))
  const list = elementOf(root, '', 'TrustedIdentities')
  if (root.localName !== 'SecuritySettings' || list === undefined) {
    throw refuseList('not_a_trusted_list', 'the settings in it hold no trusted identities.')
  }
  return nestedElements(list, '', 'Identity').filter(isTrustedRoot).flatMap(readIdentityEntry)
}

/** The attachment of that name. A file with two of them is refused, since it would not be clear which one counts. */
function attachedSettings(document: PdfDocument): Uint8Array {
  const tree = document.lookupDict(document.catalog, 'Names')?.get('EmbeddedFiles')
  const found = [...nameTreeEntries(document, tree)].flatMap(([, value]) => settingsIn(document, value))
  const [stream] = found
  if (stream === undefined || found.length > 1) {
    throw refuseList('not_a_trusted_list', `it does not have one attachment ${FILE_NAME}.`)
  }
  return document.decode(stream, { maxBytes: TRUST_LIST_LIMITS.maxListBytes })
}

function settingsIn(document: PdfDocument, value: PdfObject): PdfStream[] {
  const specification = document.resolve(value)
  if (!(specification instanceof PdfDict)) return []
  const name = document.resolve(specification.get('UF') ?? specification.get('F'))
  if (!(name instanceof PdfString) || decodeTextString(name.bytes) !== FILE_NAME) return []
  const files = document.lookupDict(specification, 'EF')
  const stream = document.resolve(files?.get('F') ?? files?.get('UF'))
  return stream instanceof PdfStream ? [stream] : []
}

/** True for an identity that becomes a trust anchor. ImportAction 1 adds an identity, 2 changes one, others remove it. */
function isTrustedRoot(identity: SignedElement): boolean {
  const action = contentText(elementOf(identity, '', 'ImportAction'))
  const root = contentText(elementOf(elementOf(identity, '', 'Trust'), '', 'Root'))
  return (action === '1' || action === '2') && root === '1'
}

function readIdentityEntry(identity: SignedElement): ListedService[] {
  const der = base64Bytes(contentText(elementOf(identity, '', 'Certificate')))
  let certificate: Certificate
  try {
    certificate = parseCertificate(der)
  } catch {
    return []
  }
  const { subject } = certificate
  const name = subject.commonName ?? subject.organization ?? formatName(subject)
  const period = { type: AATL_TYPE, status: 'granted', since: ALWAYS, name }
  return [
    {
      provider: subject.organization ?? name,
      certificates: [{ der: Buffer.from(der).toString('base64'), subject: subjectHash(subject) }],
      keyIdentifiers: [],
      subjectNames: [],
      periods: [{ ...period, additionalInfo: [], qualifications: [], hasUnknownCritical: false }],
    },
  ]
}

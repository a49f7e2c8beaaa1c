/**
 * Trusted lists made by the tests: written in canonical form, so that they are signed without a canonicalizer.
 *
 * @module
 */

import { createHash, sign } from 'node:crypto'
import type { Holder } from '../../trust/support/dated-pki.js'

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const QUALIFIERS = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#'
const ADDITIONAL = 'http://uri.etsi.org/02231/v2/additionaltypes#'
const INFO = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const tag = (name: string, content: string, attributes = '') => `<${name}${attributes}>${content}</${name}>`

/** A qualification: its qualifiers, and its criteria as XML. */
export interface MadeQualification {
  readonly qualifiers: readonly string[]
  readonly criteria: string
}

export interface MadePeriod {
  readonly type?: string
  readonly status?: string
  readonly since: string
  readonly info?: readonly string[]
  readonly qualifications?: readonly MadeQualification[]
  /** Further extensions, as XML. */
  readonly extensions?: string
}

export interface MadeService {
  readonly holders?: readonly Holder[]
  readonly keyIdentifiers?: readonly Uint8Array[]
  readonly subjectNames?: readonly string[]
  readonly provider?: string
  readonly name?: string
  /** The present first. */
  readonly periods: readonly MadePeriod[]
}

export interface MadePointer {
  readonly url: string
  readonly territory: string
  readonly type?: string
  readonly mimeType?: string
  readonly signers: readonly Holder[]
}

export interface ListOptions {
  readonly version?: number
  readonly sequenceNumber?: number
  readonly type?: string
  readonly territory?: string
  readonly issuedAt?: string
  readonly nextUpdate?: string | null
  readonly informationUris?: readonly string[]
  readonly pointers?: readonly MadePointer[]
  readonly services?: readonly MadeService[]
}

/** Criteria on certificate policies. */
export function policies(assert: string, ...oids: string[]): string {
  return criteria(assert, policySet(...oids))
}

export function criteria(assert: string, ...items: string[]): string {
  return `<q:CriteriaList xmlns:q="${QUALIFIERS}" assert="${assert}">${items.join('')}</q:CriteriaList>`
}

export function policySet(...oids: string[]): string {
  const identifiers = oids.map((oid) =>
    tag('q:PolicyIdentifier', `<x:Identifier xmlns:x="${XADES}">${oid}</x:Identifier>`),
  )
  return tag('q:PolicySet', identifiers.join(''))
}

export function keyUsage(bits: Readonly<Record<string, boolean>>): string {
  const list = Object.entries(bits).map(([name, value]) => `<q:KeyUsageBit name="${name}">${value}</q:KeyUsageBit>`)
  return tag('q:KeyUsage', list.join(''))
}

export function otherCriterion(name: 'ExtendedKeyUsage' | 'CertSubjectDNAttribute', ...oids: string[]): string {
  const inner = name === 'ExtendedKeyUsage' ? 'KeyPurposeId' : 'AttributeOID'
  const items = oids.map((oid) => tag(`a:${inner}`, `<x:Identifier xmlns:x="${XADES}">${oid}</x:Identifier>`))
  return tag('q:otherCriteriaList', `<a:${name} xmlns:a="${ADDITIONAL}">${items.join('')}</a:${name}>`)
}

function extensionsText({ info = [], qualifications = [], extensions = '' }: MadePeriod): string {
  const additional = info.map((each) =>
    tag(
      'Extension',
      tag('AdditionalServiceInformation', `<URI xml:lang="en">${INFO}/${each}</URI>`),
      ' Critical="true"',
    ),
  )
  const elements = qualifications.map(({ qualifiers, criteria: list }) => {
    const named = qualifiers.map((each) => `<q:Qualifier uri="${INFO}/${each}"></q:Qualifier>`)
    // The criteria bring a declaration of their own, which the element around has made already.
    return tag(
      'q:QualificationElement',
      tag('q:Qualifiers', named.join('')) + list.replaceAll(` xmlns:q="${QUALIFIERS}"`, ''),
    )
  })
  const qualified =
    elements.length === 0
      ? ''
      : tag(
          'Extension',
          `<q:Qualifications xmlns:q="${QUALIFIERS}">${elements.join('')}</q:Qualifications>`,
          ' Critical="true"',
        )
  const all = additional.join('') + qualified + extensions
  return all === '' ? '' : tag('ServiceInformationExtensions', all)
}

function periodText(service: MadeService, period: MadePeriod): string {
  const { type = 'CA/QC', status = 'granted', since } = period
  const ids = [
    ...(service.holders ?? []).map(({ certificate }) => tag('X509Certificate', base64(certificate.der))),
    ...(service.subjectNames ?? []).map((name) => tag('X509SubjectName', name)),
    ...(service.keyIdentifiers ?? []).map((id) => tag('X509SKI', base64(id))),
  ]
  return [
    tag('ServiceTypeIdentifier', `http://uri.etsi.org/TrstSvc/Svctype/${type}`),
    tag('ServiceName', `<Name xml:lang="en">${service.name ?? 'Service'}</Name>`),
    tag('ServiceDigitalIdentity', ids.map((id) => tag('DigitalId', id)).join('')),
    tag('ServiceStatus', `http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}`),
    tag('StatusStartingTime', since),
    extensionsText(period),
  ].join('')
}

function serviceText(service: MadeService): string {
  const [present, ...history] = service.periods
  if (present === undefined) throw new Error('A service has a present.')
  const old = history.map((period) => tag('ServiceHistoryInstance', periodText(service, period)))
  const text =
    tag('ServiceInformation', periodText(service, present)) +
    (old.length === 0 ? '' : tag('ServiceHistory', old.join('')))
  const provider = tag('TSPInformation', tag('TSPName', `<Name xml:lang="en">${service.provider ?? 'Provider'}</Name>`))
  return tag('TrustServiceProvider', provider + tag('TSPServices', tag('TSPService', text)))
}

function pointerText({
  url,
  territory,
  type = 'EUgeneric',
  mimeType = 'application/vnd.etsi.tsl+xml',
  signers,
}: MadePointer): string {
  const ids = signers.map(({ certificate }) =>
    tag('ServiceDigitalIdentity', tag('DigitalId', tag('X509Certificate', base64(certificate.der)))),
  )
  const facts = [
    tag('TSLType', `http://uri.etsi.org/TrstSvc/TrustedList/TSLType/${type}`),
    tag('SchemeTerritory', territory),
    `<a:MimeType xmlns:a="${ADDITIONAL}">${mimeType}</a:MimeType>`,
  ]
  return tag(
    'OtherTSLPointer',
    tag('ServiceDigitalIdentities', ids.join('')) +
      tag('TSLLocation', url) +
      tag('AdditionalInformation', facts.map((fact) => tag('OtherInformation', fact)).join('')),
  )
}

/** The list without its signature, in canonical form. `{signature}` stands where the signature goes. */
export function listText(options: ListOptions): string {
  const { version = 5, sequenceNumber = 1, type = 'EUgeneric', territory = 'DE' } = options
  const { issuedAt = '2026-01-01T00:00:00Z', nextUpdate = '2026-06-30T00:00:00Z' } = options
  const { informationUris = [], pointers = [], services = [] } = options
  const scheme = [
    tag('TSLVersionIdentifier', String(version)),
    tag('TSLSequenceNumber', String(sequenceNumber)),
    tag('TSLType', `http://uri.etsi.org/TrstSvc/TrustedList/TSLType/${type}`),
    tag('SchemeOperatorName', `<Name xml:lang="de">Amt</Name><Name xml:lang="en">Office of ${territory}</Name>`),
    tag('SchemeInformationURI', informationUris.map((uri) => `<URI xml:lang="en">${uri}</URI>`).join('')),
    tag('SchemeTerritory', territory),
    pointers.length === 0 ? '' : tag('PointersToOtherTSL', pointers.map(pointerText).join('')),
    tag('ListIssueDateTime', issuedAt),
    tag('NextUpdate', nextUpdate === null ? '' : tag('dateTime', nextUpdate)),
  ]
  const list = services.length === 0 ? '' : tag('TrustServiceProviderList', services.map(serviceText).join(''))
  const root = ' xmlns="http://uri.etsi.org/02231/v2#" Id="ID0001" TSLTag="http://uri.etsi.org/19612/TSLTag"'
  return tag('TrustServiceStatusList', `${tag('SchemeInformation', scheme.join(''))}${list}{signature}`, root)
}

/** How a signature differs from a right one. */
export interface SigningChanges {
  readonly uri?: string
  readonly transforms?: readonly string[]
  readonly canonicalization?: string
  readonly digest?: string
  readonly method?: string
  /** Text in canonical form whose digest is signed. Default: the list. */
  readonly signedText?: string
  /** Certificate in KeyInfo. Default: that of the signer. */
  readonly shown?: Holder | null
  /** Certificate that the properties name. Default: that of the signer. */
  readonly named?: Holder
  /** Further references, as XML. */
  readonly references?: string
  /** Content of the signature element after its other parts. */
  readonly objects?: string
}

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64')
const transformText = (algorithm: string) => `<ds:Transform Algorithm="${algorithm}"></ds:Transform>`

function propertiesText(named: Holder): string {
  const ds = ` xmlns:ds="${DSIG}"`
  const cert = createHash('sha256').update(named.certificate.der).digest('base64')
  const inner = tag(
    'xades:CertDigest',
    `<ds:DigestMethod${ds} Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue${ds}>${cert}</ds:DigestValue>`,
  )
  const signer = tag('xades:SigningCertificateV2', tag('xades:Cert', inner))
  const time = tag('xades:SigningTime', '2026-01-01T00:00:00Z')
  const content = tag('xades:SignedSignatureProperties', time + signer)
  return `<xades:SignedProperties xmlns:xades="${XADES}" Id="properties">${content}</xades:SignedProperties>`
}

/** The signature of a list. */
export function signatureText(text: string, signer: Holder, changes: SigningChanges = {}): string {
  const { uri = '', transforms = [`${DSIG}enveloped-signature`, EXCLUSIVE], shown = signer, named = signer } = changes
  const { canonicalization = EXCLUSIVE, references = '', objects = '', digest: digestMethod = SHA256 } = changes
  const { method = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' } = changes
  const properties = propertiesText(named)
  const reference = (target: string, list: readonly string[], value: string, type = '') =>
    `<ds:Reference${type} URI="${target}"><ds:Transforms>${list.map(transformText).join('')}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${digestMethod}"></ds:DigestMethod><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`
  const info =
    `<ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>` +
    reference(uri, transforms, digest(changes.signedText ?? text.replace('{signature}', ''))) +
    reference('#properties', [EXCLUSIVE], digest(properties), ` Type="http://uri.etsi.org/01903#SignedProperties"`) +
    references
  const canonical = `<ds:SignedInfo xmlns:ds="${DSIG}">${info}</ds:SignedInfo>`
  const value = sign('sha256', Buffer.from(canonical), { key: signer.privateKey, dsaEncoding: 'ieee-p1363' })
  const key =
    shown === null
      ? ''
      : `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64(shown.certificate.der)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  return (
    `<ds:Signature xmlns:ds="${DSIG}" Id="signature"><ds:SignedInfo>${info}</ds:SignedInfo>` +
    `<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>${key}` +
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#signature">${properties}</xades:QualifyingProperties></ds:Object>` +
    `${objects}</ds:Signature>`
  )
}

/** A signed list. */
export function signList(text: string, signer: Holder, changes: SigningChanges = {}): Uint8Array {
  return utf8(text.replace('{signature}', signatureText(text, signer, changes)))
}

export function makeList(signer: Holder, options: ListOptions = {}, changes: SigningChanges = {}): Uint8Array {
  return signList(listText(options), signer, changes)
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

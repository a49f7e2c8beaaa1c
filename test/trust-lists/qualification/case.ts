/**
 * Cases of qualification in short: a certificate, the services of a list, and the time of the signature.
 *
 * @module
 */

import { derOid, derSequence, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { concludeQualification } from '../../../src/trust/qualification/conclude-qualification.js'
import type { QualificationReport } from '../../../src/trust/qualification/qualification-report.js'
import { qualifySigner } from '../../../src/trust/qualification/qualify-signature.js'
import type { TrustLists } from '../../../src/trust/qualification/trust-service.js'
import { readAuthenticList } from '../../../src/trust-lists/read-list.js'
import { createTrustLists } from '../../../src/trust-lists/service-index.js'
import { extension, type Holder, makeHolder } from '../../trust/support/dated-pki.js'
import { criteria, keyUsage, type MadeService, makeList, otherCriterion, policySet } from '../support/make-list.js'

const operator = makeHolder('Operator', { from: '2020-01-01', to: '2040-01-01' })
export const root = makeHolder('Root', { from: '2010-01-01', to: '2040-01-01', kind: 'ca' })
export const ca = makeHolder('CA', { from: '2010-01-01', to: '2040-01-01', kind: 'ca', issuer: root })

const STATEMENTS: Readonly<Record<string, Uint8Array>> = {
  qc: derSequence(derOid('0.4.0.1862.1.1')),
  sscd: derSequence(derOid('0.4.0.1862.1.4')),
  esig: typeStatement('1'),
  eseal: typeStatement('2'),
  web: typeStatement('3'),
  'esig+eseal': derSequence(
    derOid('0.4.0.1862.1.6'),
    derSequence(derOid('0.4.0.1862.1.6.1'), derOid('0.4.0.1862.1.6.2')),
  ),
  CH: derSequence(derOid('0.4.0.1862.1.7'), derSequence(encodeDer(0x13, new TextEncoder().encode('CH')))),
}
const POLICIES: Readonly<Record<string, string>> = { qcp: '0.4.0.1456.1.2', 'qcp+': '0.4.0.1456.1.1', own: '1.2.3' }

function typeStatement(last: string): Uint8Array {
  return derSequence(derOid('0.4.0.1862.1.6'), derSequence(derOid(`0.4.0.1862.1.6.${last}`)))
}

/** A signer: the year of issue, then what the certificate says of itself: `2018 qc sscd esig`. */
export function makeSigner(words: string, issuer: Holder = ca): Holder {
  const [year = '', ...says] = words.split(' ')
  const statements = says.flatMap((word) => STATEMENTS[word] ?? [])
  const policies = says.flatMap((word) => POLICIES[word] ?? [])
  return makeHolder('Signer', {
    issuer,
    from: `${year}-03-01`,
    to: `${Number(year) + 10}-03-01`,
    extensions: [
      ...(statements.length === 0 ? [] : [extension('1.3.6.1.5.5.7.1.3', derSequence(...statements))]),
      ...(policies.length === 0
        ? []
        : [extension('2.5.29.32', derSequence(...policies.map((oid) => derSequence(derOid(oid)))))]),
    ],
  })
}

/** Short names of criteria; all certificates of these tests have the key usages digitalSignature and nonRepudiation. */
const CRITERIA: Readonly<Record<string, string>> = {
  '': criteria('all', keyUsage({ nonRepudiation: true })),
  policy: criteria('all', policySet('1.2.3')),
  'no-policy': criteria('none', policySet('1.2.3')),
  policies: criteria('all', policySet('1.2.3', '9.9.9')),
  either: criteria('atLeastOne', policySet('1.2.3'), policySet('9.9.9')),
  cipher: criteria('all', keyUsage({ keyEncipherment: true })),
  'no-cipher': criteria('all', keyUsage({ keyEncipherment: false })),
  nested: criteria('all', policySet('1.2.3'), criteria('none', keyUsage({ keyEncipherment: true }))),
  purpose: criteria('all', otherCriterion('ExtendedKeyUsage', '1.3.6.1.5.5.7.3.4')),
  name: criteria('all', otherCriterion('CertSubjectDNAttribute', '2.5.4.3')),
  organization: criteria('all', otherCriterion('CertSubjectDNAttribute', '2.5.4.10')),
  empty: criteria('all'),
  'none-empty': criteria('none', criteria('atLeastOne')),
  unknown: criteria('all', '<x:New xmlns:x="urn:new"></x:New>'),
  'unknown-or-true': criteria('atLeastOne', '<x:New xmlns:x="urn:new"></x:New>', keyUsage({ nonRepudiation: true })),
  'unknown-and-false': criteria('all', '<x:New xmlns:x="urn:new"></x:New>', keyUsage({ keyEncipherment: true })),
}

const INFO: Readonly<Record<string, string>> = {
  sig: 'ForeSignatures',
  seal: 'ForeSeals',
  web: 'ForWebSiteAuthentication',
  root: 'RootCA-QC',
}

/**
 * A service: its periods, the newest first, as `since status info qualifiers`, with commas inside. A qualifier has its criteria
 * behind an `@`; a type other than CA/QC stands before the status, with a colon.
 */
export function makeService(text: string, holder: Holder = ca): MadeService {
  const periods = text.split('|').map((period) => {
    const [since = '', status = '', info = '-', qualifiers = '-'] = period.trim().split(' ')
    const [type, plain] = status.includes(':') ? status.split(':') : ['CA/QC', status]
    const names = qualifiers === '-' ? [] : qualifiers.split(',')
    return {
      since: `${since}T00:00:00Z`,
      type: type as string,
      status: plain as string,
      info: info === '-' ? [] : info.split(',').flatMap((each) => INFO[each] ?? []),
      qualifications: names.map((name) => {
        const [qualifier = '', condition = ''] = name.split('@')
        return { qualifiers: [qualifier], criteria: CRITERIA[condition] ?? '' }
      }),
    }
  })
  return { holders: [holder], provider: 'Provider', name: 'Issuing', periods }
}

/** Lists with these services. */
export function listsOf(services: readonly MadeService[], type = 'EUgeneric'): TrustLists {
  const bytes = makeList(operator, { type, services })
  const { content } = readAuthenticList(bytes, [operator.certificate], new Date('2026-03-01'))
  const state = {
    kind: type === 'EUgeneric' ? 'eu' : 'own',
    territory: 'DE',
    operator: 'Office of DE',
    sequenceNumber: 1,
    issuedAt: content.issuedAt,
    nextUpdate: content.nextUpdate,
    isStale: false,
    url: null,
    state: 'fresh',
    fetchedAt: null,
    services: content.services.length,
    problem: null,
  } as const
  return createTrustLists([{ state, content }])
}

/** What comes out for a signature that is TOTAL-PASSED. */
export async function qualify(
  signer: Holder,
  services: readonly MadeService[],
  time: string,
): Promise<QualificationReport> {
  const path: Holder[] = []
  for (let at: Holder | undefined = signer; at !== undefined; at = at.issuer) path.push(at)
  const certificates = path.map(({ certificate }) => certificate)
  const lists = listsOf(services)
  const found = await lists.findServices(certificates.map(({ der }) => der))
  const qualification = qualifySigner(
    certificates,
    { services: found, missingCountries: [] },
    new Date(`${time}T00:00:00Z`),
  )
  if (qualification === undefined) throw new Error('There is no signer.')
  return concludeQualification(qualification, 'TOTAL-PASSED', false)
}

/**
 * A hundred certificates and services, and what they make of a signature (ETSI TS 119 615, 4.4 to 4.6).
 *
 * @module
 */

import { expect, it } from 'vitest'
import { ca, makeService, makeSigner, qualify, root } from './case.js'

const NOW = '2026-02-01'
const GRANTED = '2016-07-01 granted sig,seal'
const OLD = '2010-01-01 undersupervision'

/** Certificate, services, time of the signature, result, and the code of the first reason where it is not the best. */
type Case = readonly [certificate: string, services: readonly string[], time: string, result: string, reason?: string]

/** By what the certificate says of itself, with a service that is granted and has no qualifiers. */
const BY_CERTIFICATE: readonly Case[] = [
  ['2018 qc sscd esig', [GRANTED], NOW, 'QESig'],
  ['2018 qc sscd eseal', [GRANTED], NOW, 'QESeal'],
  ['2018 qc sscd', [GRANTED], NOW, 'QESig'],
  ['2018 qc esig', [GRANTED], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc eseal', [GRANTED], NOW, 'AdESeal-QC', 'device_not_qualified'],
  ['2018 qc', [GRANTED], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 sscd esig', [GRANTED], NOW, 'AdESig', 'certificate_not_qualified'],
  ['2018 sscd eseal', [GRANTED], NOW, 'AdESeal', 'certificate_not_qualified'],
  ['2018 esig', [GRANTED], NOW, 'AdESig', 'certificate_not_qualified'],
  ['2018 eseal', [GRANTED], NOW, 'AdESeal', 'certificate_not_qualified'],
  ['2018', [GRANTED], NOW, 'indeterminate', 'certificate_not_qualified'],
  ['2018 sscd', [GRANTED], NOW, 'indeterminate', 'certificate_not_qualified'],
  ['2018 qc sscd esig CH', [GRANTED], NOW, 'AdESig', 'certificate_not_qualified'],
  ['2018 qc sscd esig+eseal', [GRANTED], NOW, 'indeterminate', 'certificate_type_unknown'],
  ['2018 qc sscd web', ['2016-07-01 granted sig,seal,web'], NOW, 'not AdES', 'certificate_for_websites'],
  ['2018 web', ['2016-07-01 granted sig,seal,web'], NOW, 'not AdES', 'certificate_for_websites'],
  // Policies of before July 2016 say nothing in a later certificate.
  ['2018 qcp+ esig', [GRANTED], NOW, 'AdESig', 'certificate_not_qualified'],
  ['2018 qcp', [GRANTED], NOW, 'indeterminate', 'certificate_not_qualified'],
  // Certificates of before July 2016.
  ['2015 qc sscd', [`${GRANTED}|${OLD}`], NOW, 'QESig'],
  ['2015 qc', [`${GRANTED}|${OLD}`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2015 qcp+', [`${GRANTED}|${OLD}`], NOW, 'QESig'],
  ['2015 qcp', [`${GRANTED}|${OLD}`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2015 qcp sscd', [`${GRANTED}|${OLD}`], NOW, 'QESig'],
  ['2015 sscd', [`${GRANTED}|${OLD}`], NOW, 'indeterminate', 'certificate_not_qualified'],
  ['2015', [`${GRANTED}|${OLD}`], NOW, 'indeterminate', 'certificate_not_qualified'],
  ['2015 qc sscd', [OLD], '2015-06-01', 'QESig'],
  ['2015 qcp+', [OLD], '2015-06-01', 'QESig'],
  ['2015 qcp', [OLD], '2015-06-01', 'AdESig-QC', 'device_not_qualified'],
]

/** By the status of the service at both times. */
const BY_STATUS: readonly Case[] = [
  ['2018 qc sscd esig', ['2016-07-01 withdrawn sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd eseal', ['2016-07-01 withdrawn seal'], NOW, 'AdESeal', 'service_not_granted'],
  ['2018 qc sscd esig', [`2020-01-01 withdrawn sig|${GRANTED}`], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', [`2020-01-01 withdrawn sig|${GRANTED}`], '2019-12-31', 'QESig'],
  ['2018 qc sscd esig', [`2020-01-01 withdrawn sig|${GRANTED}`], '2020-01-01', 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2019-01-01 granted sig|2016-07-01 withdrawn sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2019-01-01 granted sig'], NOW, 'AdESig', 'service_not_qualified'],
  ['2018 qc sscd esig', ['2025-01-01 granted sig|2020-01-01 withdrawn sig|2016-07-01 granted sig'], NOW, 'QESig'],
  [
    '2018 qc sscd esig',
    ['2025-01-01 granted sig|2020-01-01 withdrawn sig|2016-07-01 granted sig'],
    '2022-01-01',
    'AdESig',
    'service_not_granted',
  ],
  ['2018 qc sscd esig', ['2016-07-01 undersupervision sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2016-07-01 accredited sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2016-07-01 recognisedatnationallevel sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2016-07-01 setbynationallaw sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2016-07-01 deprecatedatnationallevel sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2016-07-01 invented sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', [`${GRANTED}|2010-01-01 accredited`], NOW, 'QESig'],
  ['2015 qc sscd', [`${GRANTED}|2010-01-01 supervisionincessation`], NOW, 'QESig'],
  ['2015 qc sscd', [`${GRANTED}|2010-01-01 supervisionceased`], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', [`${GRANTED}|2010-01-01 supervisionrevoked`], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', [`${GRANTED}|2010-01-01 accreditationceased`], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', [`${GRANTED}|2010-01-01 accreditationrevoked`], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', [`2016-07-01 withdrawn sig|${OLD}`], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', [`2016-07-01 withdrawn sig|${OLD}`], '2016-06-01', 'QESig'],
  ['2015 qc sscd', [OLD], NOW, 'AdESig', 'service_not_granted'],
  // The status "granted" exists since July 2016: an entry that has it from an earlier day on contradicts itself.
  ['2015 qc sscd', ['2010-01-01 granted'], '2015-06-01', 'AdESig', 'service_not_granted'],
  ['2018 qc sscd esig', ['2016-06-30 granted sig'], NOW, 'AdESig', 'service_not_granted'],
  ['2015 qc sscd', ['2010-01-01 withdrawn'], '2015-06-01', 'AdESig', 'service_not_granted'],
]

/** By the type of the service, and what it is for. */
const BY_TYPE: readonly Case[] = [
  ['2018 qc sscd esig', ['2016-07-01 granted seal'], NOW, 'AdESig', 'service_type_mismatch'],
  ['2018 qc sscd eseal', ['2016-07-01 granted sig'], NOW, 'AdESeal', 'service_type_mismatch'],
  ['2018 qc sscd esig', ['2016-07-01 granted'], NOW, 'AdESig', 'service_type_mismatch'],
  ['2018 qc sscd', ['2016-07-01 granted seal'], NOW, 'AdESig', 'service_type_mismatch'],
  ['2018 qc sscd web', ['2016-07-01 granted sig,seal'], NOW, 'not AdES', 'certificate_for_websites'],
  ['2018 qc sscd eseal', ['2016-07-01 granted web'], NOW, 'AdESeal', 'service_type_mismatch'],
  ['2018 qc sscd esig', ['2016-07-01 CA/PKC:granted sig'], NOW, 'AdESig', 'service_not_qualified'],
  ['2018 qc sscd esig', ['2016-07-01 NationalRootCA-QC:granted sig'], NOW, 'AdESig', 'service_not_qualified'],
  [
    '2018 qc sscd esig',
    ['2020-01-01 CA/PKC:granted sig|2016-07-01 granted sig'],
    NOW,
    'AdESig',
    'service_not_qualified',
  ],
  [
    '2018 qc sscd esig',
    ['2020-01-01 granted sig|2016-07-01 CA/PKC:granted sig'],
    NOW,
    'AdESig',
    'service_not_qualified',
  ],
  ['2018 qc sscd esig', ['2016-07-01 TSA/QTST:granted -'], NOW, 'AdESig', 'service_not_listed'],
  ['2018 qc sscd esig', [], NOW, 'AdESig', 'service_not_listed'],
  ['2018 qc sscd eseal', [], NOW, 'AdESeal', 'service_not_listed'],
  ['2018', [], NOW, 'indeterminate', 'service_not_listed'],
  // What holds at one of the times alone is not enough.
  ['2018 qc sscd eseal', ['2020-01-01 granted sig|2016-07-01 granted seal'], NOW, 'AdESeal', 'service_type_mismatch'],
  ['2018 qc sscd eseal', ['2020-01-01 granted seal|2016-07-01 granted sig'], NOW, 'AdESeal', 'service_type_mismatch'],
]

/** By qualifiers. */
const BY_QUALIFIER: readonly Case[] = [
  ['2018 qc esig', [`${GRANTED} QCWithQSCD`], NOW, 'QESig'],
  ['2018 qc eseal', [`${GRANTED} QCWithQSCD`], NOW, 'QESeal'],
  ['2018 qc esig', [`${GRANTED} QCQSCDManagedOnBehalf`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD,QCQSCDManagedOnBehalf`], NOW, 'QESig'],
  ['2018 qc sscd esig', [`${GRANTED} QCNoQSCD`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc sscd esig', [`${GRANTED} QCQSCDStatusAsInCert`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCQSCDStatusAsInCert`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc sscd esig', [`${GRANTED} QCWithQSCD,QCNoQSCD`], NOW, 'AdESig-QC', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCQSCDManagedOnBehalf,QCNoQSCD`], NOW, 'AdESig-QC', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCWithQSCD,QCQSCDStatusAsInCert`], NOW, 'AdESig-QC', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} NotQualified`], NOW, 'AdESig', 'not_qualified_by_list'],
  ['2018 sscd esig', [`${GRANTED} QCStatement`], NOW, 'QESig'],
  ['2018 sscd', [`${GRANTED} QCStatement,QCForESig`], NOW, 'QESig'],
  ['2018 sscd', [`${GRANTED} QCStatement,QCForESeal`], NOW, 'QESeal'],
  ['2018', [`${GRANTED} QCStatement,QCForESeal,QCWithQSCD`], NOW, 'QESeal'],
  ['2018 sscd', [`${GRANTED} QCStatement`], NOW, 'indeterminate', 'certificate_type_unknown'],
  ['2018 qc sscd esig CH', [`${GRANTED} QCStatement`], NOW, 'QESig'],
  ['2018 qc sscd esig', [`${GRANTED} QCStatement,NotQualified`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCForESeal`], NOW, 'QESeal'],
  ['2018 qc sscd eseal', [`${GRANTED} QCForESig`], NOW, 'QESig'],
  ['2018 qc sscd esig+eseal', [`${GRANTED} QCForESeal`], NOW, 'QESeal'],
  ['2018 qc sscd esig', ['2016-07-01 granted sig QCForESeal'], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc sscd web', ['2016-07-01 granted seal QCForESig'], NOW, 'not AdES', 'certificate_for_websites'],
  ['2018 qc sscd eseal', ['2016-07-01 granted web QCForESig'], NOW, 'AdESeal', 'service_type_mismatch'],
  ['2018 qc sscd', [`${GRANTED} QCForESig,QCForLegalPerson`], NOW, 'AdESig', 'service_type_mismatch'],
  ['2018 sscd', [`${GRANTED} QCStatement,QCForESig,QCForLegalPerson`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc sscd esig', ['2016-07-01 granted sig,seal,web QCForWSA'], NOW, 'not AdES', 'certificate_for_websites'],
  ['2018 qc sscd esig', [`${GRANTED} QCForESig,QCForESeal`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCForLegalPerson`], NOW, 'AdESig', 'service_type_mismatch'],
  ['2018 qc sscd eseal', [`${GRANTED} QCForLegalPerson`], NOW, 'QESeal'],
  ['2018 qc sscd esig', [`${GRANTED} SomethingNew`], NOW, 'QESig'],
  // Names of before July 2016 prove nothing later, and the other way round.
  ['2018 qc esig', [`${GRANTED} QCWithSSCD`], NOW, 'AdESig-QC', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCNoSSCD`], NOW, 'AdESig-QC', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCSSCDStatusAsInCert`], NOW, 'QESig'],
  ['2015 qc', [`${GRANTED} QCWithQSCD|${OLD} - QCWithSSCD`], NOW, 'QESig'],
  ['2015 qc', [`${GRANTED}|${OLD} - QCWithSSCD`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2015 qc', [`${OLD} - QCWithSSCD`], '2015-06-01', 'QESig'],
  ['2015 qc', [`${OLD} - QCWithQSCD`], '2015-06-01', 'AdESig-QC', 'device_not_qualified'],
  ['2015 qc sscd', [`${OLD} - QCNoSSCD`], '2015-06-01', 'AdESig-QC', 'device_not_qualified'],
  // Types other than signatures exist since July 2016.
  ['2015 qc sscd', [`${OLD} seal`], '2015-06-01', 'indeterminate', 'qualifiers_contradict'],
  ['2015 qc sscd', [`${OLD} sig,seal`], '2015-06-01', 'QESig'],
  ['2015 qc sscd', [`${OLD} - QCForESeal`], '2015-06-01', 'indeterminate', 'qualifiers_contradict'],
  ['2015 qc sscd', [`${OLD} - QCForESig`], '2015-06-01', 'QESig'],
  ['2015 qcp+', [`${OLD} - QCSSCDStatusAsInCert`], '2015-06-01', 'QESig'],
  ['2015 sscd', [`${OLD} - QCStatement`], '2015-06-01', 'QESig'],
  ['2015 qc sscd', [`${OLD} - NotQualified`], '2015-06-01', 'AdESig', 'not_qualified_by_list'],
  // The device counts at the time of the signature, the qualification at both.
  ['2018 qc esig', ['2020-01-01 granted sig QCWithQSCD|2016-07-01 granted sig'], NOW, 'QESig'],
  [
    '2018 qc esig',
    ['2020-01-01 granted sig|2016-07-01 granted sig QCWithQSCD'],
    NOW,
    'AdESig-QC',
    'device_not_qualified',
  ],
  [
    '2018 qc sscd esig',
    ['2020-01-01 granted sig NotQualified|2016-07-01 granted sig'],
    NOW,
    'AdESig',
    'not_qualified_by_list',
  ],
  [
    '2018 qc sscd esig',
    ['2020-01-01 granted sig|2016-07-01 granted sig NotQualified'],
    NOW,
    'AdESig',
    'not_qualified_by_list',
  ],
  [
    '2018 qc sscd esig',
    ['2020-01-01 granted sig,seal QCForESeal|2016-07-01 granted sig,seal'],
    NOW,
    'indeterminate',
    'type_changed',
  ],
]

/** By criteria of a qualifier. */
const BY_CRITERIA: readonly Case[] = [
  ['2018 qc esig own', [`${GRANTED} QCWithQSCD@policy`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@policy`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@no-policy`], NOW, 'QESig'],
  ['2018 qc esig own', [`${GRANTED} QCWithQSCD@no-policy`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig own', [`${GRANTED} QCWithQSCD@policies`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig own', [`${GRANTED} QCWithQSCD@either`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@either`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@cipher`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@no-cipher`], NOW, 'QESig'],
  ['2018 qc esig own', [`${GRANTED} QCWithQSCD@nested`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@nested`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@purpose`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@name`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@organization`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@empty`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} NotQualified@unknown`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@unknown`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 sscd esig', [`${GRANTED} QCStatement@unknown`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc sscd esig', [`${GRANTED} QCForESeal@unknown`], NOW, 'indeterminate', 'qualifiers_contradict'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@unknown-or-true`], NOW, 'QESig'],
  ['2018 qc esig', [`${GRANTED} QCWithQSCD@unknown-and-false`], NOW, 'AdESig-QC', 'device_not_qualified'],
  ['2018 qc esig own', [`${GRANTED} QCWithQSCD@policy,QCNoQSCD@no-policy`], NOW, 'QESig'],
]

/** Several entries about one CA. */
const BY_ENTRIES: readonly Case[] = [
  ['2018 qc sscd esig', [GRANTED, GRANTED], NOW, 'QESig'],
  ['2018 qc sscd esig', ['2016-07-01 granted sig', '2016-07-01 granted seal'], NOW, 'QESig'],
  ['2018 qc sscd eseal', ['2016-07-01 granted sig', '2016-07-01 granted seal'], NOW, 'QESeal'],
  [
    '2018 qc sscd esig',
    ['2016-07-01 granted sig', '2016-07-01 withdrawn sig'],
    NOW,
    'indeterminate',
    'services_contradict',
  ],
  ['2018 qc sscd esig', ['2016-07-01 granted sig', '2016-07-01 withdrawn seal'], NOW, 'QESig'],
  [
    '2018 qc esig',
    ['2016-07-01 granted sig QCWithQSCD', '2016-07-01 granted sig QCNoQSCD'],
    NOW,
    'indeterminate',
    'services_contradict',
  ],
  ['2018 qc sscd esig', ['2016-07-01 granted sig', '2016-07-01 CA/PKC:granted -'], NOW, 'QESig'],
]

const ALL = [...BY_CERTIFICATE, ...BY_STATUS, ...BY_TYPE, ...BY_QUALIFIER, ...BY_CRITERIA, ...BY_ENTRIES]

for (const [certificate, services, time, result, reason] of ALL) {
  it(`${certificate}, services ${JSON.stringify(services)}, signed ${time}: ${result}`, async () => {
    const made = services.map((service) => makeService(service))
    const report = await qualify(makeSigner(certificate), made, time)
    expect(report.result).toBe(result)
    expect(report.reasons[0]?.code).toBe(reason)
  })
}

it('there are more than a hundred', () => {
  expect(ALL.length).toBeGreaterThan(100)
  expect(new Set(ALL.map((each) => JSON.stringify(each))).size).toBe(ALL.length)
})

it('what a list says of an issuing CA goes before what it says of its root', async () => {
  const signer = makeSigner('2018 qc sscd esig')
  const good = makeService('2016-07-01 granted sig,root', root)
  expect((await qualify(signer, [good], NOW)).result).toBe('QESig')
  const bad = makeService('2016-07-01 withdrawn sig')
  expect((await qualify(signer, [bad, good], NOW)).result).toBe('AdESig')
})

it('names the provider, the service and the country', async () => {
  const report = await qualify(makeSigner('2018 qc sscd esig'), [makeService(GRANTED)], NOW)
  expect(report).toMatchObject({ provider: 'Provider', service: 'Issuing', country: 'DE', ofCertificate: 'QESig' })
  expect(report.atIssuance).toMatchObject({
    time: '2018-03-01T00:00:00.000Z',
    qualified: 'yes',
    qscd: 'yes',
    status: 'granted',
  })
})

it('a critical extension that is not known leaves everything open', async () => {
  const service = makeService(GRANTED)
  const [period] = service.periods
  const extensions = '<Extension Critical="true"><x:New xmlns:x="urn:new"></x:New></Extension>'
  const strange = { ...service, periods: [{ ...(period ?? { since: '' }), extensions }] }
  const report = await qualify(makeSigner('2018 qc sscd esig'), [strange], NOW)
  expect(report).toMatchObject({ result: 'indeterminate', reasons: [{ code: 'extension_unknown' }] })
})

it('identities: a key and a name, with everything that the list gives', async () => {
  const signer = makeSigner('2018 qc sscd esig')
  const base = { ...makeService(GRANTED), holders: [] }
  const { createHash } = await import('node:crypto')
  const id = new Uint8Array(createHash('sha1').update(ca.certificate.publicKey.keyBytes).digest())
  const resultOf = async (identity: object) => (await qualify(signer, [{ ...base, ...identity }], NOW)).result
  expect(await resultOf({ holders: [ca] })).toBe('QESig')
  expect(await resultOf({ holders: [ca], keyIdentifiers: [new Uint8Array(20)] })).toBe('AdESig')
  expect(await resultOf({ holders: [root] })).toBe('QESig')
  expect(await resultOf({ keyIdentifiers: [id], subjectNames: ['CN=Another'] })).toBe('AdESig')
})

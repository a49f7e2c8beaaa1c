/**
 * Combinations whose results the public tests of EU DSS state (`…process.qualification` and `…executor`, named by class
 * and test): what the certificate says, the service with its qualifiers, and the answers. Only facts are taken from
 * there. Where its answer is another one than ours, the row says so, and docs/trust-lists.md says why.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { CertificateQualification } from '../../../src/trust/qualification/qualification-report.js'
import { makeService, makeSigner, qualify } from './case.js'

type Answers = Partial<Pick<CertificateQualification, 'qualified' | 'type' | 'qscd'>>

/** What the certificate says, the qualifiers of the service or `-`, the answers. */
type Row = readonly [certificate: string, qualifiers: string, answers: Answers]

const NOW = '2026-02-01'

/** Services and signatures of before July 2016, and since. */
const TIMES = {
  before: { service: '2010-01-01 undersupervision -', time: '2015-06-01' },
  now: { service: '2016-07-01 granted sig,seal,web', time: NOW },
} as const

async function answersTo(certificate: string, qualifiers: string, when: keyof typeof TIMES) {
  const { service, time } = TIMES[when]
  const report = await qualify(makeSigner(certificate), [makeService(`${service} ${qualifiers}`)], time)
  return report.atSigning
}

/** QualifiedTest: by the certificate alone. */
const QUALIFIED: readonly Row[] = [
  ['2015', '-', { qualified: 'no' }],
  ['2015 qc', '-', { qualified: 'yes' }],
  ['2015 qcp', '-', { qualified: 'yes' }],
  ['2015 qcp+', '-', { qualified: 'yes' }],
  ['2015 own', '-', { qualified: 'no' }],
  ['2015 esig', '-', { qualified: 'no' }],
  ['2018', '-', { qualified: 'no' }],
  ['2018 qc', '-', { qualified: 'yes' }],
  ['2018 qcp', '-', { qualified: 'no' }],
  ['2018 qc qcp', '-', { qualified: 'yes' }],
  ['2018 qcp+', '-', { qualified: 'no' }],
  ['2018 qc qcp+', '-', { qualified: 'yes' }],
  ['2018 esig', '-', { qualified: 'no' }],
  ['2018 qc esig', '-', { qualified: 'yes' }],
  ['2018 qc eseal', '-', { qualified: 'yes' }],
]

/** QSCDTest, by the certificate alone; here the list calls it qualified, since nothing else has a qualified device. */
const DEVICE: readonly Row[] = [
  ['2015', 'QCStatement', { qscd: 'no' }],
  ['2015 sscd', 'QCStatement', { qscd: 'yes' }],
  ['2015 qcp+', 'QCStatement', { qscd: 'yes' }],
  ['2015 own', 'QCStatement', { qscd: 'no' }],
  ['2018 esig', 'QCStatement', { qscd: 'no' }],
  ['2018 sscd esig', 'QCStatement', { qscd: 'yes' }],
  ['2018 qcp+ esig', 'QCStatement', { qscd: 'no' }],
  ['2018 own esig', 'QCStatement', { qscd: 'no' }],
]

/** QSCDTest: what qualifiers make of what the certificate says. */
const OVERRULED_BEFORE: readonly Row[] = [
  ['2015 sscd', '-', { qualified: 'no', qscd: 'no' }],
  ['2015 qc sscd', '-', { qscd: 'yes' }],
  ['2015 qc', 'QCWithQSCD', { qscd: 'no' }],
  ['2015 qc sscd', 'QCNoQSCD', { qscd: 'yes' }],
  ['2015 qc', 'QCWithSSCD', { qscd: 'yes' }],
  ['2015 qc sscd', 'QCNoSSCD', { qscd: 'no' }],
  ['2015 qc', 'QCQSCDManagedOnBehalf', { qscd: 'no' }],
  ['2015 qc', 'QCQSCDStatusAsInCert', { qscd: 'no' }],
  ['2015 qc sscd', 'QCQSCDStatusAsInCert', { qscd: 'yes' }],
  ['2015 qc', 'QCSSCDStatusAsInCert', { qscd: 'no' }],
  ['2015 qc sscd', 'QCSSCDStatusAsInCert', { qscd: 'yes' }],
  ['2015 qc', 'Test', { qscd: 'no' }],
]
const OVERRULED_NOW: readonly Row[] = [
  ['2018 sscd esig', '-', { qualified: 'no', qscd: 'no' }],
  ['2018 qc sscd esig', '-', { qscd: 'yes' }],
  ['2018 qc esig', 'QCWithQSCD', { qscd: 'yes' }],
  ['2018 qc sscd esig', 'QCNoQSCD', { qscd: 'no' }],
  ['2018 qc esig', 'QCWithSSCD', { qscd: 'no' }],
  // Of this step alone, EU DSS says yes. Its whole process says no, as for 'qscdWithNoSscdOverrule' below.
  ['2018 qc sscd esig', 'QCNoSSCD', { qscd: 'no' }],
  ['2018 qc esig', 'QCQSCDManagedOnBehalf', { qscd: 'yes' }],
  ['2018 qc esig', 'QCQSCDStatusAsInCert', { qscd: 'no' }],
  ['2018 qc sscd esig', 'QCQSCDStatusAsInCert', { qscd: 'yes' }],
  ['2018 qc esig', 'QCSSCDStatusAsInCert', { qscd: 'no' }],
  ['2018 qc sscd esig', 'QCSSCDStatusAsInCert', { qscd: 'yes' }],
  ['2018 qc esig', 'Test', { qscd: 'no' }],
  // TrustServiceQSCDPostEIDASConsistencyTest: both names together are in order.
  ['2018 qc esig', 'QCWithSSCD,QCWithQSCD', { qscd: 'yes' }],
  ['2018 qc sscd esig', 'QCNoSSCD,QCNoQSCD', { qscd: 'no' }],
]

/** TypeByCertificatePostEIDASTest; TrustServiceUsageConsistencyTest and TrustServiceQCStatementConsistencyTest. */
const TYPE: readonly Row[] = [
  ['2018 qc esig', '-', { type: 'esig' }],
  ['2018 qc', '-', { type: 'esig' }],
  ['2018', '-', { type: 'unknown' }],
  ['2018 qc eseal', '-', { type: 'eseal' }],
  ['2018 qc web', '-', { type: 'web' }],
  ['2018 qc esig+eseal', '-', { type: 'unknown' }],
  ['2018 qc esig', 'QCForESig', { type: 'esig' }],
  ['2018 qc esig', 'QCForESig,QCForESeal', { type: 'unknown' }],
  ['2018 qc esig', 'QCForESig,QCForESeal,QCForWSA', { type: 'unknown' }],
  ['2018 esig', 'QCStatement', { qualified: 'yes' }],
  ['2018 qc esig', 'NotQualified', { qualified: 'no' }],
  ['2018 qc esig', 'NotQualified,QCStatement', { qualified: 'unknown' }],
]

describe.each([
  ['a certificate of its time', QUALIFIED, undefined],
  ['the device of the key', DEVICE, undefined],
  ['qualifiers before July 2016', OVERRULED_BEFORE, 'before'],
  ['qualifiers since July 2016', OVERRULED_NOW, 'now'],
  ['types', TYPE, 'now'],
] as const)('%s', (_, rows, fixed) => {
  it.each(rows)('%s, qualifiers %s', async (certificate, qualifiers, answers) => {
    const when = fixed ?? (certificate.startsWith('2015') ? 'before' : 'now')
    expect(await answersTo(certificate, qualifiers, when)).toMatchObject(answers)
  })
})

/** ServiceByCertificateTypeFilterTest: the certificate, the service with its qualifiers, whether it issues such certificates. */
const FILTER: readonly (readonly [string, string, boolean])[] = [
  ['2018 qc esig', 'sig', true],
  ['2018 qc esig', 'seal', false],
  ['2018 qc esig', 'sig,seal', true],
  ['2018 qc esig', 'web,seal', false],
  ['2018 qc esig', 'sig QCForESig', true],
  ['2018 qc esig', 'sig QCForESig,QCForESeal', true],
  ['2018 qc esig', 'sig QCForLegalPerson', false],
  ['2018 qc esig', 'seal QCForESig,QCForLegalPerson', false],
  ['2018 qc eseal', 'seal QCForESeal', true],
  ['2018 qc eseal', 'seal QCForESig,QCForESeal', true],
  ['2018 qc eseal', 'seal QCForLegalPerson', true],
  ['2015 qc esig', 'sig', true],
  ['2015 qc esig', 'seal', true],
  ['2015 qc esig', 'sig,seal', true],
  ['2015 qc esig', 'web,seal', true],
  // The entries contradict themselves, which the next step finds.
  ['2018 qc esig', 'sig QCForESeal', true],
  ['2018 qc eseal', 'seal QCForESig', true],
  ['2018 qc eseal', 'seal QCForESig,QCForLegalPerson', true],
]

it.each(FILTER)(
  'a service issues certificates of its types alone: %s by %s: %s',
  async (certificate, service, fits) => {
    const since = certificate.startsWith('2015') ? '2010-01-01 undersupervision' : '2016-07-01 granted'
    const made = makeService(`${since} ${service}`)
    const time = certificate.startsWith('2015') ? '2015-06-01' : NOW
    const { atSigning } = await qualify(makeSigner(certificate), [made], time)
    expect(atSigning.reasons.some(({ code }) => code === 'service_type_mismatch')).toBe(!fits)
  },
)

/** UniqueServiceFilterTest: two entries about one CA, for a certificate that says nothing; whether they come to one result. */
const UNIQUE: readonly (readonly [string, string, string, boolean])[] = [
  ['the same in other words', 'QCStatement,QCWithQSCD,QCForESig', 'QCStatement,QCQSCDManagedOnBehalf,QCForESig', true],
  ['another type', 'QCStatement,QCWithQSCD,QCForESig', 'QCStatement,QCWithQSCD,QCForESeal', false],
  ['another device', 'QCStatement,QCWithQSCD,QCForESig', 'QCStatement,QCNoQSCD,QCForESig', false],
  ['not qualified', 'QCStatement,QCWithQSCD,QCForESig', 'QCWithQSCD,QCForESig', false],
]

it.each(UNIQUE)('two entries, %s', async (_, first, second, agree) => {
  const entries = [first, second].map((qualifiers) => makeService(`2016-07-01 granted sig,seal ${qualifiers}`))
  const { result } = await qualify(makeSigner('2018'), entries, NOW)
  expect(result).toBe(agree ? 'QESig' : 'indeterminate')
})

it.each([
  ['one withdrawn', '2016-07-01 withdrawn sig,seal'],
  ['one from before July 2016', '2014-07-01 granted sig,seal'],
])('two entries, %s', async (_, other) => {
  const words = 'QCStatement,QCWithQSCD,QCForESig'
  const entries = [`2016-07-01 granted sig,seal ${words}`, `${other} ${words}`].map((each) => makeService(each))
  expect((await qualify(makeSigner('2018'), entries, NOW)).result).toBe('indeterminate')
})

/** TrustServiceStatusPreEIDASConsistencyTest: the status, since when, whether the entry is in order. */
const STATUS: readonly (readonly [string, string, boolean])[] = [
  ['accredited', '2014-07-01', true],
  ['undersupervision', '2014-07-01', true],
  ['granted', '2014-07-01', false],
  ['withdrawn', '2014-07-01', false],
  ['granted', '2016-07-01', true],
]

it.each(STATUS)('the status %s since %s: %s', async (status, since, fits) => {
  const [certificate, time] = since < '2016' ? ['2015 qc sscd', '2015-06-01'] : ['2018 qc sscd esig', NOW]
  const { result } = await qualify(makeSigner(certificate), [makeService(`${since} ${status} sig`)], time)
  expect(result).toBe(fits ? 'QESig' : 'AdESig')
})

/**
 * ServiceByDateFilterTest: the beginning of a period belongs to it. At its end, EU DSS counts both; the newer one alone
 * does here.
 */
it.each([
  ['2016-06-30', 'service_not_qualified'],
  ['2017-07-01', undefined],
  ['2018-07-01', 'service_not_granted'],
])('on %s', async (time, reason) => {
  const service = makeService('2018-07-01 withdrawn sig|2016-07-01 granted sig')
  const { atSigning } = await qualify(makeSigner('2017 qc sscd esig'), [service], time)
  expect(atSigning.reasons[0]?.code).toBe(reason)
})

/** The test, what the certificate says, the services, the result. UNKNOWN_QC and the like are `indeterminate` here. */
type Process = readonly [test: string, certificate: string, services: readonly string[], result: string]

const SIG = '2016-07-01 granted sig'

/** QualificationProcessExecutorTest, of signatures, by the services and statements in its data. */
const SIGNATURES: readonly Process[] = [
  ['webSiteAuth', '2018 qc web', ['2016-07-01 granted web'], 'not AdES'],
  ['doubleAsieAndQCType', '2018 qc esig+eseal', ['2016-07-01 granted sig,seal'], 'indeterminate'],
  ['doubleAsie', '2018 qc eseal', ['2016-07-01 granted sig,seal'], 'AdESeal-QC'],
  ['commisign', '2018', [SIG], 'indeterminate'],
  ['grantedTsp', '2018 qc sscd esig', [SIG], 'QESig'],
  ['grantedTspWithQualifier', '2018 qc sscd esig', [`${SIG} QCWithQSCD`], 'QESig'],
  ['grantedTspWithUnknownQualifier', '2018 qc sscd esig', [`${SIG} Custom`], 'QESig'],
  ['grantedTspQscdOverrule', '2018 qc esig', [`${SIG} QCWithQSCD`], 'QESig'],
  ['grantedTspSscdOverrule', '2018 qc esig', [`${SIG} QCWithSSCD`], 'AdESig-QC'],
  ['grantedTspSscdAndQscdOverrule', '2018 qc esig', [`${SIG} QCWithSSCD,QCWithQSCD`], 'QESig'],
  ['qscdWithNoSscdOverrule', '2018 qc sscd esig', [`${SIG} QCNoSSCD`], 'AdESig-QC'],
  ['qscdWithQscdOverruleConflict', '2018 qc sscd esig', [`${SIG} QCWithQSCD,QCNoQSCD`], 'AdESig-QC'],
  [
    'qscdWithManagedOnBehalfAndQscdOverruleConflict',
    '2018 qc sscd esig',
    [`${SIG} QCQSCDManagedOnBehalf,QCWithQSCD`],
    'QESig',
  ],
  [
    'qscdWithManagedOnBehalfAndNoQscdOverruleConflict',
    '2018 qc sscd esig',
    [`${SIG} QCQSCDManagedOnBehalf,QCNoQSCD`],
    'AdESig-QC',
  ],
  [
    'qscdWithStatusAsInCertAndQscdOverruleConflict',
    '2018 qc sscd esig',
    [`${SIG} QCQSCDStatusAsInCert,QCWithQSCD`],
    'AdESig-QC',
  ],
  ['withdrawnAtTOIAndGrantedAtTOS', '2018 qc sscd esig', ['2020-01-01 granted sig|2016-07-01 withdrawn sig'], 'AdESig'],
  ['grantedAtTOIAndWithdrawnAtTOS', '2018 qc sscd esig', ['2020-01-01 withdrawn sig|2016-07-01 granted sig'], 'AdESig'],
  [
    'esigAtTOIAndEsealAtTOS',
    '2018 qc sscd esig',
    ['2020-01-01 granted sig,seal QCForESeal|2016-07-01 granted sig,seal'],
    'indeterminate',
  ],
  ['noQscdAtTOIAndQscdAtTOS', '2018 qc esig', [`2020-01-01 granted sig QCWithQSCD|${SIG}`], 'QESig'],
  ['qscdAtTOIAndNoQscdAtTOS', '2018 qc esig', [`2020-01-01 granted sig|${SIG} QCWithQSCD`], 'AdESig-QC'],
  ['qcWithConflictInTypes', '2018 qc esig+eseal', ['2016-07-01 granted sig,seal'], 'indeterminate'],
  ['noQCWithConflictInTypes', '2018 esig+eseal', ['2016-07-01 granted sig,seal'], 'indeterminate'],
  ['noQcComplianceForESig', '2018', [`${SIG} QCStatement`], 'indeterminate'],
  ['qcComplianceForESig', '2018 qc', [`${SIG} QCStatement`], 'AdESig-QC'],
  ['noQcComplianceForESigWithQSCD', '2018 sscd', [`${SIG} QCStatement`], 'indeterminate'],
  ['qcComplianceForESigWithQSCD', '2018 qc sscd', [`${SIG} QCStatement`], 'QESig'],
  [
    'inconsistentTlByTypeWithQCAndQSCD',
    '2018 qc sscd esig',
    ['2016-07-01 granted sig,web QCForESeal'],
    'indeterminate',
  ],
]

/** CertificateProcessExecutorTest: the same of certificates alone. */
const CERTIFICATES: readonly Process[] = [
  [
    'inconsistentTrustService',
    '2018 qc sscd',
    [
      '2016-07-01 granted sig,seal QCForESig,QCWithQSCD,QCForESeal,QCStatement|2015-12-07 undersupervision -',
      '2016-07-01 CA/PKC:recognisedatnationallevel sig|2015-12-07 CA/PKC:undersupervision -',
    ],
    'indeterminate',
  ],
  ['overruleNotQualified', '2018 qc sscd esig', [`${SIG} NotQualified`], 'AdESig'],
  ['overruleNoQSCD', '2018 qc sscd esig', [`${SIG} QCNoQSCD`], 'AdESig-QC'],
  ['overruleQSCD', '2018 qc esig', [`${SIG} QCWithQSCD`], 'QESig'],
  ['overruleQualified', '2018 sscd esig', [`${SIG} QCStatement`], 'QESig'],
  [
    'multipleSDIMultipleASi',
    '2020 qc sscd esig',
    ['2018-10-11 granted sig QCWithQSCD', '2018-10-11 granted seal NotQualified'],
    'QESig',
  ],
  ['withdrawn', '2018 qc sscd esig', ['2016-07-01 withdrawn sig'], 'AdESig'],
  ['twoSDIdiffentResults', '2017 qc sscd esig', [SIG, '2016-07-01 granted seal QCForESeal'], 'indeterminate'],
]

it.each([...SIGNATURES, ...CERTIFICATES])('%s: %s', async (_, certificate, services, result) => {
  const made = services.map((service) => makeService(service))
  expect((await qualify(makeSigner(certificate), made, NOW)).result).toBe(result)
})

/**
 * Combinations whose results the public tests of EU DSS state (`…process.qualification`, named by class): what the certificate says,
 * the service with its qualifiers, and the answers. Only facts are taken from there. Where its answer is another one than ours, the
 * row says so, and docs/trust-lists.md says why.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { CertificateQualification } from '../../../src/trust/qualification/qualification-report.js'
import { makeService, makeSigner, qualify } from './case.js'

type Answers = Partial<Pick<CertificateQualification, 'qualified' | 'type' | 'qscd'>>

/** What the certificate says, the qualifiers of the service or `-`, the answers. */
type Row = readonly [certificate: string, qualifiers: string, answers: Answers]

/** Services and signatures of before July 2016, and since. */
const TIMES = {
  before: { service: '2010-01-01 undersupervision -', time: '2015-06-01' },
  now: { service: '2016-07-01 granted sig,seal,web', time: '2026-02-01' },
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
  ['2018 qc sscd esig', 'QCNoSSCD', { qscd: 'yes' }],
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
  // EU DSS takes these: it looks at the type before the qualifier, we at the one after it.
  ['2018 qc esig', 'sig QCForESeal', false],
  ['2018 qc eseal', 'seal QCForESig', false],
  ['2018 qc eseal', 'seal QCForESig,QCForLegalPerson', false],
]

it.each(FILTER)(
  'a service issues certificates of its types alone: %s by %s: %s',
  async (certificate, service, fits) => {
    const made = makeService(`2010-01-01 granted ${service}`)
    const { atSigning } = await qualify(makeSigner(certificate), [made], '2026-02-01')
    expect(atSigning.reasons.some(({ code }) => code === 'service_type_mismatch')).toBe(!fits)
  },
)

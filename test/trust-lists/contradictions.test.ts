/**
 * Lists that say two things at once, or something that readers take differently. Each is signed by the right signer. The
 * answer is never the better of the two.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { readAuthenticList } from '../../src/trust-lists/read-list.js'
import { makeHolder } from '../trust/support/dated-pki.js'
import { makeService, makeSigner, qualify } from './qualification/case.js'
import { type ListOptions, listText, type MadeService, signList } from './support/make-list.js'

const operator = makeHolder('Operator', { from: '2020-01-01', to: '2040-01-01' })
const WITHDRAWN = makeService('2017-01-01 withdrawn sig|2016-07-01 granted sig')
const SIGNER = makeSigner('2018 qc sscd esig')

/** Reads the list after a change that the operator made himself. */
function read(change: (text: string) => string, options: ListOptions = { services: [WITHDRAWN] }) {
  const text = listText(options)
  const changed = change(text)
  expect(changed).not.toBe(text)
  return readAuthenticList(signList(changed, operator), [operator.certificate], new Date('2026-03-01')).content
}

function faultOf(change: (text: string) => string): string {
  try {
    read(change)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return error.errors[0]?.code ?? ''
  }
}

describe('an element that may stand once is refused when it stands twice', () => {
  const text = listText({ services: [WITHDRAWN] })
  const ONCE = [...new Set([...text.matchAll(/<([A-Za-z]\w*)/g)].map(([, name = '']) => name))]
  const REPEATABLE = new Set([
    'Name',
    'URI',
    'DigitalId',
    'TrustServiceProvider',
    'TSPService',
    'ServiceHistoryInstance',
  ])
  const UNREAD = new Set([
    'TrustServiceStatusList',
    'X509Certificate',
    'ServiceDigitalIdentity',
    'Extension',
    'AdditionalServiceInformation',
  ])

  it.each(ONCE.filter((name) => !REPEATABLE.has(name) && !UNREAD.has(name)))('%s', (name) => {
    const twice = new RegExp(`<${name}(?: [^>]*)?>[\\s\\S]*?</${name}>`)
    expect(faultOf((whole) => whole.replace(twice, (element) => element + element))).toBe('content_malformed')
  })
})

it.each([
  ['an element in a status', '<ServiceStatus>', '<ServiceStatus><x></x>'],
  ['no end of the list', /<NextUpdate>.*<\/NextUpdate>/, ''],
  [
    'an end of the list without its element',
    /<NextUpdate>.*<\/NextUpdate>/,
    '<NextUpdate>2020-01-01T00:00:00Z</NextUpdate>',
  ],
  ['a day that no calendar has', '2017-01-01T', '2017-02-30T'],
])('%s is refused', (_, from, to) => {
  expect(faultOf((text) => text.replace(from, to))).toBe('content_malformed')
})

it('only addresses of ETSI say that a service is granted, or is one for certificates', () => {
  const periodsOf = (from: string, to: string) =>
    read((text) => text.replace(from, to)).services[0]?.periods.map(({ type, status }) => `${type} ${status}`)
  const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'
  expect(periodsOf(granted, granted.replace('TrustedList/', ''))?.[1]).toBe('CA/QC granted')
  expect(periodsOf(granted, `${granted}/`)?.[1]).toBe('CA/QC granted')
  for (const other of [
    'http://example.com/Svcstatus/granted',
    'http://uri.etsi.org.example.com/TrstSvc/TrustedList/Svcstatus/granted',
    'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn#/granted',
    'http://uri.etsi.org/TrstSvc/TrustedList/Svctype/granted',
    'granted',
  ]) {
    expect(periodsOf(granted, other)?.[1]).not.toBe('CA/QC granted')
  }
  const type = 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC'
  expect(periodsOf(type, 'http://example.com/Svctype/CA/QC')?.[0]).not.toMatch(/^CA/)
})

describe('a history that begins after the present', () => {
  const resultOf = async (text: string) => (await qualify(SIGNER, [makeService(text)], '2026-02-01')).result

  it('does not grant what the present has withdrawn', async () => {
    expect(await resultOf('2017-01-01 withdrawn sig|2016-07-01 granted sig')).toBe('AdESig')
    expect(await resultOf('2017-01-01 withdrawn sig|2017-06-01 granted sig|2016-07-01 granted sig')).toBe('AdESig')
  })

  it('withdraws what the present grants', async () => {
    expect(await resultOf('2016-07-01 granted sig|2019-01-01 withdrawn sig')).toBe('AdESig')
  })

  it('adds no qualifiers', async () => {
    const services = [makeService('2016-07-01 granted sig|2017-06-01 granted sig QCWithQSCD')]
    expect((await qualify(makeSigner('2018 qc esig'), services, '2026-02-01')).result).toBe('AdESig-QC')
  })

  it('may stand in any order before it', async () => {
    expect(await resultOf('2020-01-01 granted sig|2016-07-01 granted sig|2017-06-01 withdrawn sig')).toBe('AdESig')
    expect(await resultOf('2020-01-01 withdrawn sig|2016-07-01 granted sig|2017-06-01 granted sig')).toBe('AdESig')
  })
})

describe('leaves everything open:', () => {
  const granted = makeService('2016-07-01 granted sig')
  const withExtension = (extensions: string): MadeService => ({
    ...granted,
    periods: granted.periods.map((period) => ({ ...period, extensions })),
  })
  const TAKEN = '<q:TakenOverBy xmlns:q="http://uri.etsi.org/02231/v2/additionaltypes#"></q:TakenOverBy>'
  const resultOf = async (service: MadeService) => (await qualify(SIGNER, [service], '2026-02-01')).result

  it.each([
    ['a critical extension with white space', '<Extension Critical=" true "><x:N xmlns:x="urn:n"></x:N></Extension>'],
    ['one that says it in another way', '<Extension Critical="yes"><x:N xmlns:x="urn:n"></x:N></Extension>'],
    ['one that does not say it', '<Extension><x:N xmlns:x="urn:n"></x:N></Extension>'],
    ['a critical one of text alone', '<Extension Critical="true">not qualified</Extension>'],
    [
      'a critical one with a known name of others',
      `<Extension Critical="true">${TAKEN.replace('02231', 'x')}</Extension>`,
    ],
  ])('%s', async (_, extensions) => {
    expect(await resultOf(withExtension(extensions))).toBe('indeterminate')
  })

  it.each([
    ['one that is not critical', '<Extension Critical=" 0 "><x:N xmlns:x="urn:n"></x:N></Extension>'],
    ['a known one', `<Extension Critical="true">${TAKEN}</Extension>`],
  ])('not so %s', async (_, extensions) => {
    expect(await resultOf(withExtension(extensions))).toBe('QESig')
  })

  it.each([
    ['a condition that is neither true nor false', '<q:KeyUsageBit name="nonRepudiation">yes</q:KeyUsageBit>'],
    [
      'one that is both',
      '<q:KeyUsageBit name="nonRepudiation">true</q:KeyUsageBit><q:KeyUsageBit name="nonRepudiation">false</q:KeyUsageBit>',
    ],
  ])('%s', async (_, bits) => {
    const [period] = granted.periods
    const criteria = `<q:CriteriaList assert="all"><q:KeyUsage>${bits}</q:KeyUsage></q:CriteriaList>`
    const qualifications = [{ qualifiers: ['NotQualified'], criteria }]
    expect(await resultOf({ ...granted, periods: [{ since: '', ...period, qualifications }] })).toBe('indeterminate')
  })

  it('an exclusion without criteria', async () => {
    expect(await resultOf(makeService('2016-07-01 granted sig NotQualified@empty'))).toBe('indeterminate')
    expect(await resultOf(makeService('2016-07-01 granted sig QCWithQSCD@none-empty'))).toBe('indeterminate')
  })
})

it('every exclusion counts, however many stand before it', async () => {
  const qualifiers = [...Array.from({ length: 1200 }, () => 'QCWithQSCD@policy'), 'NotQualified@']
  const service = makeService(`2016-07-01 granted sig ${qualifiers.join(',')}`)
  expect((await qualify(SIGNER, [service], '2026-02-01')).result).toBe('AdESig')
})

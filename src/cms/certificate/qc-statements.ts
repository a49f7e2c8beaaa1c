/**
 * Reads what a certificate states about being qualified (ETSI EN 319 412-5, RFC 3739, 3.2.6).
 *
 * @module
 */

import { childrenOf, DerReader, type DerValue, readDer, TAG } from '../asn1/der.js'
import { readOid, readText } from '../asn1/der-values.js'
import type { Certificate } from './x509.js'
import { certificatePoliciesOf } from './x509-extensions.js'

const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3'

const STATEMENT = {
  compliance: '0.4.0.1862.1.1',
  sscd: '0.4.0.1862.1.4',
  type: '0.4.0.1862.1.6',
  legislation: '0.4.0.1862.1.7',
} as const

/** Types of qualified certificates (EN 319 412-5, 4.2.3). */
const TYPES: ReadonlyMap<string, QcType> = new Map([
  ['0.4.0.1862.1.6.1', 'esig'],
  ['0.4.0.1862.1.6.2', 'eseal'],
  ['0.4.0.1862.1.6.3', 'web'],
])

/**
 * Policies of qualified certificates before July 2016, with the key in a secure device, or not stated (ETSI TS 101 456, 5.2).
 */
const POLICY = { withSscd: '0.4.0.1456.1.1', plain: '0.4.0.1456.1.2' } as const

/** Purpose of a qualified certificate. */
export type QcType = 'esig' | 'eseal' | 'web'

/** The statements of a certificate. */
export interface QcStatements {
  /** QcCompliance: the certificate claims to be qualified. */
  readonly isCompliant: boolean
  /** QcSSCD: the key is in a device that the law recognises. */
  readonly hasDevice: boolean
  /** QcType; empty when the certificate states none. */
  readonly types: readonly QcType[]
  /** QcCClegislation: countries outside of the EU whose law applies. */
  readonly legislation: readonly string[]
  /** QCP: a qualified certificate by the policies of before July 2016. */
  readonly hasPolicy: boolean
  /** QCP+: as QCP, with the key in a secure device. */
  readonly hasDevicePolicy: boolean
  /** True when the extension cannot be read, so that none of it counts. */
  readonly isMalformed: boolean
}

/** Reads the statements; a malformed one is ignored. */
export function qcStatementsOf(certificate: Certificate): QcStatements {
  const found = readStatements(certificate)
  const policies = readPolicies(certificate)
  const values = found ?? []
  const of = (oid: string) => values.filter((statement) => statement.oid === oid)
  return {
    isCompliant: of(STATEMENT.compliance).length > 0,
    hasDevice: of(STATEMENT.sscd).length > 0,
    types: [...new Set(of(STATEMENT.type).flatMap(({ types }) => types))],
    legislation: of(STATEMENT.legislation).flatMap(({ countries }) => countries),
    hasPolicy: policies.includes(POLICY.plain) || policies.includes(POLICY.withSscd),
    hasDevicePolicy: policies.includes(POLICY.withSscd),
    isMalformed: found === undefined,
  }
}

interface Statement {
  readonly oid: string
  readonly types: readonly QcType[]
  readonly countries: readonly string[]
}

function readStatements({ extensions }: Certificate): Statement[] | undefined {
  const matching = extensions.filter(({ oid }) => oid === QC_STATEMENTS)
  const [extension] = matching
  if (extension === undefined) return []
  if (matching.length > 1) return undefined
  try {
    return Array.from(childrenOf(readDer(extension.value)), readStatement)
  } catch {
    return undefined
  }
}

function readStatement(value: DerValue): Statement {
  const reader = new DerReader(value, TAG.sequence)
  const oid = readOid(reader.readAny('a statement'))
  const info = reader.nextTag === undefined ? undefined : reader.readAny('what a statement says')
  const items = info?.tag === TAG.sequence ? [...childrenOf(info)] : []
  return {
    oid,
    types: oid === STATEMENT.type ? items.flatMap((item) => TYPES.get(readOid(item)) ?? []) : [],
    countries: oid === STATEMENT.legislation ? items.flatMap((item) => readText(item) ?? []) : [],
  }
}

function readPolicies(certificate: Certificate): readonly string[] {
  try {
    return certificatePoliciesOf(certificate) ?? []
  } catch {
    return []
  }
}

/**
 * Processing of certificate policies along a path (RFC 5280, 6.1), for a host that accepts every policy: where a CA requires
 * an explicit policy, one must be valid along the whole path.
 *
 * @module
 */

import { CRYPTO_LIMITS } from '../../limits.js'
import {
  asn1Error,
  contextTag,
  DerReader,
  type DerValue,
  isStringTag,
  listOf,
  octetsOf,
  primitiveContextTag,
  readDer,
  TAG,
} from '../asn1/der.js'
import { readInteger, readOid } from '../asn1/der-values.js'
import { equalNames } from './distinguished-name.js'
import type { Certificate } from './x509.js'

export const CERTIFICATE_POLICIES = '2.5.29.32'
export const POLICY_MAPPINGS = '2.5.29.33'
export const POLICY_CONSTRAINTS = '2.5.29.36'
export const INHIBIT_ANY_POLICY = '2.5.29.54'
const ANY_POLICY = '2.5.29.32.0'

/** Result of processing the policies. `index` counts from the leaf, which is 0. */
interface PolicyFault {
  readonly code: 'policy_required' | 'certificate_malformed'
  readonly index: number
}

/**
 * The policies that are valid at one certificate, each with the policies that the next certificate may state for it.
 *
 * RFC 5280 has a tree. Only its lowest level decides, and nodes of one policy are one here: a tree can be as large as the
 * product of the numbers of policies on its path.
 */
type ValidPolicies = Map<string, Set<string>>

/** State variables of RFC 5280, 6.1.2. A number counts the certificates until a rule holds. */
interface PolicyState {
  policies: ValidPolicies
  explicitPolicy: number
  policyMapping: number
  inhibitAnyPolicy: number
}

/**
 * Finds a path for which a CA requires a policy that is not valid along it.
 *
 * @param path leaf first, anchor last
 */
export function findPolicyFault(path: readonly Certificate[]): PolicyFault | undefined {
  const state: PolicyState = {
    policies: new Map([[ANY_POLICY, new Set([ANY_POLICY])]]),
    explicitPolicy: Number.POSITIVE_INFINITY,
    policyMapping: Number.POSITIVE_INFINITY,
    inhibitAnyPolicy: Number.POSITIVE_INFINITY,
  }
  for (let index = path.length - 2; index >= 0; index--) {
    const certificate = path[index]
    if (certificate === undefined) continue
    try {
      processCertificate(state, certificate, index === 0)
    } catch {
      return { code: 'certificate_malformed', index }
    }
  }
  return state.explicitPolicy > 0 || state.policies.size > 0 ? undefined : { code: 'policy_required', index: 0 }
}

function processCertificate(state: PolicyState, certificate: Certificate, isLeaf: boolean): void {
  const isSelfIssued = equalNames(certificate.subject, certificate.issuer)
  const isAnyAllowed = state.inhibitAnyPolicy > 0 || (!isLeaf && isSelfIssued)
  state.policies = narrow(state.policies, certificate, isAnyAllowed)
  if (!isLeaf) mapPolicies(state, certificate)
  if (isLeaf || !isSelfIssued) {
    state.explicitPolicy = Math.max(0, state.explicitPolicy - 1)
    state.policyMapping = Math.max(0, state.policyMapping - 1)
    state.inhibitAnyPolicy = Math.max(0, state.inhibitAnyPolicy - 1)
  }
  const { requireExplicit, inhibitMapping, inhibitAny } = policyConstraintsOf(certificate)
  // In the leaf only a required policy counts, and only if none may be missing from here on (6.1.5, b).
  if (!isLeaf || requireExplicit === 0) state.explicitPolicy = Math.min(state.explicitPolicy, requireExplicit)
  state.policyMapping = Math.min(state.policyMapping, inhibitMapping)
  state.inhibitAnyPolicy = Math.min(state.inhibitAnyPolicy, inhibitAny)
}

/** The policies that stay valid with those that a certificate states (6.1.3, d and e). */
function narrow(before: ValidPolicies, certificate: Certificate, isAnyAllowed: boolean): ValidPolicies {
  const stated = statedPolicies(certificate)
  const expected = new Set([...before.values()].flatMap((policies) => [...policies]))
  const after: ValidPolicies = new Map()
  for (const policy of stated) {
    if (policy === ANY_POLICY) continue
    if (expected.has(policy) || before.has(ANY_POLICY)) after.set(policy, new Set([policy]))
  }
  if (isAnyAllowed && stated.has(ANY_POLICY)) {
    for (const policy of expected) if (!after.has(policy)) after.set(policy, new Set([policy]))
  }
  return after
}

/** Replaces the policies of a CA's domain by those of the domain below it (6.1.4, a and b). */
function mapPolicies({ policies, policyMapping }: PolicyState, certificate: Certificate): void {
  for (const [issuerPolicy, subjectPolicies] of policyMappingsOf(certificate)) {
    if (policyMapping === 0) policies.delete(issuerPolicy)
    else if (policies.has(issuerPolicy) || policies.has(ANY_POLICY)) policies.set(issuerPolicy, subjectPolicies)
  }
}

function extensionOf({ extensions }: Certificate, wanted: string): DerValue | undefined {
  const extension = extensions.find(({ oid }) => oid === wanted)
  return extension === undefined ? undefined : readDer(extension.value)
}

function itemsOf(value: DerValue | undefined): DerValue[] {
  return value === undefined ? [] : listOf(value, CRYPTO_LIMITS.maxAttributes)
}

function statedPolicies(certificate: Certificate): ReadonlySet<string> {
  const list = itemsOf(extensionOf(certificate, CERTIFICATE_POLICIES))
  return new Set(list.map((item) => readOid(new DerReader(item, TAG.sequence).readAny('a certificate policy'))))
}

function policyMappingsOf(certificate: Certificate): ReadonlyMap<string, Set<string>> {
  const mappings = new Map<string, Set<string>>()
  for (const item of itemsOf(extensionOf(certificate, POLICY_MAPPINGS))) {
    const reader = new DerReader(item, TAG.sequence)
    const issuerPolicy = readOid(reader.readAny('a policy of the issuer'))
    const subjectPolicy = readOid(reader.readAny('a policy of the subject'))
    reader.assertDone()
    if (issuerPolicy === ANY_POLICY || subjectPolicy === ANY_POLICY) throw asn1Error('A mapping names any policy.')
    const known = mappings.get(issuerPolicy)
    if (known === undefined) mappings.set(issuerPolicy, new Set([subjectPolicy]))
    else known.add(subjectPolicy)
  }
  return mappings
}

interface PolicyConstraints {
  readonly requireExplicit: number
  readonly inhibitMapping: number
  readonly inhibitAny: number
}

/** The constraints of a certificate; infinite ones where it has none. */
function policyConstraintsOf(certificate: Certificate): PolicyConstraints {
  const constraints = extensionOf(certificate, POLICY_CONSTRAINTS)
  const inhibit = extensionOf(certificate, INHIBIT_ANY_POLICY)
  const [requireExplicit, inhibitMapping] = constraints === undefined ? [] : readConstraints(constraints)
  return {
    requireExplicit: requireExplicit ?? Number.POSITIVE_INFINITY,
    inhibitMapping: inhibitMapping ?? Number.POSITIVE_INFINITY,
    inhibitAny: inhibit === undefined ? Number.POSITIVE_INFINITY : smallNumber(readInteger(inhibit)),
  }
}

function readConstraints(constraints: DerValue): (number | undefined)[] {
  const reader = new DerReader(constraints, TAG.sequence)
  const numbers = [0, 1].map((number) => {
    const isThere = isStringTag(reader.nextTag, primitiveContextTag(number)) && reader.nextTag !== contextTag(number)
    return isThere ? smallNumber(octetsOf(reader.readAny('a number of certificates'))) : undefined
  })
  reader.assertDone()
  return numbers
}

/** A SkipCerts value. The values that matter fit one octet. */
function smallNumber(octets: Uint8Array): number {
  return octets.length === 1 ? (octets[0] ?? 0) : Number.MAX_SAFE_INTEGER
}

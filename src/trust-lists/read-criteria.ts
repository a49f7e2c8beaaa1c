/**
 * Reads the criteria of qualifications (ETSI TS 119 612, 5.5.9.2.2).
 *
 * @module
 */

import type { QualifierCriteria } from '../trust/qualified.js'
import { ADDITIONAL_NAMESPACE, QUALIFIERS_NAMESPACE, XADES_NAMESPACE } from './list-values.js'
import { attributeValue, contentText, isSignedElement, nestedElements, type SignedElement } from './xml/signed-tree.js'

/** Reads a CriteriaList. With an unknown element the condition is unknown: neither met nor unmet. */
export function readCriteria(element: SignedElement): QualifierCriteria {
  const assert = attributeValue(element, 'assert')
  if (assert !== 'all' && assert !== 'atLeastOne' && assert !== 'none') return { kind: 'unknown' }
  const items = element.children.filter(isSignedElement).flatMap(readCriterion)
  return { kind: 'list', assert, items }
}

function readCriterion(element: SignedElement): QualifierCriteria[] {
  if (element.namespace !== QUALIFIERS_NAMESPACE) return [{ kind: 'unknown' }]
  switch (element.localName) {
    case 'KeyUsage':
      return [readKeyUsage(element)]
    case 'PolicySet':
      return [
        { kind: 'policies', oids: identifiersIn(nestedElements(element, QUALIFIERS_NAMESPACE, 'PolicyIdentifier')) },
      ]
    case 'CriteriaList':
      return [readCriteria(element)]
    case 'otherCriteriaList':
      return element.children.filter(isSignedElement).map(readOtherCriterion)
    case 'Description':
      return []
    default:
      return [{ kind: 'unknown' }]
  }
}

function readKeyUsage(element: SignedElement): QualifierCriteria {
  const bits = nestedElements(element, QUALIFIERS_NAMESPACE, 'KeyUsageBit').map(
    (bit) => [attributeValue(bit, 'name') ?? '', BOOLEANS.get(contentText(bit))] as const,
  )
  const isClear = new Set(bits.map(([name]) => name)).size === bits.length && bits.every(([, is]) => is !== undefined)
  return isClear
    ? { kind: 'key-usage', bits: Object.fromEntries(bits) as Record<string, boolean> }
    : { kind: 'unknown' }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function readOtherCriterion(element: SignedElement): QualifierCriteria {
  if (element.namespace !== ADDITIONAL_NAMESPACE) return { kind: 'unknown' }
  if (element.localName === 'ExtendedKeyUsage') {
    return {
      kind: 'extended-key-usage',
      oids: identifiersIn(nestedElements(element, ADDITIONAL_NAMESPACE, 'KeyPurposeId')),
    }
  }
  if (element.localName === 'CertSubjectDNAttribute') {
    return {
      kind: 'subject-attributes',
      oids: identifiersIn(nestedElements(element, ADDITIONAL_NAMESPACE, 'AttributeOID')),
    }
  }
  return { kind: 'unknown' }
}

/** Object identifiers in dotted form. Some lists write them as `urn:oid:1.2.3`. */
function identifiersIn(elements: readonly SignedElement[]): string[] {
  return elements
    .flatMap((element) => nestedElements(element, XADES_NAMESPACE, 'Identifier'))
    .map((identifier) => contentText(identifier).replace(/^urn:oid:/i, ''))
}

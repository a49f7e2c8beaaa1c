/**
 * The signature of a trusted list (TS 119 612, 5.7 and B.1): one enveloped XAdES signature over the root element, by a known
 * signer. Every other shape is refused, although XML-DSig would permit it, because signature wrapping attacks use other
 * shapes.
 *
 * @module
 */

import { checkSignature } from '../../cms/algorithms.js'
import { equalBytes } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { createHash, hash } from '../../platform/hashes.js'
import { TRUST_LIST_LIMITS } from '../trust-lists-limits.js'
import { type Canonicalization, canonicalizeDocument, canonicalizeElement, type TextSink } from './canonical-xml.js'
import { refuseList } from './list-error.js'
import { NAMING_DIGESTS, readXmlSignatureAlgorithm, XML_DIGESTS } from './signature-algorithms.js'
import {
  attributeValue,
  contentText,
  elementOf,
  isSignedElement,
  nestedElements,
  type SignedElement,
  type SignedXml,
} from './signed-tree.js'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const ENVELOPED = `${DSIG}enveloped-signature`
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** The parts of a signature element. */
interface SignatureParts {
  readonly element: SignedElement
  readonly signedInfo: SignedElement
  readonly value: Uint8Array
  readonly keyInfo: SignedElement | undefined
}

/**
 * Checks the signature of a list.
 *
 * @param signers certificates of which one must have signed
 * @returns the certificate that signed
 * @throws SealwrightError `trust_list_refused`; nothing of the list may be used then
 */
export function checkListSignature(list: SignedXml, signers: readonly Certificate[]): Certificate {
  const parts = readSignature(list.root)
  checkReferences(list, parts)
  const signer = checkValue(parts, signers)
  checkNamedSigner(parts.element, signer)
  return signer
}

/** Reads the signature. The document must have exactly one, as a child of the root element. */
function readSignature(root: SignedElement): SignatureParts {
  const found = signaturesIn(root)
  const [element] = found
  if (element === undefined) throw refuseList('signature_missing', 'it is not signed.')
  if (found.length > 1) throw refuseList('several_signatures', 'it has more than one signature.')
  if (element.parent !== root)
    throw refuseList('signature_misplaced', 'its signature is not a child of the root element.')
  const children = element.children.filter(isSignedElement)
  const [signedInfo, value, ...rest] = children
  const isSound =
    signedInfo !== undefined &&
    value !== undefined &&
    isDsig(signedInfo, 'SignedInfo') &&
    isDsig(value, 'SignatureValue') &&
    rest.every((child, i) => isDsig(child, 'Object') || (i === 0 && isDsig(child, 'KeyInfo')))
  if (!isSound) throw refuseList('signature_malformed', 'its signature does not have the parts that it should.')
  const keyInfo = rest.find((child) => isDsig(child, 'KeyInfo'))
  return { element, signedInfo, value: base64Bytes(contentText(value)), keyInfo }
}

function signaturesIn(root: SignedElement): SignedElement[] {
  const found: SignedElement[] = []
  const visit = (element: SignedElement): void => {
    if (isDsig(element, 'Signature')) found.push(element)
    for (const child of element.children) if (isSignedElement(child)) visit(child)
  }
  visit(root)
  return found
}

const isDsig = ({ namespace, localName }: SignedElement, name: string) => namespace === DSIG && localName === name

function checkReferences(list: SignedXml, { element, signedInfo }: SignatureParts): void {
  const [canonicalization, method, ...references] = signedInfo.children.filter(isSignedElement)
  const isSound =
    canonicalization !== undefined &&
    method !== undefined &&
    isDsig(canonicalization, 'CanonicalizationMethod') &&
    isDsig(method, 'SignatureMethod') &&
    references.length > 0 &&
    references.length <= TRUST_LIST_LIMITS.maxReferences &&
    references.every((reference) => isDsig(reference, 'Reference'))
  if (!isSound) throw refuseList('signature_malformed', 'what is signed does not have the parts that it should.')
  if (attributeValue(canonicalization, 'Algorithm') !== EXCLUSIVE || hasElements(canonicalization)) {
    throw refuseList('canonicalization_not_allowed', 'its signature is not over exclusive canonical XML.')
  }
  const rootUris = rootUrisOf(list)
  const isCovering = (reference: SignedElement) => rootUris.has(attributeValue(reference, 'URI') ?? ' ')
  const covering = references.filter(isCovering)
  if (covering.length !== 1) {
    throw refuseList('reference_not_to_root', 'its signature does not cover the root element exactly once.')
  }
  for (const reference of references) {
    if (isCovering(reference)) checkCoveringReference(list, reference, element)
    else checkInnerReference(list, reference, element)
  }
}

/** The URIs that refer to the whole list: "" and the identifier of the root element. */
function rootUrisOf({ root }: SignedXml): ReadonlySet<string> {
  const id = attributeValue(root, 'Id')
  return new Set(id === undefined || id === '' ? [''] : ['', `#${id}`])
}

/**
 * Checks the reference to the whole list. It has two transforms: the signature is left out, and exclusive canonicalization
 * (TS 119 612, B.1).
 */
function checkCoveringReference(list: SignedXml, reference: SignedElement, signature: SignedElement): void {
  const transforms = transformsOf(reference)
  if (transforms.length !== 2 || transforms[0] !== ENVELOPED || transforms[1] !== EXCLUSIVE) {
    throw refuseList(
      'transform_not_allowed',
      'its signature transforms the list in another way than the standard says.',
    )
  }
  const isWhole = attributeValue(reference, 'URI') === ''
  checkDigest(reference, (sink) => {
    if (isWhole) canonicalizeDocument(list, signature, sink)
    else canonicalizeElement(list.root, 'exclusive', sink, signature)
  })
}

/** Checks a reference to a part of the signature: besides the list it may cover its own properties and its key. */
function checkInnerReference({ byId }: SignedXml, reference: SignedElement, signature: SignedElement): void {
  const uri = attributeValue(reference, 'URI')
  const target = uri?.startsWith('#') === true ? byId.get(uri.slice(1)) : undefined
  const isProperties = target?.namespace === XADES && target.localName === 'SignedProperties'
  const isKey = target !== undefined && isDsig(target, 'KeyInfo')
  if (target === undefined || !(isProperties || isKey) || !isInside(target, signature)) {
    throw refuseList('reference_not_allowed', 'its signature covers something besides the list and its own properties.')
  }
  const form = innerForm(transformsOf(reference))
  checkDigest(reference, (sink) => canonicalizeElement(target, form, sink))
}

/** The canonical form for a reference. Without transforms this is the inclusive one (XML-DSig, 4.4.3.2). */
function innerForm(transforms: readonly string[]): Canonicalization {
  const [transform, other] = transforms
  if (other === undefined && transform === EXCLUSIVE) return 'exclusive'
  if (other === undefined && (transform === undefined || transform === INCLUSIVE)) return 'inclusive'
  throw refuseList('transform_not_allowed', "its signature transforms the signature's properties.")
}

function isInside(element: SignedElement, outer: SignedElement): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) if (at === outer) return true
  return false
}

function transformsOf(reference: SignedElement): string[] {
  const lists = nestedElements(reference, DSIG, 'Transforms')
  const transforms = lists.flatMap((list) => list.children.filter(isSignedElement))
  // A transform with parameters could be a different transform.
  if (lists.length > 1 || transforms.some((each) => !isDsig(each, 'Transform') || hasElements(each))) {
    throw refuseList('transform_not_allowed', 'its signature has transforms with parameters.')
  }
  return transforms.map((transform) => attributeValue(transform, 'Algorithm') ?? '')
}

function hasElements(element: SignedElement): boolean {
  return element.children.some(isSignedElement)
}

function checkDigest(reference: SignedElement, write: (sink: TextSink) => void): void {
  const method = nestedElements(reference, DSIG, 'DigestMethod')
  const values = nestedElements(reference, DSIG, 'DigestValue')
  const [value] = values
  const name = XML_DIGESTS.get(
    method.length === 1 && method[0] !== undefined ? (attributeValue(method[0], 'Algorithm') ?? '') : '',
  )
  if (name === undefined) throw refuseList('algorithm_not_allowed', 'its signature uses a digest that is not accepted.')
  if (value === undefined || values.length > 1) {
    throw refuseList('signature_malformed', 'a reference of its signature does not have one digest.')
  }
  if (!equalBytes(digestText(name, write), base64Bytes(contentText(value)))) {
    throw refuseList('digest_mismatch', 'it was changed after it was signed.')
  }
}

/** How much text is hashed at once, in characters. The canonical form comes in pieces of a few characters. */
const HASHED_AT_ONCE = 64 * 1024

function digestText(name: string, write: (sink: TextSink) => void): Uint8Array {
  const digest = createHash(name)
  let pending = ''
  write((text) => {
    pending += text
    if (pending.length < HASHED_AT_ONCE) return
    digest.update(pending, 'utf8')
    pending = ''
  })
  return digest.update(pending, 'utf8').digest()
}

/** Checks the signature value. One of the known signers must have made it, and the certificate in KeyInfo says which one. */
function checkValue({ signedInfo, value, keyInfo }: SignatureParts, signers: readonly Certificate[]): Certificate {
  const identifier = elementOf(signedInfo, DSIG, 'SignatureMethod')
  const scheme = readXmlSignatureAlgorithm((identifier && attributeValue(identifier, 'Algorithm')) ?? '')
  if (scheme === undefined || (identifier !== undefined && hasElements(identifier))) {
    throw refuseList('algorithm_not_allowed', 'its signature algorithm is not accepted.')
  }
  const candidates = candidatesAmong(signers, keyInfo)
  if (candidates.length === 0)
    throw refuseList('signer_unknown', 'it is not signed by one of the signers that may sign it.')
  let canonical = ''
  canonicalizeElement(signedInfo, 'exclusive', (text) => {
    canonical += text
  })
  const signed = [new TextEncoder().encode(canonical)]
  const signer = candidates.find(({ publicKey }) => checkSignature(scheme, publicKey, signed, value) === 'match')
  if (signer === undefined) throw refuseList('signature_mismatch', 'its signature is wrong.')
  const { kind } = signer.publicKey
  if ((kind.type === 'rsa' || kind.type === 'rsa-pss') && kind.modulusBits < MIN_RSA_BITS) {
    throw refuseList('algorithm_not_allowed', 'the key that signed it is too short.')
  }
  return signer
}

/** Shortest RSA key, in bits. Shorter ones have not been accepted since 2014. */
const MIN_RSA_BITS = 2048

function candidatesAmong(signers: readonly Certificate[], keyInfo: SignedElement | undefined): readonly Certificate[] {
  const data = keyInfo === undefined ? [] : nestedElements(keyInfo, DSIG, 'X509Data')
  const named = data
    .flatMap((each) => nestedElements(each, DSIG, 'X509Certificate'))
    .map((each) => base64Bytes(contentText(each)))
  if (named.length === 0) return signers
  return signers.filter(({ der }) => named.some((each) => equalBytes(each, der)))
}

/** Checks that the signed properties name the signer's certificate and no other (TS 119 612, 5.7.1). */
function checkNamedSigner(signature: SignedElement, signer: Certificate): void {
  const signed = signedSignatureProperties(signature)
  const list = elementOf(signed, XADES, 'SigningCertificateV2') ?? elementOf(signed, XADES, 'SigningCertificate')
  // The first one is the signer's; its issuers may follow.
  const [first] = list === undefined ? [] : nestedElements(list, XADES, 'Cert')
  const named = elementOf(first, XADES, 'CertDigest')
  if (named === undefined) return
  const method = elementOf(named, DSIG, 'DigestMethod')
  const name = NAMING_DIGESTS.get((method && attributeValue(method, 'Algorithm')) ?? '')
  if (name === undefined)
    throw refuseList('algorithm_not_allowed', 'its signer is named by a digest that is not accepted.')
  const digest = new Uint8Array(hash(name, signer.der, 'buffer'))
  if (!equalBytes(digest, base64Bytes(contentText(elementOf(named, DSIG, 'DigestValue'))))) {
    throw refuseList('signer_mismatch', 'its signature names another certificate than the one that made it.')
  }
}

function signedSignatureProperties(signature: SignedElement): SignedElement | undefined {
  const objects = nestedElements(signature, DSIG, 'Object')
  const qualifying = objects.flatMap((object) => nestedElements(object, XADES, 'QualifyingProperties'))
  return elementOf(elementOf(qualifying[0], XADES, 'SignedProperties'), XADES, 'SignedSignatureProperties')
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes base64, which may contain white space. Every other character is refused. */
export function base64Bytes(text: string): Uint8Array {
  const compact = text.replace(/[ \t\n\r]+/g, '')
  if (!BASE64.test(compact)) throw refuseList('content_malformed', 'something that should be in base64 is not.')
  return new Uint8Array(Buffer.from(compact, 'base64'))
}

/**
 * Signatures of trusted lists: what is accepted, and forgeries of every kind that is refused.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { readAuthenticList } from '../../src/trust-lists/read-list.js'
import { makeHolder } from '../trust/support/dated-pki.js'
import {
  DSIG,
  EXCLUSIVE,
  listText,
  makeList,
  type SigningChanges,
  signatureText,
  signList,
  utf8,
} from './support/make-list.js'

const LIFE = { from: '2025-01-01', to: '2030-01-01' }
const signer = makeHolder('List signer', LIFE)
const mallory = makeHolder('Mallory', LIFE)
const TIME = new Date('2026-03-01T00:00:00Z')
const TEXT = listText({})
const SIGNED = signatureText(TEXT, signer)
const GOOD = TEXT.replace('{signature}', SIGNED)
const EVIL_SCHEME = /<SchemeInformation>[\s\S]*<\/SchemeInformation>/.exec(listText({ territory: 'XX' }))?.[0] ?? ''

const read = (bytes: Uint8Array | string, signers = [signer]) =>
  readAuthenticList(
    typeof bytes === 'string' ? utf8(bytes) : bytes,
    signers.map(({ certificate }) => certificate),
    TIME,
  )

function faultOf(bytes: Uint8Array | string, signers = [signer]): string {
  try {
    read(bytes, signers)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(SealwrightError)
    expect((error as SealwrightError).code).toBe('trust_list_refused')
    return (error as SealwrightError).errors[0]?.code ?? ''
  }
}

describe('accepted is', () => {
  it.each<[string, Uint8Array | string]>([
    ['a list of version 5', GOOD],
    ['a list of version 6', makeList(signer, { version: 6 })],
    ['a list with a byte order mark and a declaration', `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${GOOD}`],
    ['one whose reference names the root element', makeList(signer, {}, { uri: '#ID0001' })],
    ['one with a comment, which is not signed', GOOD.replace('<SchemeTerritory>', '<!-- x --><SchemeTerritory>')],
    ['one without a certificate in it', makeList(signer, {}, { shown: null })],
    ['one with other quotation marks', GOOD.replace('xml:lang="en"', "xml:lang='en'")],
    ['one with line ends of Windows', signList(TEXT.replace('<SchemeTerritory>', '\n<SchemeTerritory>'), signer)],
    ['a closed list', makeList(signer, { nextUpdate: null })],
  ])('%s', (_, bytes) => {
    expect(read(bytes).content).toMatchObject({ territory: 'DE', operator: 'Office of DE', sequenceNumber: 1 })
  })

  it('text on both sides of a comment, read as it was signed', () => {
    const text = listText({ territory: 'AT' })
    const bytes = TEXT.includes('AT')
      ? ''
      : text.replace('<SchemeTerritory>AT', '<SchemeTerritory>A<!-- D --><![CDATA[T]]>')
    expect(read(bytes.replace('{signature}', signatureText(text, signer))).content.territory).toBe('AT')
  })
})

const evilRoot = (inner: string) =>
  `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="EVIL">${EVIL_SCHEME}${inner}</TrustServiceStatusList>`
const changed = (changes: SigningChanges) => makeList(signer, {}, changes)
const ENVELOPED = `${DSIG}enveloped-signature`
const REFERENCE_TO = (uri: string) =>
  `<ds:Reference URI="${uri}"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`

/** Each is refused, for the reason that stands beside it. */
const FORGERIES: readonly (readonly [string, string, Uint8Array | string])[] = [
  // What was signed is changed.
  ['a changed country', 'digest_mismatch', GOOD.replace('<SchemeTerritory>DE', '<SchemeTerritory>XX')],
  [
    'an added service',
    'digest_mismatch',
    GOOD.replace('<ds:Signature', '<TrustServiceProviderList></TrustServiceProviderList><ds:Signature'),
  ],
  ['a changed attribute', 'digest_mismatch', GOOD.replace('xml:lang="en"', 'xml:lang="de"')],
  ['an added attribute', 'digest_mismatch', GOOD.replace('<SchemeInformation>', '<SchemeInformation x="1">')],
  [
    'another namespace',
    'not_a_trusted_list',
    GOOD.replace('http://uri.etsi.org/02231/v2#', 'http://uri.etsi.org/02231/v3#'),
  ],
  [
    'a renamed prefix',
    'digest_mismatch',
    GOOD.replace(
      '<SchemeTerritory>DE</SchemeTerritory>',
      '<n:SchemeTerritory xmlns:n="http://uri.etsi.org/02231/v2#">DE</n:SchemeTerritory>',
    ),
  ],
  ['white space added', 'digest_mismatch', GOOD.replace('<SchemeTerritory>', ' <SchemeTerritory>')],
  [
    'a line end written as a reference',
    'digest_mismatch',
    GOOD.replace('<SchemeTerritory>DE', '<SchemeTerritory>&#13;DE'),
  ],
  ['a processing instruction in it', 'digest_mismatch', GOOD.replace('<SchemeTerritory>', '<?x y?><SchemeTerritory>')],
  ['a processing instruction before it', 'digest_mismatch', `<?x y?>${GOOD}`],
  ['a processing instruction after it', 'digest_mismatch', `${GOOD}<?x y?>`],
  [
    'changed properties',
    'digest_mismatch',
    GOOD.replace('2026-01-01T00:00:00Z</xades:SigningTime>', '2025-01-01T00:00:00Z</xades:SigningTime>'),
  ],
  ['a changed digest', 'signature_mismatch', makeWithOtherDigest()],
  [
    'a changed signature value',
    'signature_mismatch',
    GOOD.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
  ],

  // Wrapping: the signed list is somewhere else than what is read.
  ['the signed list in an evil one', 'signature_misplaced', evilRoot(GOOD)],
  [
    'the signed list in an object of the signature',
    'duplicate_id',
    evilRoot(SIGNED.replace('</ds:Signature>', `<ds:Object>${GOOD}</ds:Object></ds:Signature>`)),
  ],
  [
    'the list in an object, named by its identifier',
    'reference_not_to_root',
    evilRoot(
      signatureText(TEXT, signer, { uri: '#ID0001' }).replace(
        '</ds:Signature>',
        `<ds:Object>${TEXT.replace('{signature}', '')}</ds:Object></ds:Signature>`,
      ),
    ),
  ],
  [
    'the root named, and an evil root of the same name',
    'duplicate_id',
    evilRoot(makeNamed()).replace('Id="EVIL"', 'Id="ID0001"'),
  ],
  ['the scheme signed instead of the list', 'reference_not_to_root', signScheme()],
  [
    'the signature in the scheme',
    'signature_misplaced',
    TEXT.replace('{signature}', '').replace('</SchemeInformation>', `${SIGNED}</SchemeInformation>`),
  ],
  [
    'the signature in a service list',
    'signature_misplaced',
    TEXT.replace('{signature}', `<TrustServiceProviderList>${SIGNED}</TrustServiceProviderList>`),
  ],
  ['the signature beside the list', 'not_well_formed', `${TEXT.replace('{signature}', '')}${SIGNED}`],
  [
    'the signature around the list',
    'not_a_trusted_list',
    SIGNED.replace('</ds:Signature>', `<ds:Object>${TEXT.replace('{signature}', '')}</ds:Object></ds:Signature>`),
  ],
  [
    'evil content in the signature',
    'signature_malformed',
    GOOD.replace('</ds:Signature>', `${EVIL_SCHEME}</ds:Signature>`),
  ],
  ['two roots', 'not_well_formed', GOOD + evilRoot('')],
  ['an evil root first', 'not_well_formed', evilRoot('') + GOOD],
  ['a root of another name', 'not_a_trusted_list', `<x>${GOOD}</x>`],

  // More than one, or none.
  ['no signature', 'signature_missing', TEXT.replace('{signature}', '')],
  [
    'two signatures',
    'several_signatures',
    TEXT.replace(
      '{signature}',
      SIGNED + SIGNED.replaceAll('Id="signature"', 'Id="s2"').replaceAll('Id="properties"', 'Id="p2"'),
    ),
  ],
  [
    'a signature of Mallory before the right one',
    'several_signatures',
    TEXT.replace(
      '{signature}',
      signatureText(TEXT, mallory).replaceAll('Id="signature"', 'Id="s2"').replaceAll('Id="properties"', 'Id="p2"') +
        SIGNED,
    ),
  ],
  [
    'a counter-signature',
    'several_signatures',
    GOOD.replace(
      '</ds:Signature>',
      `<ds:Object><ds:Signature xmlns:ds="${DSIG}"></ds:Signature></ds:Object></ds:Signature>`,
    ),
  ],
  ['a signature of another namespace', 'signature_missing', GOOD.replaceAll(DSIG, `${DSIG}x`)],
  ['two references to the list', 'reference_not_to_root', changed({ references: coveringReference() })],
  ['no reference to the list', 'reference_not_to_root', changed({ uri: '#properties' })],
  [
    'a reference to a part of the list besides',
    'reference_not_allowed',
    signList(listText({}).replace('<SchemeInformation>', '<SchemeInformation Id="scheme">'), signer, {
      references: REFERENCE_TO('#scheme'),
    }),
  ],
  ['a reference to a file', 'reference_not_allowed', changed({ references: REFERENCE_TO('file:///etc/passwd') })],
  ['a reference to the web', 'reference_not_allowed', changed({ references: REFERENCE_TO('https://example.com/x') })],
  ['a reference to nothing', 'reference_not_allowed', changed({ references: REFERENCE_TO('#nothing') })],
  ['an XPointer to the root', 'reference_not_to_root', changed({ uri: '#xpointer(/)' })],
  ['an XPointer to an identifier', 'reference_not_to_root', changed({ uri: "#xpointer(id('ID0001'))" })],
  ['a reference without a URI', 'reference_not_to_root', GOOD.replace('<ds:Reference URI="">', '<ds:Reference>')],
  ['many references', 'signature_malformed', changed({ references: REFERENCE_TO('#signature').repeat(20) })],
  ['something besides references', 'signature_malformed', changed({ references: '<ds:Object></ds:Object>' })],

  // Transforms and algorithms.
  [
    'an XPath transform',
    'transform_not_allowed',
    changed({ transforms: ['http://www.w3.org/TR/1999/REC-xpath-19991116', EXCLUSIVE] }),
  ],
  [
    'an XPath filter',
    'transform_not_allowed',
    changed({ transforms: ['http://www.w3.org/2002/06/xmldsig-filter2', EXCLUSIVE] }),
  ],
  [
    'an XSLT transform',
    'transform_not_allowed',
    changed({ transforms: [ENVELOPED, 'http://www.w3.org/TR/1999/REC-xslt-19991116'] }),
  ],
  ['a transform more', 'transform_not_allowed', changed({ transforms: [ENVELOPED, EXCLUSIVE, EXCLUSIVE] })],
  ['a transform less', 'transform_not_allowed', changed({ transforms: [EXCLUSIVE] })],
  ['no transform', 'transform_not_allowed', changed({ transforms: [] })],
  ['transforms in another order', 'transform_not_allowed', changed({ transforms: [EXCLUSIVE, ENVELOPED] })],
  ['the base64 transform', 'transform_not_allowed', changed({ transforms: [ENVELOPED, `${DSIG}base64`] })],
  ['a form with comments', 'transform_not_allowed', changed({ transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`] })],
  [
    'a transform with parameters',
    'transform_not_allowed',
    GOOD.replace(
      `"${EXCLUSIVE}"></ds:Transform>`,
      `"${EXCLUSIVE}"><e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="x"></e:InclusiveNamespaces></ds:Transform>`,
    ),
  ],
  [
    'a foreign canonicalization',
    'canonicalization_not_allowed',
    changed({ canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
  ],
  ['an unknown canonicalization', 'canonicalization_not_allowed', changed({ canonicalization: 'urn:x' })],
  ['SHA-1 over the list', 'algorithm_not_allowed', changed({ digest: `${DSIG}sha1` })],
  ['MD5 over the list', 'algorithm_not_allowed', changed({ digest: 'http://www.w3.org/2001/04/xmldsig-more#md5' })],
  ['a signature with SHA-1', 'algorithm_not_allowed', changed({ method: `${DSIG}rsa-sha1` })],
  ['a key that everybody has (HMAC)', 'algorithm_not_allowed', changed({ method: `${DSIG}hmac-sha1` })],
  [
    'an algorithm for another key',
    'signature_mismatch',
    changed({ method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
  ],

  // Signers.
  ['a signature by another', 'signer_unknown', makeList(mallory)],
  [
    "another's signature that shows the right certificate",
    'signature_mismatch',
    makeList(mallory, {}, { shown: signer, named: signer }),
  ],
  [
    "another's signature that shows nothing",
    'signature_mismatch',
    makeList(mallory, {}, { shown: null, named: signer }),
  ],
  ['a signature that names another certificate', 'signer_mismatch', makeList(signer, {}, { named: mallory })],
  ['a signer who was not valid yet', 'signer_not_valid', makeList(signer, { issuedAt: '2024-01-01T00:00:00Z' })],
  ['a list of the future', 'issued_in_future', makeList(signer, { issuedAt: '2026-04-01T00:00:00Z' })],

  // What two parsers read differently.
  ['a document type', 'document_type', `<!DOCTYPE TrustServiceStatusList>${GOOD}`],
  [
    'an entity',
    'document_type',
    `<!DOCTYPE x [<!ENTITY e "XX">]>${GOOD.replace('<SchemeTerritory>DE', '<SchemeTerritory>&e;')}`,
  ],
  ['an external entity', 'document_type', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${GOOD}`],
  [
    'a document type after the declaration',
    'document_type',
    `<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://example.com/x.dtd">${GOOD}`,
  ],
  ['an undeclared entity', 'not_well_formed', GOOD.replace('<SchemeTerritory>DE', '<SchemeTerritory>&e;')],
  ['an identifier twice', 'duplicate_id', GOOD.replace('<SchemeInformation>', '<SchemeInformation Id="ID0001">')],
  [
    'an identifier twice, in another spelling',
    'duplicate_id',
    GOOD.replace('<SchemeInformation>', '<SchemeInformation xml:id="properties">'),
  ],
  ['an attribute twice', 'not_well_formed', GOOD.replace('Id="ID0001"', 'Id="ID0001" Id="x"')],
  [
    'an attribute twice by its namespace',
    'not_well_formed',
    GOOD.replace('<SchemeInformation>', '<SchemeInformation xmlns:a="urn:x" xmlns:b="urn:x" a:c="1" b:c="2">'),
  ],
  [
    'a prefix without a namespace',
    'not_well_formed',
    GOOD.replace('<SchemeInformation>', '<SchemeInformation a:c="1">'),
  ],
  [
    'another meaning of xml:',
    'not_well_formed',
    GOOD.replace('<SchemeInformation>', '<SchemeInformation xmlns:xml="urn:x">'),
  ],
  ['another encoding', 'not_utf8', `<?xml version="1.0" encoding="UTF-16"?>${GOOD}`],
  ['UTF-7', 'not_utf8', `<?xml version="1.0" encoding="UTF-7"?>${GOOD}`],
  ['bytes that are no UTF-8', 'not_utf8', Uint8Array.of(...utf8(GOOD).subarray(0, 300), 0xff, 0xfe)],
  ['XML 1.1', 'not_well_formed', `<?xml version="1.1"?>${GOOD}`],
  ['a control character', 'not_well_formed', GOOD.replace('<SchemeTerritory>DE', '<SchemeTerritory>D\u0000E')],
  [
    'a control character as a reference',
    'not_well_formed',
    GOOD.replace('<SchemeTerritory>DE', '<SchemeTerritory>D&#0;E'),
  ],
  ['tags that do not match', 'not_well_formed', GOOD.replace('</SchemeTerritory>', '</Schemeterritory>')],
  ['an end that is missing', 'not_well_formed', GOOD.slice(0, -10)],
  ['text after the end', 'not_well_formed', `${GOOD}x`],
  ['nothing', 'not_well_formed', ''],
  ['another file', 'not_well_formed', '%PDF-1.7'],
  ['a tag without space between attributes', 'not_well_formed', GOOD.replace('xml:lang="en">', 'xml:lang="en"a="b">')],

  // Bombs.
  [
    'elements in elements',
    'too_complex',
    GOOD.replace('<SchemeInformation>', `<SchemeInformation>${'<a>'.repeat(1000)}`),
  ],
  ['elements without end', 'too_complex', '<a>'.repeat(100_000)],
  ['a long name', 'not_well_formed', `<${'a'.repeat(100_000)}/>`],
  ['65 attributes of an element', 'too_complex', `<a ${numbered(65, (i) => `b${i}=""`)}/>`],
  ['64 attributes of an element', 'not_a_trusted_list', `<a ${numbered(64, (i) => `b${i}=""`)}/>`],
  [
    '64 namespaces besides that of xml',
    'too_complex',
    `<a ${numbered(60, declaration)}><b ${numbered(4, other)}/></a>`,
  ],
  ['63 of them', 'not_a_trusted_list', `<a ${numbered(60, declaration)}><b ${numbered(3, other)}/></a>`],
  ['500,001 elements', 'too_complex', `<a>${'<b/>'.repeat(500_000)}</a>`],
  ['500,000 elements', 'not_a_trusted_list', `<a>${'<b/>'.repeat(499_999)}</a>`],

  // Versions.
  ['version 3', 'version_unknown', makeList(signer, { version: 3 })],
  ['version 7', 'version_unknown', makeList(signer, { version: 7 })],
  ['a time that is none', 'content_malformed', makeList(signer, { issuedAt: 'yesterday' })],
]

function numbered(count: number, item: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => item(i)).join(' ')
}

function declaration(i: number): string {
  return `xmlns:a${i}="urn:a"`
}

function other(i: number): string {
  return `xmlns:b${i}="urn:b"`
}

/** A right signature over another digest: its value does not fit. */
function makeWithOtherDigest(): string {
  const other = listText({ territory: 'XX' })
  const digest = /<ds:DigestValue>([^<]+)/.exec(signatureText(other, signer))?.[1] ?? ''
  return other.replace('{signature}', SIGNED.replace(/<ds:DigestValue>[^<]+/, `<ds:DigestValue>${digest}`))
}

function makeNamed(): string {
  const text = TEXT.replace('{signature}', '')
  return signatureText(TEXT, signer, { uri: '#ID0001' }).replace(
    '</ds:Signature>',
    `<ds:Object>${text}</ds:Object></ds:Signature>`,
  )
}

/** The scheme has the identifier that is signed; the services beside it are Mallory's. */
function signScheme(): Uint8Array {
  const text = listText({}).replace('<SchemeInformation>', '<SchemeInformation Id="scheme">')
  const scheme = /<SchemeInformation[\s\S]*<\/SchemeInformation>/.exec(text)?.[0] ?? ''
  const signedText = scheme.replace('<SchemeInformation ', '<SchemeInformation xmlns="http://uri.etsi.org/02231/v2#" ')
  return signList(text, signer, { uri: '#scheme', signedText })
}

function coveringReference(): string {
  return /<ds:Reference URI="">[\s\S]*?<\/ds:Reference>/.exec(SIGNED)?.[0] ?? ''
}

it.each(FORGERIES)('%s is refused: %s', (_, fault, bytes) => {
  expect(faultOf(bytes)).toBe(fault)
})

it('more than sixty forgeries were tried', () => {
  expect(FORGERIES.length).toBeGreaterThan(60)
  expect(new Set(FORGERIES.map(([name]) => name)).size).toBe(FORGERIES.length)
})

it('every change of one byte of what is signed is refused, or means the same', () => {
  const bytes = utf8(GOOD)
  const territory = GOOD.indexOf('<SchemeTerritory>')
  for (let at = territory - 200; at < territory + 40; at++) {
    const forged = bytes.slice()
    forged[at] = (forged[at] ?? 0) ^ 1
    expect(faultOf(forged), `byte ${at}`).not.toBe('accepted')
  }
})

it('a key that is too short is not accepted, whoever pinned it', () => {
  const short = makeHolder('Short', { ...LIFE, rsaBits: 1024 })
  const method = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  expect(faultOf(makeList(short, {}, { method }), [short])).toBe('algorithm_not_allowed')
  const long = makeHolder('Long', { ...LIFE, rsaBits: 2048 })
  expect(faultOf(makeList(long, {}, { method }), [long])).toBe('accepted')
})

it('deep and long input ends fast', () => {
  const begin = performance.now()
  expect(faultOf(`${'<a b="'.repeat(200_000)}`)).toBe('not_well_formed')
  expect(faultOf(`<a ${'b="1" '.repeat(3000)}/>`)).toBe('not_well_formed')
  expect(faultOf(`<a>${'&#1'.repeat(100_000)}</a>`)).toBe('not_well_formed')
  expect(performance.now() - begin).toBeLessThan(3000)
})

/**
 * What may stand in a signature validation report, as ETSI TS 119 102-2 V1.4.1 describes it in clauses 4 and A, with the
 * parts of XML signatures, XAdES and trusted lists that it uses. Written as a table, of the parts that are written here, and
 * made into XML Schema for validators. Whatever is not in it is refused.
 *
 * @module
 */

/**
 * Members as `name:Type`, with `?`, `*` or `+`; a name with a prefix is that of another namespace. `@name:type` is an
 * attribute, `!` a required one. `sequence` has all of them in their order, `choice` one, `choices` any number in any
 * order.
 */
type Model = { readonly sequence: string } | { readonly choice: string } | { readonly choices: string }

const NAMESPACES = {
  vr: 'http://uri.etsi.org/19102/v1.4.1#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  tsl: 'http://uri.etsi.org/02231/v2#',
} as const

type Prefix = keyof typeof NAMESPACES

/** Elements that other namespaces refer to, the root, and those that are known wherever anything may stand. */
const ROOTS: Readonly<Record<Prefix, string>> = {
  vr: 'ValidationReport:Report SignatureReference:SignatureReference',
  ds: 'DigestMethod:Algorithm DigestValue:base64Binary SignatureValue:base64Binary Signature:Signature SignedInfo:SignedInfo CanonicalizationMethod:Algorithm SignatureMethod:Algorithm Reference:Reference Transforms:Transforms Transform:Algorithm KeyInfo:KeyInfo X509Data:X509Data Object:Container',
  xades:
    'QualifyingProperties:QualifyingProperties SignedProperties:SignedProperties SignedSignatureProperties:SignatureProperties SignedDataObjectProperties:ObjectProperties SigningTime:dateTime SigningCertificateV2:Certificates DataObjectFormat:Format',
  tsl: 'X509Certificate:base64Binary',
}

const MODELS: Readonly<Record<Prefix, Readonly<Record<string, Model>>>> = {
  vr: {
    Report: {
      sequence:
        'SignatureValidationReport:SignatureReport+ SignatureValidationObjects:Objects? SignatureValidator:Validator? ds:Signature?',
    },
    SignatureReport: {
      sequence:
        'SignatureIdentifier:Identifier? ValidationConstraintsEvaluationReport:Constraints? ValidationTimeInfo:Times? SignersDocument:Document? SignatureAttributes:Attributes? SignerInformation:Signer? SignatureQuality:Quality? SignatureValidationProcess:Process? SignatureValidationStatus:Status',
    },
    Identifier: {
      sequence:
        'DigestAlgAndValue:Digest? ds:SignatureValue? HashOnly:boolean DocHashOnly:boolean OtherInformation:mixed? @id:ID',
    },
    Validator: { sequence: 'DigitalId:DigitalId+' },
    DigitalId: { choice: 'tsl:X509Certificate' },
    Status: { sequence: 'MainIndication:anyURI SubIndication:anyURI* AssociatedValidationReportData:Data*' },
    Constraints: { sequence: 'ValidationConstraint:Constraint*' },
    Constraint: {
      sequence: 'ValidationConstraintIdentifier:anyURI ConstraintStatus:ConstraintStatus ValidationStatus:Status?',
    },
    ConstraintStatus: { sequence: 'Status:anyURI OverriddenBy:anyURI?' },
    Typed: { sequence: 'Type:anyURI Value:anyType' },
    Times: { sequence: 'ValidationTime:dateTime BestSignatureTime:Proof' },
    Document: { sequence: 'SignersDocumentRepresentation:Reference' },
    Signer: { sequence: 'SignerCertificate:Reference Signer:string?' },
    Quality: { sequence: 'SignatureQualityInformation:anyURI+' },
    Process: { sequence: 'SignatureValidationProcessID:anyURI? OtherInformation:mixed?' },
    Data: {
      sequence:
        'TrustAnchor:Reference? CertificateChain:Chain? RelatedValidationObject:Reference* RevocationStatusInformation:Revocation? CryptoInformation:Crypto? AdditionalValidationReportData:Additional?',
    },
    Chain: { sequence: 'SigningCertificate:Reference IntermediateCertificate:Reference* TrustAnchor:Reference?' },
    Crypto: {
      sequence: 'ValidationObjectId:Reference Algorithm:anyURI SecureAlgorithm:boolean NotAfter:dateTime?',
    },
    Revocation: {
      sequence:
        'ValidationObjectId:Reference RevocationTime:dateTime RevocationReason:anyURI? RevocationObject:Reference?',
    },
    Additional: { sequence: 'ReportData:Typed+' },
    Objects: { sequence: 'ValidationObject:Object+' },
    Object: {
      sequence:
        'ObjectType:anyURI ValidationObjectRepresentation:Representation POE:Proof? POEProvisioning:Provisioning? ValidationReport:SignatureReport? @id:ID!',
    },
    Representation: { choices: 'direct:anyType base64:base64Binary DigestAlgAndValue:Digest' },
    Digest: { sequence: 'ds:DigestMethod ds:DigestValue' },
    Proof: { sequence: 'POETime:dateTime TypeOfProof:anyURI POEObject:Reference?' },
    Provisioning: { sequence: 'POETime:dateTime ValidationObject:Reference* SignatureReference:SignatureReference*' },
    Reference: { sequence: '@VOReference:IDREFS!' },
    SignatureReference: { sequence: 'PAdESFieldName:string' },
    Attributes: {
      choices:
        'SigningTime:SigningTime SigningCertificate:NamedCertificates CommitmentTypeIndication:Commitment AllDataObjectsTimeStamp:Stamp SigPolicyIdentifier:Policy SignatureProductionPlace:Place SignatureTimeStamp:Stamp MessageDigest:MessageDigest DSS:Store VRI:StoreEntry DocTimeStamp:Stamp Reason:Reason Name:Name ContactInfo:Contact SubFilter:SubFilter ByteRange:integers Filter:Filter',
    },
    NamedCertificates: { sequence: 'AttributeObject:Reference* CertID:NamedCertificate* @Signed:boolean' },
    NamedCertificate: { sequence: 'X509IssuerSerial:base64Binary? ds:DigestMethod ds:DigestValue' },
    Commitment: { sequence: 'AttributeObject:Reference* CommitmentTypeIdentifier:anyURI @Signed:boolean' },
    MessageDigest: { sequence: 'AttributeObject:Reference* Digest:base64Binary @Signed:boolean' },
    Store: {
      sequence: 'AttributeObject:Reference* Certs:Reference? CRLs:Reference? OCSPs:Reference? @Signed:boolean',
    },
    StoreEntry: {
      sequence:
        'AttributeObject:Reference* Certs:Reference? CRLs:Reference? OCSPs:Reference? TU:string? TS:Stamp? @Signed:boolean',
    },
    Contact: { sequence: 'AttributeObject:Reference* ContactInfoElement:string @Signed:boolean' },
    Filter: { sequence: 'Filter:string' },
    SigningTime: { sequence: 'AttributeObject:Reference* Time:dateTime @Signed:boolean' },
    Stamp: { sequence: 'AttributeObject:Reference* TimeStampValue:dateTime @Signed:boolean' },
    Policy: { sequence: 'AttributeObject:Reference* SigPolicyId:anyURI @Signed:boolean' },
    Place: { sequence: 'AttributeObject:Reference* AddressString:string+ @Signed:boolean' },
    Reason: { sequence: 'AttributeObject:Reference* ReasonElement:string @Signed:boolean' },
    Name: { sequence: 'AttributeObject:Reference* NameElement:string @Signed:boolean' },
    SubFilter: { sequence: 'AttributeObject:Reference* SubFilterElement:string @Signed:boolean' },
  },
  ds: {
    Algorithm: { sequence: '@Algorithm:anyURI!' },
    Signature: {
      sequence: 'SignedInfo:SignedInfo ds:SignatureValue KeyInfo:KeyInfo? Object:Container* @Id:ID',
    },
    SignedInfo: { sequence: 'CanonicalizationMethod:Algorithm SignatureMethod:Algorithm Reference:Reference+ @Id:ID' },
    Reference: {
      sequence: 'Transforms:Transforms? ds:DigestMethod ds:DigestValue @Id:ID @URI:anyURI @Type:anyURI',
    },
    Transforms: { sequence: 'Transform:Algorithm+' },
    KeyInfo: { sequence: 'X509Data:X509Data+' },
    X509Data: { sequence: 'X509Certificate:base64Binary+' },
    Container: { sequence: 'xades:QualifyingProperties' },
  },
  xades: {
    QualifyingProperties: { sequence: 'SignedProperties:SignedProperties? @Target:anyURI! @Id:ID' },
    SignedProperties: {
      sequence: 'SignedSignatureProperties:SignatureProperties? SignedDataObjectProperties:ObjectProperties? @Id:ID',
    },
    SignatureProperties: { sequence: 'SigningTime:dateTime? SigningCertificateV2:Certificates?' },
    Certificates: { sequence: 'Cert:Certificate+' },
    Certificate: { sequence: 'CertDigest:Digest' },
    Digest: { sequence: 'ds:DigestMethod ds:DigestValue' },
    ObjectProperties: { sequence: 'DataObjectFormat:Format*' },
    Format: { sequence: 'MimeType:string? @ObjectReference:anyURI!' },
  },
  tsl: {},
}

/** The schemas by file name. The one of reports imports the others. */
export function schemaFiles(): Readonly<Record<string, string>> {
  const prefixes = Object.keys(NAMESPACES) as Prefix[]
  return Object.fromEntries(prefixes.map((prefix) => [`${prefix}.xsd`, schemaOf(prefix, prefixes)]))
}

function schemaOf(prefix: Prefix, prefixes: readonly Prefix[]): string {
  const imports = prefixes
    .filter((other) => other !== prefix)
    .map((other) => `<xs:import namespace="${NAMESPACES[other]}" schemaLocation="${other}.xsd"/>`)
  const declared = prefixes.map((each) => ` xmlns:${each}="${NAMESPACES[each]}"`).join('')
  const types = Object.entries(MODELS[prefix]).map(([name, model]) => typeOf(prefix, name, model))
  return [
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${declared} targetNamespace="${NAMESPACES[prefix]}" elementFormDefault="qualified">`,
    ...imports,
    ...ROOTS[prefix].split(' ').map((member) => memberOf(prefix, member)),
    '<xs:simpleType name="integers"><xs:list itemType="xs:integer"/></xs:simpleType>',
    '<xs:complexType name="mixed" mixed="true"><xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any processContents="strict"/></xs:sequence></xs:complexType>',
    ...types,
    '</xs:schema>',
  ].join('\n')
}

function typeOf(prefix: Prefix, name: string, model: Model): string {
  const [kind, text] = Object.entries(model)[0] as [keyof typeof GROUPS, string]
  const members = text.split(' ')
  const elements = members.filter((member) => !member.startsWith('@')).map((member) => memberOf(prefix, member))
  const attributes = members.filter((member) => member.startsWith('@')).map(attributeOf)
  const [group, occurs] = GROUPS[kind]
  const content = elements.length === 0 ? '' : `<xs:${group}${occurs}>${elements.join('')}</xs:${group}>`
  return `<xs:complexType name="${name}">${content}${attributes.join('')}</xs:complexType>`
}

const GROUPS = {
  sequence: ['sequence', ''],
  choice: ['choice', ''],
  choices: ['choice', ' maxOccurs="unbounded"'],
} as const

const OCCURS: Readonly<Record<string, string>> = {
  '': '',
  '?': ' minOccurs="0"',
  '*': ' minOccurs="0" maxOccurs="unbounded"',
  '+': ' maxOccurs="unbounded"',
}

function memberOf(prefix: Prefix, member: string): string {
  const [, name = '', type = '', sign = ''] = /^(\w+):(\w+)([?*+]?)$/.exec(member) ?? []
  const occurs = OCCURS[sign] ?? ''
  if (name in NAMESPACES) return `<xs:element ref="${name}:${type}"${occurs}/>`
  return `<xs:element name="${name}" type="${typeName(prefix, type)}"${occurs}/>`
}

function attributeOf(member: string): string {
  const [, name = '', type = '', sign = ''] = /^@(\w+):(\w+)(!?)$/.exec(member) ?? []
  return `<xs:attribute name="${name}" type="xs:${type}" use="${sign === '!' ? 'required' : 'optional'}"/>`
}

/** Types of XML Schema begin with a small letter, except `ID` and `IDREFS`, which only attributes have. */
function typeName(prefix: Prefix, type: string): string {
  const isOwn = /^[A-Z]/.test(type) || type === 'mixed' || type === 'integers'
  return `${isOwn ? prefix : 'xs'}:${type}`
}

/**
 * Object identifiers by the names that their standards give them.
 *
 * @module
 */

export const OID = {
  // PKCS#7 / CMS content types (RFC 5652, 4 and 5; RFC 2315)
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  encryptedData: '1.2.840.113549.1.7.6',
  tstInfo: '1.2.840.113549.1.9.16.1.4',

  // Attributes (RFC 5652, 11; RFC 2634, 5.4; RFC 5035; RFC 3161, appendix A)
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStampToken: '1.2.840.113549.1.9.16.2.14',
  algorithmProtection: '1.2.840.113549.1.9.52',
  // Attributes of CAdES (ETSI EN 319 122-1, 5.2.8 and 5.2.9.1)
  contentTimestamp: '1.2.840.113549.1.9.16.2.20',
  signaturePolicyId: '1.2.840.113549.1.9.16.2.15',
  commitmentTypeIndication: '1.2.840.113549.1.9.16.2.16',

  // Digests
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',

  // Public keys and signatures (RFC 8017, RFC 5480, RFC 3279, RFC 8410)
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsassaPss: '1.2.840.113549.1.1.10',
  mgf1: '1.2.840.113549.1.1.8',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  ecPublicKey: '1.2.840.10045.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  dsa: '1.2.840.10040.4.1',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',

  // Name attributes (X.520, RFC 4519, RFC 2985)
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  organization: '2.5.4.10',
  name: '2.5.4.41',
  givenName: '2.5.4.42',
  pseudonym: '2.5.4.65',
  emailAddress: '1.2.840.113549.1.9.1',

  // Certificate extensions (RFC 5280, 4.2)
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  // Purposes of RFC 9336, and types of RFC 9598
  documentSigning: '1.3.6.1.5.5.7.3.36',
  smtpUtf8Mailbox: '1.3.6.1.5.5.7.8.9',

  // No revocation check needed (RFC 6960, 4.2.2.2.1; RFC 9608; ETSI EN 319 412-1, 5.2.2)
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  noRevAvail: '2.5.29.56',
  validityAssuredShortTerm: '0.4.0.194121.2.1',

  // Extensions of CRLs and OCSP answers (ITU-T X.509, 9.5.2.8; RFC 6960, 4.4.4)
  expiredCertsOnCrl: '2.5.29.60',
  archiveCutoff: '1.3.6.1.5.5.7.48.1.6',

  // PKCS#12 (RFC 7292, appendices C and D)
  keyBag: '1.2.840.113549.1.12.10.1.1',
  pkcs8ShroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  safeContentsBag: '1.2.840.113549.1.12.10.1.6',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  pbeWithShaAnd128BitRc4: '1.2.840.113549.1.12.1.1',
  pbeWithShaAnd40BitRc4: '1.2.840.113549.1.12.1.2',
  pbeWithShaAnd3KeyTripleDes: '1.2.840.113549.1.12.1.3',
  pbeWithShaAnd2KeyTripleDes: '1.2.840.113549.1.12.1.4',
  pbeWithShaAnd128BitRc2: '1.2.840.113549.1.12.1.5',
  pbeWithShaAnd40BitRc2: '1.2.840.113549.1.12.1.6',

  // PKCS#5 (RFC 8018, RFC 7914)
  pbkdf2: '1.2.840.113549.1.5.12',
  pbes2: '1.2.840.113549.1.5.13',
  pbmac1: '1.2.840.113549.1.5.14',
  scrypt: '1.3.6.1.4.1.11591.4.11',
} as const

/** Named elliptic curves (RFC 5480, RFC 5639), with the name of the field and the bits of the order. */
export const CURVES: ReadonlyMap<string, { readonly name: string; readonly bits: number }> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', bits: 256 }],
  ['1.3.132.0.34', { name: 'P-384', bits: 384 }],
  ['1.3.132.0.35', { name: 'P-521', bits: 521 }],
  ['1.3.132.0.10', { name: 'secp256k1', bits: 256 }],
  ['1.3.36.3.3.2.8.1.1.7', { name: 'brainpoolP256r1', bits: 256 }],
  ['1.3.36.3.3.2.8.1.1.11', { name: 'brainpoolP384r1', bits: 384 }],
  ['1.3.36.3.3.2.8.1.1.13', { name: 'brainpoolP512r1', bits: 512 }],
])

/**
 * Names of encryption schemes and key derivations in key files that are not supported.
 *
 * @module
 */

/** Names in the spelling of OpenSSL and the standards (RFC 8018, A.3 and B.2; RFC 3657; RFC 4269; RFC 5794; RFC 9337). */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.5.1', 'pbeWithMD2AndDES-CBC'],
  ['1.2.840.113549.1.5.3', 'pbeWithMD5AndDES-CBC'],
  ['1.2.840.113549.1.5.4', 'pbeWithMD2AndRC2-CBC'],
  ['1.2.840.113549.1.5.6', 'pbeWithMD5AndRC2-CBC'],
  ['1.2.840.113549.1.5.10', 'pbeWithSHA1AndDES-CBC'],
  ['1.2.840.113549.1.5.11', 'pbeWithSHA1AndRC2-CBC'],
  ['1.2.392.200011.61.1.1.1.2', 'Camellia-128-CBC'],
  ['1.2.392.200011.61.1.1.1.3', 'Camellia-192-CBC'],
  ['1.2.392.200011.61.1.1.1.4', 'Camellia-256-CBC'],
  ['1.2.410.200004.1.4', 'SEED-CBC'],
  ['1.2.410.200004.1.15', 'pbeWithSHA1AndSEED-CBC'],
  ['1.2.410.200046.1.1.2', 'ARIA-128-CBC'],
  ['1.2.410.200046.1.1.7', 'ARIA-192-CBC'],
  ['1.2.410.200046.1.1.12', 'ARIA-256-CBC'],
  ['1.2.156.10197.1.104.2', 'SM4-CBC'],
  ['1.2.643.2.2.21', 'GOST 28147-89'],
  ['1.2.643.7.1.1.5.1.1', 'Magma-CTR-ACPKM'],
  ['1.2.643.7.1.1.5.2.1', 'Kuznyechik-CTR-ACPKM'],
  ['1.3.6.1.4.1.188.7.1.1.2', 'IDEA-CBC'],
  ['1.3.6.1.4.1.3029.1.2', 'Blowfish-CBC'],
  ['1.2.840.113533.7.66.10', 'CAST5-CBC'],
  ['1.3.14.3.2.7', 'DES-CBC'],
  ['1.2.840.113549.3.2', 'RC2-CBC'],
  ['1.2.840.113549.3.4', 'RC4'],
  ['1.2.840.113549.3.9', 'RC5-CBC'],
  ['2.16.840.1.101.3.4.1.6', 'AES-128-GCM'],
  ['2.16.840.1.101.3.4.1.26', 'AES-192-GCM'],
  ['2.16.840.1.101.3.4.1.46', 'AES-256-GCM'],
  ['1.3.6.1.4.1.11591.4.12', 'Argon2'],
])

/** The name followed by the identifier, or the identifier alone. */
export function encryptionName(oid: string): string {
  const name = NAMES.get(oid)
  return name === undefined ? oid : `${name} (${oid})`
}

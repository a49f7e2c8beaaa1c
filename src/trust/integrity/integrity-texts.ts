/**
 * Sentences about the integrity of a signature that several checks use.
 *
 * @module
 */

export const INTEGRITY_TEXTS = {
  contents_trailing_data: '/Contents holds more than the signature and its zero padding.',
  signer_certificate_missing: "The signer's certificate is not in the file.",
  signature_mismatch: 'The signature value is wrong for its certificate.',
  curve_mismatch: 'The signature algorithm names another elliptic curve than that of the key in the certificate.',
  signature_plain: 'The signature value is r and s side by side, and its algorithm asks for a DER SEQUENCE of both.',
  attributes_not_der: 'The signed attributes are not written in DER, as they must be (RFC 5652, 5.3).',
  attributes_unsorted: {
    sorted:
      'The signed attributes are not written in the order of DER, in which they were signed (RFC 5652, 5.3 and 5.4).',
    written: 'The signed attributes were signed in another order than that of DER (RFC 5652, 5.4).',
  },
  digest_mismatch: 'The signed bytes of the document were changed: their digest does not match.',
  digest_unsupported: (oid: string) => `The digest algorithm ${oid} is not supported.`,
  signing_certificate_missing: (requirement: string) =>
    `The signature does not name its certificate${requirement}: another with the same key, in another name, could have been put in its place.`,
} as const

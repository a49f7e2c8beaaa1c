/**
 * Limits on what the files of a signing identity may demand of their reader.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on what a signing identity's files may demand. */
export const IDENTITY_LIMITS = {
  /** Size of a PKCS#12 or PEM file, in bytes. */
  maxFileBytes: 4 * MB,
  /** Iterations of all password-based key derivations for one file together. */
  maxKdfIterations: 10_000_000,
  /** Memory that scrypt may take, in bytes. */
  maxScryptBytes: 128 * MB,
  /** Private keys and certificates in one file. */
  maxKeys: 16,
  maxCertificates: 256,
  /** Certificates in the chain of a signer, its own included. */
  maxChainLength: 32,
  /** Nesting of DER or BER values. */
  maxDerNesting: 64,
  /** BER values of indefinite length in one structure. */
  maxIndefiniteValues: 10_000,
} as const

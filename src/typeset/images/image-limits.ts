/**
 * What pictures may ask of their decoders.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on the pictures of a document. */
export const IMAGE_LIMITS = {
  /** Width or height, in pixels. */
  maxSide: 65_000,
  /** Samples of one picture that has to be decoded, in bytes. */
  maxDecodedBytes: 128 * MB,
  /** Decoded samples of all pictures of one file, in bytes. */
  maxTotalDecodedBytes: 384 * MB,
  /** Pixels of all pictures of one document that packages of the host decode: thirty photos of a telephone. */
  maxHostDecodedPixels: 400_000_000,
  /** Entries of an icon file that are looked at. */
  maxIconEntries: 256,
  /** Parts of tiles of one JPEG 2000 picture. */
  maxTileParts: 100_000,
  /** Records of one metafile. */
  maxMetafileRecords: 200_000,
  /** Points that the drawing operations of one metafile have together. */
  maxVectorPoints: 1_000_000,
} as const

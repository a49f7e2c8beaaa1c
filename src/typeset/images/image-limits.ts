/**
 * Limits on pictures and their decoders.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on the pictures of a document. */
export const IMAGE_LIMITS = {
  /** Width and height, in pixels. */
  maxSide: 65_000,
  /** Decoded samples of one picture, in bytes. */
  maxDecodedBytes: 128 * MB,
  /** Decoded samples of all pictures of one file, in bytes. */
  maxTotalDecodedBytes: 384 * MB,
  /** Pixels of all pictures of one document that packages of the host decode: about thirty photos of a telephone. */
  maxHostDecodedPixels: 400_000_000,
  /** Entries of an icon file that are read. */
  maxIconEntries: 256,
  /** Parts of tiles of one JPEG 2000 picture. */
  maxTileParts: 100_000,
  /** Records of one metafile. */
  maxMetafileRecords: 200_000,
  /** Points of all drawing operations of one metafile. */
  maxVectorPoints: 1_000_000,
} as const

/**
 * Joins small pieces of a body, so that few arrays are kept.
 *
 * @module
 */

/** Size in bytes from which a piece is passed on unchanged. The overhead of an array is negligible for such a piece. */
export const MIN_PIECE_BYTES = 16 * 1024

/**
 * Joins small pieces. A body that arrives byte by byte would otherwise take many times its size in memory. Only the last piece
 * may be smaller than MIN_PIECE_BYTES.
 */
export async function* gatherPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let gathered: Uint8Array = new Uint8Array(0)
  let length = 0
  for await (const piece of pieces) {
    let rest = piece
    if (length > 0 || piece.length < MIN_PIECE_BYTES) {
      if (length === 0) gathered = Buffer.allocUnsafeSlow(MIN_PIECE_BYTES)
      const fitting = piece.subarray(0, MIN_PIECE_BYTES - length)
      gathered.set(fitting, length)
      length += fitting.length
      rest = piece.subarray(fitting.length)
      if (length < MIN_PIECE_BYTES) continue
      yield gathered
      length = 0
    }
    if (rest.length >= MIN_PIECE_BYTES) yield rest
    else if (rest.length > 0) {
      gathered = Buffer.allocUnsafeSlow(MIN_PIECE_BYTES)
      gathered.set(rest)
      length = rest.length
    }
  }
  if (length > 0) yield gathered.subarray(0, length)
}

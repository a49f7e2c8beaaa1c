/**
 * Skips what may precede the first part of a multipart body.
 *
 * @module
 */

const LINE_BREAK = Buffer.from('\r\n')

/**
 * The pieces of a multipart body from its first delimiter on. Readers ignore what comes before (RFC 2046, 5.1.1). A body without
 * a delimiter yields nothing. No more of the preamble is held than the length of the delimiter.
 *
 * @param boundary the boundary that the content type names
 */
export async function* skipPreamble(
  pieces: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const delimiter = Buffer.concat([LINE_BREAK, Buffer.from(`--${boundary}`)])
  // The delimiter follows a line break, or stands at the beginning of the body.
  let tail: Buffer | undefined = LINE_BREAK
  for await (const piece of pieces) {
    if (tail === undefined) {
      yield piece
      continue
    }
    const start = findDelimiter(tail, piece, delimiter)
    if (start !== undefined) {
      const { straddling, from } = start
      tail = undefined
      if (straddling.length > 0) yield straddling
      if (from < piece.length) yield piece.subarray(from)
    } else tail = lastBytes(tail, piece, delimiter.length - 1)
  }
}

/**
 * Where the parts begin, after the line break: at some bytes of the delimiter from before this piece, followed by the rest of
 * the piece.
 */
function findDelimiter(
  tail: Buffer,
  piece: Uint8Array,
  delimiter: Buffer,
): { readonly straddling: Uint8Array; readonly from: number } | undefined {
  const seam = Buffer.concat([tail, piece.subarray(0, delimiter.length - 1)])
  const across = seam.indexOf(delimiter)
  if (across >= 0) {
    const dashes = across + LINE_BREAK.length
    return { straddling: tail.subarray(dashes), from: Math.max(0, dashes - tail.length) }
  }
  const within = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).indexOf(delimiter)
  return within < 0 ? undefined : { straddling: new Uint8Array(0), from: within + LINE_BREAK.length }
}

function lastBytes(tail: Buffer, piece: Uint8Array, length: number): Buffer {
  const end = piece.subarray(Math.max(0, piece.length - length))
  const joined = Buffer.concat([tail, end])
  return joined.subarray(Math.max(0, joined.length - length))
}

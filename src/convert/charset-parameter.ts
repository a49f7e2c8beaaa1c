/**
 * The encoding that the transport of a file names. The options of every conversion are checked with it, so it needs no tables.
 *
 * @module
 */

/** The encoding that the `charset` parameter of a content type names (RFC 9110, 8.3.2). */
export function charsetOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] =
    /;\s*charset\s*=\s*(?:"([^"]{0,100})"|([^\s;"]{1,100}))/i.exec(contentType?.slice(0, 1000) ?? '') ?? []
  return quoted ?? plain
}

/**
 * Text files of unknown encoding.
 *
 * @module
 */

/** How far into a page its encoding may stand (WHATWG HTML, 4.2.5.4), with room for what comes before. */
const PRESCAN_BYTES = 2048

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** Text in UTF-8 or UTF-16 as a byte order mark says; UTF-8 without one. What is not valid becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingByMark(bytes) ?? 'utf-8').decode(bytes)
}

/**
 * An HTML page in the encoding that a byte order mark, its `meta` or its XML declaration names (WHATWG HTML, 13.2.3.2);
 * else UTF-8 where that is valid and windows-1252 where it is not.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const named = encodingByMark(bytes) ?? encodingByMeta(bytes)
  if (named !== undefined) return new TextDecoder(named).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
}

function encodingByMeta(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1')
  const label =
    /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ??
    /^<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1]
  if (label === undefined) return undefined
  try {
    const { encoding } = new TextDecoder(label)
    // The declaration could be read as ASCII, so it is not UTF-16, whatever it says.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return undefined
  }
}

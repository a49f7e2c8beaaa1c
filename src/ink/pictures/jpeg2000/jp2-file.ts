/**
 * The boxes around a codestream of JPEG 2000 (ITU-T T.800, Annex I), as far as they say how its samples are shown.
 *
 * @module
 */
import { demand } from '../picture-fault.js'

/** A codestream, and what its samples are where the file says it. */
export interface Jp2File {
  readonly codestream: Uint8Array
  /** `undefined` where the file does not say it, or in a way of its own: a profile. */
  readonly colours: 'grey' | 'rgb' | undefined
}

interface Box {
  readonly type: string
  readonly data: Uint8Array
}

/** How a codestream begins that has no boxes around it (A.4.1): SOC and SIZ. */
const CODESTREAM = [0xff, 0x4f, 0xff, 0x51] as const
/** Palettes, and channels that are mixed up or are no colours (I.5.3.4 to I.5.3.6): viewers differ. */
const UNREAD: ReadonlySet<string> = new Set(['pclr', 'cmap', 'cdef'])
/** I.5.3.3, by number: the only method that files of this kind have besides profiles. */
const ENUMERATED = 1
const ENUMERATED_COLOURS: ReadonlyMap<number, Jp2File['colours']> = new Map([
  [16, 'rgb'],
  [17, 'grey'],
])

/** Finds the codestream. */
export function readJp2File(bytes: Uint8Array): Jp2File {
  if (CODESTREAM.every((byte, i) => bytes[i] === byte)) return { codestream: bytes, colours: undefined }
  const boxes = readBoxes(bytes)
  demand(boxes[0]?.type === 'jP  ' && boxes[1]?.type === 'ftyp', 'the file is not one of JPEG 2000')
  const header = only(boxes, 'jp2h')
  const parts = readBoxes(header)
  demand(!parts.some(({ type }) => UNREAD.has(type)), 'the samples are not those of colours in their order')
  return { codestream: only(boxes, 'jp2c'), colours: coloursOf(parts) }
}

function readBoxes(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    demand(at + 8 <= bytes.length, 'a box is cut off')
    const length = view.getUint32(at)
    // The last box may reach to the end; one of more than four gigabytes there is not.
    const end = length === 0 ? bytes.length : at + length
    demand(end >= at + 8 && end <= bytes.length, 'a box is cut off')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    boxes.push({ type, data: bytes.subarray(at + 8, end) })
    at = end
  }
  return boxes
}

function only(boxes: readonly Box[], wanted: string): Uint8Array {
  const [found, ...others] = boxes.filter(({ type }) => type === wanted)
  demand(found !== undefined && others.length === 0, 'a box is missing, or there are two')
  return found.data
}

/** Readers take the first specification that they understand (I.5.3.3), so that only one says anything certain. */
function coloursOf(parts: readonly Box[]): Jp2File['colours'] {
  const [colour, ...others] = parts.filter(({ type }) => type === 'colr')
  if (colour === undefined || others.length > 0) return undefined
  const [method, , , a, b, c, d] = colour.data
  const isSmall = a === 0 && b === 0 && c === 0
  return method === ENUMERATED && isSmall ? ENUMERATED_COLOURS.get(d ?? 0) : undefined
}

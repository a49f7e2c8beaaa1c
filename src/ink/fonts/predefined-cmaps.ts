/**
 * Predefined CMaps (ISO 32000-2, 9.7.5.2), as far as the platform knows their character sets. CIDs are not known here:
 * they stand in Adobe's tables of the character collections.
 *
 * @module
 */
import { decodeStrictly } from '../../input/encodings.js'
import type { CodeMap } from './code-map.js'

/** Where a code of two bytes begins, in the character sets of East Asia. */
type IsLead = (byte: number) => boolean

interface CharacterSet {
  readonly pattern: RegExp
  /** A label of the Encoding Standard. */
  readonly label: string
  readonly isLead: IsLead
}

const fromHex81: IsLead = (byte) => byte >= 0x81 && byte <= 0xfe

const CHARACTER_SETS: readonly CharacterSet[] = [
  { pattern: /^Uni[A-Za-z]+-UCS2-/, label: 'utf-16be', isLead: () => true },
  { pattern: /^Uni[A-Za-z0-9]+-UTF16-/, label: 'utf-16be', isLead: () => true },
  { pattern: /^(?:GBK|GBKp|GBpc|GB)-EUC-/, label: 'gbk', isLead: fromHex81 },
  { pattern: /^GBK2K-/, label: 'gbk', isLead: fromHex81 },
  { pattern: /^(?:B5pc|ETen-B5|ETenms-B5|HKscs-B5)-/, label: 'big5', isLead: fromHex81 },
  { pattern: /^(?:KSC-EUC|KSCms-UHC|KSCms-UHC-HW|KSCpc-EUC)-/, label: 'euc-kr', isLead: fromHex81 },
  {
    pattern: /^(?:90ms|90msp|83pv|90pv|Add|Ext)-RKSJ-/,
    label: 'shift_jis',
    isLead: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
  },
  { pattern: /^EUC-/, label: 'euc-jp', isLead: (byte) => byte === 0x8e || byte >= 0xa1 },
]

const HIGH_SURROGATES = 0xd800
const LOW_SURROGATES = 0xdc00

/** The map of a predefined CMap; `undefined` for those of other character sets. */
export function predefinedCMap(name: string): CodeMap | undefined {
  const set = CHARACTER_SETS.find(({ pattern }) => pattern.test(name))
  if (set === undefined) return undefined
  return {
    readCodes: (bytes, each) => readByLead(bytes, set, each),
    cidOf: () => undefined,
    characterOf: (code) => decodeCode(set.label, code),
    isVertical: name.endsWith('-V'),
  }
}

function readByLead(bytes: Uint8Array, set: CharacterSet, each: (code: number, length: number) => void): void {
  for (let pos = 0; pos < bytes.length; ) {
    const lead = bytes[pos] as number
    const isPair = set.label === 'utf-16be' && lead * 256 >= HIGH_SURROGATES && lead * 256 < LOW_SURROGATES
    const length = Math.min(set.isLead(lead) ? (isPair ? 4 : 2) : 1, bytes.length - pos)
    let code = 0
    for (let i = 0; i < length; i++) code = code * 256 + (bytes[pos + i] as number)
    each(code, length)
    pos += length
  }
}

function decodeCode(label: string, code: number): string | undefined {
  const bytes: number[] = []
  for (let rest = code; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  if (label === 'utf-16be' && bytes.length % 2 === 1) bytes.unshift(0)
  return decodeStrictly(Uint8Array.from(bytes), label)
}

/**
 * Encodings and labels compared with the Encoding Standard and with Chromium.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeBytes, decodeStrictly, encodingByMark, encodingNamed } from '../../src/input/encodings.js'
import { hasTool } from '../support/tools.js'
import { everySequence } from './byte-sequences.js'
import { ENCODING_LABELS } from './encoding-labels.js'

const NAMES = [...ENCODING_LABELS.keys()].filter((name) => name !== 'replacement')
const SEQUENCES = everySequence()

/** What two encodings have that Chromium 156 reads wrongly: index big5 (1133, 1135, 1164, 1166) and index jis0208 (0). */
const BEYOND_CHROMIUM: Readonly<Record<string, readonly (readonly [bytes: readonly number[], text: string])[]>> = {
  big5: [
    [[0x88, 0x62], '\u00ca\u0304'],
    [[0x88, 0x64], '\u00ca\u030c'],
    [[0x88, 0xa3], '\u00ea\u0304'],
    [[0x88, 0xa5], '\u00ea\u030c'],
  ],
  'euc-jp': [[[0xa1, 0xa1], '\u3000']],
}

/** Hashes of what the standard makes of the sequences, in UTF-16 (SHA-256, the first 16 digits). */
const HASHES: Readonly<Record<string, string>> = {
  'utf-8': 'e63abd5873d548a5',
  'utf-16be': 'c55613724d174916',
  'utf-16le': 'fe83d357b520d610',
  'iso-8859-2': '26cd02a0db5b0027',
  'iso-8859-3': '56bf58929066d439',
  'iso-8859-4': '55177212ac25320a',
  'iso-8859-5': '40fdf7f971571343',
  'iso-8859-6': '2742cc5f4a295249',
  'iso-8859-7': '9b095660aaa9f489',
  'iso-8859-8': '4f6ff3d45f98f619',
  'iso-8859-8-i': '4f6ff3d45f98f619',
  'iso-8859-16': '47c0ed2e2c9d2563',
  'koi8-r': '5a126f522c1ca1e4',
  'koi8-u': 'a536fd4d6aff1051',
  'windows-874': '933cd5ebc30bf26d',
  ibm866: 'dac89726a9c543f2',
  'x-mac-cyrillic': 'ae3deb0ecdd1588e',
  macintosh: '15b5594722515c0a',
  gbk: 'cf532122773e6807',
  gb18030: 'cf532122773e6807',
  big5: '472be0466eeebe8d',
  'euc-jp': '632a407a4307114d',
  shift_jis: '2fbeca13112e42cf',
  'euc-kr': '1c85320878f59363',
  'iso-2022-jp': 'f5727be334ca6d9d',
  'x-user-defined': '1f33c417bc42aecb',
  'iso-8859-10': '3196ae958d44fedf',
  'iso-8859-13': 'ec39e72d23107969',
  'iso-8859-14': '40b6ba7fbc5e6ac3',
  'iso-8859-15': '746acdada8f45479',
  'windows-1250': '5b01e8e76a5a6e3f',
  'windows-1251': 'cf4e4487ebabb692',
  'windows-1252': '0515a77c34e4be26',
  'windows-1253': '845bd2671f9e88ae',
  'windows-1254': '4927a3b10de942ea',
  'windows-1255': '84eb528b7d2c603a',
  'windows-1256': '54be15f2c78038ff',
  'windows-1257': 'b0e0cd41535591be',
  'windows-1258': '6f935e5bcbdee1d6',
}

const hashOf = (text: string) => createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex').slice(0, 16)

describe('Encodings are those of the Encoding Standard', () => {
  it.each(NAMES.map((name) => [name, HASHES[name]]))('with every sequence of bytes: %s', (name, hash) => {
    expect(hashOf(decodeBytes(SEQUENCES, name).text)).toBe(hash)
  })

  it('by every label, in any case and with white space around', () => {
    for (const [name, labels] of ENCODING_LABELS) {
      for (const label of labels) expect([label, encodingNamed(`\t${label.toUpperCase()} `)]).toEqual([label, name])
    }
    for (const label of ['', 'utf-7', 'utf-32', 'latin', 'cp437', '\u00a0utf-8', 'constructor']) {
      expect([label, encodingNamed(label)]).toEqual([label, undefined])
    }
  })

  it('with what lies beyond one browser', () => {
    for (const [name, pairs] of Object.entries(BEYOND_CHROMIUM)) {
      for (const [bytes, text] of pairs) expect(decodeBytes(Uint8Array.from(bytes), name).text).toBe(text)
    }
  })

  it('with the characters that windows-1252 has where ISO 8859-1 has controls', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i)
    expect(decodeBytes(bytes, 'windows-1252').text).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ')
  })
})

describe.skipIf(!hasTool('chromium'))('Chromium decodes', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  it('every sequence as we do, but for five', { timeout: 120_000 }, async () => {
    const page = await browser.newPage()
    await page.evaluate(`globalThis.sequences = (${everySequence})()`)
    for (const [name, labels] of ENCODING_LABELS) {
      if (name === 'replacement') continue
      const named = `${JSON.stringify(labels)}.map((label) => new TextDecoder(label).encoding)`
      expect(new Set(await page.evaluate<string[]>(named))).toEqual(new Set([name]))
      const theirs = await page.evaluate<string>(`new TextDecoder(${JSON.stringify(name)}).decode(sequences)`)
      const ours = decodeBytes(SEQUENCES, name).text.split('\n')
      const differing = theirs.split('\n').filter((line, i) => line !== ours[i])
      expect([name, differing.length]).toEqual([name, BEYOND_CHROMIUM[name]?.length ?? 0])
    }
  })
})

describe('Bytes that are not of the encoding', () => {
  it('are counted, other than U+FFFD that is really there', () => {
    const bytes = (...parts: (string | number)[]) =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))))
    expect(decodeBytes(bytes('é', 0xe9, '\ufffd', 0xff, 'x', 0xe2, 0x82), 'utf-8')).toEqual({
      text: 'é\ufffd\ufffd\ufffdx\ufffd',
      malformed: 3,
    })
    expect(decodeBytes(bytes('\ufffd'), 'utf-8')).toEqual({ text: '\ufffd', malformed: 0 })
    // A lead byte at the end, an unassigned byte, a lone surrogate, half a code unit.
    expect(decodeBytes(bytes('a', 0x82), 'shift_jis').malformed).toBe(1)
    expect(decodeBytes(Uint8Array.of(0x41, 0xd2), 'windows-1253').malformed).toBe(1)
    expect(decodeBytes(Buffer.from('a\ud800b\ufffdc', 'utf16le'), 'utf-16le')).toEqual({
      text: 'a\ufffdb\ufffdc',
      malformed: 1,
    })
    expect(decodeBytes(Uint8Array.of(0, 0x61, 0), 'utf-16be')).toEqual({ text: 'a\ufffd', malformed: 1 })
  })

  it('are refused by strict decoding, which goes on with the next text', () => {
    for (const name of NAMES) {
      const bad = { 'utf-16le': [0, 0xd8, 0x41], 'utf-16be': [0xd8, 0, 0x41] }[name] ?? [0x8f, 0xff, 0x41]
      const isTotal = decodeBytes(Uint8Array.from(bad), name).malformed === 0
      expect([name, decodeStrictly(Uint8Array.from(bad), name) === undefined]).toEqual([name, !isTotal])
      const wide = name.startsWith('utf-16')
      const good = wide ? Buffer.from('ab', 'utf16le') : Buffer.from('ab')
      if (name === 'utf-16be') good.swap16()
      expect([name, decodeStrictly(good, name)]).toEqual([name, 'ab'])
    }
  })

  it('are all of a text in an encoding that browsers refuse', () => {
    expect(decodeBytes(Buffer.from('<script>'), 'iso-2022-kr')).toEqual({ text: '\ufffd', malformed: 1 })
    expect(decodeStrictly(Buffer.from('x'), 'hz-gb-2312')).toBeUndefined()
  })
})

it('Byte order marks say UTF-8 and UTF-16', () => {
  const marks = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb], []].map((mark) => Uint8Array.from(mark))
  expect(marks.map(encodingByMark)).toEqual(['utf-8', 'utf-16le', 'utf-16be', undefined, undefined])
  expect(decodeBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 'utf-8').text).toBe('a')
  expect(decodeBytes(Uint8Array.of(0xff, 0xfe, 0x61, 0), 'utf-16le').text).toBe('a')
})

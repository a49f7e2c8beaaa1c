/**
 * Looks at the fonts of a file, which PDF/A and PDF/UA ask the same of: programs, maps to characters.
 *
 * @module
 */

import { readContent } from './page-content.js'
import type { Json, JsonDict, QpdfFile } from './qpdf-file.js'

const FONT_FILES = ['/FontFile', '/FontFile2', '/FontFile3']
/** Characters that stand for none (ISO 14289-2, 8.4.5.8). */
const VOID_CHARACTERS = new Set([0, 0xfeff, 0xfffe])

/** What is wrong with the fonts, in words: not embedded, glyphs without characters or with private ones, .notdef. */
export function checkFonts(file: QpdfFile): string[] {
  const faults: string[] = []
  for (const [key, dict] of file.dicts()) {
    if (dict['/Type'] !== '/Font' || dict['/Subtype'] !== '/Type0') continue
    faults.push(...checkComposite(file, dict).map((what) => `${key}: ${what}`))
  }
  for (const ref of file.pages()) {
    const page = file.dict(ref)
    const { showsNotdef } = readContent(file.data(page['/Contents'])?.toString('latin1') ?? '')
    if (showsNotdef) faults.push(`page ${ref}: .notdef`)
    faults.push(...checkPrivate(file, page['/Contents'], page['/Resources']).map((what) => `page ${ref}: ${what}`))
  }
  for (const [key, dict] of file.dicts()) {
    if (dict['/Subtype'] !== '/Form') continue
    faults.push(...checkPrivate(file, key, dict['/Resources']).map((what) => `form ${key}: ${what}`))
  }
  return faults
}

const TOKEN = /\((?:\\.|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g

/** Text in private characters that no mark gives another text for (ISO 14289-2, 8.4.3). */
function checkPrivate(file: QpdfFile, contents: Json | undefined, resources: Json | undefined): string[] {
  const fonts = file.dict(file.dict(resources)['/Font'])
  const maps = new Map<string, ReadonlyMap<string, string>>()
  const marks: boolean[] = []
  let operands: string[] = []
  let map: ReadonlyMap<string, string> | undefined
  for (const [token] of (file.data(contents)?.toString('latin1') ?? '').matchAll(TOKEN)) {
    if (!/^[A-Za-z'"*][A-Za-z0-9*'"]*$/.test(token)) {
      operands.push(token)
      continue
    }
    if (token === 'Tf') {
      const [name = ''] = operands
      map = maps.get(name) ?? readMap(file, fonts[name])
      maps.set(name, map)
    }
    if (token === 'BDC' || token === 'BMC') marks.push(operands.includes('/ActualText'))
    if (token === 'EMC') marks.pop()
    if ((token === 'Tj' || token === 'TJ') && !marks.includes(true)) {
      const codes = operands.flatMap((operand) => operand.match(/^<([0-9A-Fa-f]*)>$/)?.[1]?.match(/.{4}/g) ?? [])
      const secret = codes.map((code) => map?.get(code.toUpperCase()) ?? '').find((text) => /\p{Co}/u.test(text))
      if (secret !== undefined) return [`the private character U+${secret.codePointAt(0)?.toString(16).toUpperCase()}`]
    }
    operands = []
  }
  return []
}

/** Texts by code, in four digits. */
function readMap(file: QpdfFile, font: Json | undefined): Map<string, string> {
  const map = file.data(file.dict(font)['/ToUnicode'])?.toString('latin1') ?? ''
  return new Map(
    [...map.matchAll(/^<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>$/gm)].map(([, code = '', hex = '']) => [
      code.toUpperCase(),
      utf16(hex),
    ]),
  )
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

function checkComposite(file: QpdfFile, dict: JsonDict): string[] {
  const faults: string[] = []
  const descendant = file.dict(file.list(dict['/DescendantFonts'])[0])
  const descriptor = file.dict(descendant['/FontDescriptor'])
  if (!FONT_FILES.some((name) => file.data(descriptor[name]) !== undefined)) faults.push('not embedded')
  if (descendant['/Subtype'] === '/CIDFontType2' && !('/CIDToGIDMap' in descendant)) faults.push('no CIDToGIDMap')
  const map = file.data(dict['/ToUnicode'])?.toString('latin1')
  if (map === undefined) return [...faults, 'no ToUnicode']
  const texts = [...map.matchAll(/> <([0-9A-Fa-f]+)>/g)].map(([, hex = '']) => utf16(hex))
  const codes = texts.flatMap((text) => [...text].map((character) => character.codePointAt(0) ?? 0))
  if (codes.some((code) => VOID_CHARACTERS.has(code))) faults.push('a character that is none')
  return faults
}

/**
 * Looks at what signing adds to an archive: fields, attachments, increments (ISO 19005).
 *
 * @module
 */

import { isDict, type JsonDict, type QpdfFile } from './qpdf-file.js'

/** Flags of annotations (ISO 32000-1, table 165). */
const PRINT = 4
const HIDING = 1 | 2 | 32 | 256
/** Of the parts of one name in PDF 1.4 (ISO 19005-1, 6.1.12). */
const MAX_STRING = 65_535

/** Annotations, form fields and permissions (ISO 19005-2, 6.3 and 6.4; ISO 19005-1, 6.5 and 6.9). */
export function checkForms(file: QpdfFile, part: string): string[] {
  const faults: string[] = []
  const fault = (clause: string, what: string) => faults.push(`19005-${part} ${clause}: ${what}`)
  const form = file.dict(file.catalog['/AcroForm'])
  if (form['/NeedAppearances'] === true) fault('6.4.1', 'appearances are needed')
  if ('/XFA' in form) fault('6.4.2', 'XFA')
  for (const name of Object.keys(file.dict(file.catalog['/Perms']))) {
    if (name !== '/UR3' && name !== '/DocMDP') fault('6.1.12', `permission ${name}`)
  }
  for (const [key, dict] of file.dicts()) {
    if (dict['/Type'] === '/Annot' || dict['/Subtype'] === '/Widget') checkAnnotation(key, dict)
    if ('/PieceInfo' in dict && dict['/Type'] !== '/Sig' && !('/LastModified' in dict))
      fault('32000 14.5', `${key}: no date`)
  }
  return faults

  function checkAnnotation(key: string, dict: JsonDict): void {
    const flags = Number(dict['/F'] ?? 0)
    if ((flags & PRINT) === 0 || (flags & HIDING) !== 0) fault('6.3.2', `${key}: flags`)
    const isWidget = dict['/Subtype'] === '/Widget'
    if (isWidget && ('/A' in dict || '/AA' in dict)) fault('6.4.1', `${key}: an action`)
    const appearances = file.get(dict['/AP'])
    const [left = 0, bottom = 0, right = 0, top = 0] = file.list(dict['/Rect']).map(Number)
    const isEmpty = left === right && bottom === top
    if (!isDict(appearances)) {
      const isExempt = dict['/Subtype'] === '/Popup' || dict['/Subtype'] === '/Link' || (isEmpty && part !== '1')
      if (!isExempt && (isWidget || part !== '1')) fault('6.3.3', `${key}: no appearance`)
      return
    }
    if (Object.keys(appearances).join() !== '/N') fault('6.3.3', `${key}: other appearances than N`)
    if (dict['/FT'] === '/Sig' && file.data(appearances['/N']) === undefined) fault('6.3.3', `${key}: N is no stream`)
    if (part === '1' && Number(dict['/CA'] ?? 1) !== 1) fault('6.5.3', `${key}: shows through`)
  }
}

/** Embedded files (ISO 19005-1, 6.1.11; -2 and -3, 6.8; -4, 6.9). */
export function checkAttachments(
  file: QpdfFile,
  { part, level }: { part: string; level?: string | undefined },
): string[] {
  const faults: string[] = []
  const fault = (what: string) =>
    faults.push(`19005-${part} ${part === '1' ? '6.1.11' : part === '4' ? '6.9' : '6.8'}: ${what}`)
  const mayHold = part === '3' || (part === '4' && level === 'F')
  const associated = new Set([...file.dicts()].flatMap(([, dict]) => file.list(dict['/AF']).map(String)))
  let count = 0
  for (const [key, dict] of file.dicts()) {
    if (!('/EF' in dict)) continue
    count++
    if (!mayHold) fault(`${key}: an embedded file`)
    if (!('/F' in dict && '/UF' in dict && '/AFRelationship' in dict)) fault(`${key}: incomplete`)
    if (!associated.has(key)) fault(`${key}: not associated`)
    const embedded = file.dict(file.dict(dict['/EF'])['/F'])
    if (!/^\/\w+(?:\/|#2f)\w+/.test(String(embedded['/Subtype']))) fault(`${key}: no media type`)
  }
  const isListed = '/EmbeddedFiles' in file.dict(file.catalog['/Names'])
  if (isListed && !mayHold) fault('the catalog lists embedded files')
  if (level === 'F' && (count === 0 || !isListed)) fault('no embedded file')
  return faults
}

/** What part 1 alone forbids or wants: no transparency, character sets of subsets, short strings. */
export function checkFirstPart(file: QpdfFile): string[] {
  const faults: string[] = []
  const fault = (clause: string, what: string) => faults.push(`19005-1 ${clause}: ${what}`)
  for (const [key, dict] of file.dicts()) {
    if ('/SMask' in dict && dict['/SMask'] !== '/None') fault('6.4', `${key}: a soft mask`)
    if (file.dict(dict['/Group'])['/S'] === '/Transparency') fault('6.4', `${key}: a transparency group`)
    if (dict['/Type'] === '/ExtGState') {
      for (const name of ['/ca', '/CA']) if (Number(dict[name] ?? 1) !== 1) fault('6.4', `${key}: ${name}`)
    }
    if (dict['/Type'] === '/XRef' || dict['/Type'] === '/ObjStm') fault('6.1.4', `${key}: ${String(dict['/Type'])}`)
    if (String(dict['/Subtype']).startsWith('/CIDFontType')) checkCidSet(key, dict)
    if (String(dict['/Contents'] ?? '').length / 2 > MAX_STRING) fault('6.1.12', `${key}: a long string`)
  }
  return faults

  function checkCidSet(key: string, font: JsonDict): void {
    if (!/^\/[A-Z]{6}\+/.test(String(font['/BaseFont']))) return
    const set = file.data(file.dict(font['/FontDescriptor'])['/CIDSet'])
    if (set === undefined) {
      fault('6.3.5', `${key}: no CIDSet`)
      return
    }
    const widths = file.list(font['/W'])
    const first = widths[0]
    const list = widths[1]
    if (widths.length !== 2 || typeof first !== 'number' || !Array.isArray(list)) return
    const listed = Array.from(set).flatMap((byte, index) =>
      [...Array(8).keys()].filter((bit) => byte & (0x80 >> bit)).map((bit) => 8 * index + bit),
    )
    if (listed.length !== list.length || listed.at(-1) !== first + list.length - 1)
      fault('6.3.5', `${key}: a wrong CIDSet`)
  }
}

const HEADER = /(\d+) (\d+) obj/g

/** How objects and the cross-reference of an increment are written (ISO 19005-1, 6.1.4 and 6.1.8; -2, 6.1.4 and 6.1.9). */
export function checkIncrementLayout(file: Uint8Array, start: number): string[] {
  // What is compressed may hold anything.
  const text = Buffer.from(file)
    .toString('latin1', start)
    .replace(/(\nstream\r?\n)[\s\S]*?(\r?\nendstream)/g, '$1$2')
  const faults: string[] = []
  if (!/\d+ \d+ obj[\r\n]/.test(text)) faults.push('6.1.9: no object')
  for (const { index, 0: header } of text.matchAll(HEADER)) {
    const isApart =
      index === 0 ? /[\r\n]/.test(String.fromCharCode(file[start - 1] ?? 0)) : /[\r\n]/.test(text[index - 1] ?? '')
    if (!isApart || !/[\r\n]/.test(text[index + header.length] ?? '')) faults.push(`6.1.9: ${header}`)
  }
  for (const { index } of text.matchAll(/endobj/g)) {
    if (!/[\r\n]/.test(text[index - 1] ?? '') || !/[\r\n]/.test(text[index + 6] ?? '')) faults.push('6.1.9: endobj')
  }
  for (const { 0: hex } of text.matchAll(/<([0-9a-fA-F]*)>/g))
    if (hex.length % 2 !== 0) faults.push('6.1.6: an odd string')
  return faults
}

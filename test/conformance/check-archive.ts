/**
 * Looks for what keeps a file from being an archive (ISO 19005).
 *
 * @module
 */

import { checkAccessible } from './check-accessible.js'
import { checkAttachments, checkFirstPart, checkForms } from './check-additions.js'
import { checkFourthPart, checkJpeg2000 } from './check-archive-4.js'
import { readContent } from './page-content.js'
import { isDict, type Json, type QpdfFile } from './qpdf-file.js'

/** What a file says against itself as an archive. */
export interface ArchiveClaim {
  readonly part: '1' | '2' | '3' | '4'
  /** `U` where it is left out, and none for part 4. */
  readonly level?: 'A' | 'B' | 'U' | 'F'
}

/** Deepest nesting of graphics states (ISO 19005-2, 6.1.13). */
const MAX_STATES = 28
const FORBIDDEN_ACTIONS = new Set(['/Launch', '/Sound', '/Movie', '/ResetForm', '/ImportData', '/JavaScript', '/Hide'])
const FONT_FILES = ['/FontFile', '/FontFile2', '/FontFile3']

/**
 * Goes through the clauses of ISO 19005 that a file without multimedia can break. Clauses are numbered as in parts 2
 * to 4; those of part 1 that have no counterpart there by its own numbers.
 */
export function checkArchive(file: QpdfFile, { part, level = part === '4' ? undefined : 'U' }: ArchiveClaim): string[] {
  const faults: string[] = []
  const fault = (clause: string, what: string): void => {
    faults.push(`19005-${part} ${clause}: ${what}`)
  }
  const { trailer, catalog } = file
  const versions = { 1: /^1\.[0-4]$/, 2: /^1\.[0-7]$/, 3: /^1\.[0-7]$/, 4: /^2\.0$/ }[part]
  if (!versions.test(file.version)) fault('6.1.2', `version ${file.version}`)
  if (file.list(trailer['/ID']).length !== 2) fault('6.1.3', 'no file identifier')
  if ('/Encrypt' in trailer) fault('6.1.3', 'encrypted')
  if (part === '4' && '/Info' in trailer && !('/PieceInfo' in catalog)) fault('6.1.3', 'an information dictionary')
  checkMetadata()
  checkColors()
  for (const [key, dict] of file.dicts()) checkObject(key, dict)
  for (const page of file.pages()) checkPage(page)
  faults.push(...checkForms(file, part))
  faults.push(...checkAttachments(file, { part, level }))
  if (part === '1') faults.push(...checkFirstPart(file))
  if (part === '4') faults.push(...checkFourthPart(file))
  if (level === 'A') faults.push(...checkAccessible(file, { claims: false }))
  return faults

  function checkMetadata(): void {
    const ref = catalog['/Metadata']
    const xmp = file.data(ref)?.toString('utf8') ?? ''
    if (xmp === '') {
      fault('6.6.2', 'no metadata')
      return
    }
    if ('/Filter' in file.dict(ref)) fault('6.6.2', 'metadata are compressed')
    if (!/^<\?xpacket begin="\uFEFF"/.test(xmp) || !/<\?xpacket end="[rw]"\?>\s*$/.test(xmp))
      fault('6.6.2', 'no packet')
    if (!xmp.includes(`<pdfaid:part>${part}</pdfaid:part>`)) fault('6.6.4', 'the part is not claimed')
    if (part === '4' && !xmp.includes('<pdfaid:rev>2020</pdfaid:rev>')) fault('6.6.4', 'no revision')
    const claimed = /<pdfaid:conformance>(.)<\/pdfaid:conformance>/.exec(xmp)?.[1]
    if (claimed !== level) fault('6.6.4', `the level is ${claimed}`)
    // Part 4 takes any schema.
    if (part === '4') return
    const known = new Set([
      'dc',
      'pdf',
      'xmp',
      'pdfaid',
      'rdf',
      'x',
      'xml',
      'pdfaExtension',
      'pdfaSchema',
      'pdfaProperty',
    ])
    for (const [, prefix] of xmp.matchAll(/<pdfaSchema:prefix>(\w+)<\/pdfaSchema:prefix>/g)) known.add(prefix ?? '')
    for (const [, prefix = ''] of xmp.matchAll(/<(\w+):/g)) if (!known.has(prefix)) fault('6.6.2.3', `schema ${prefix}`)
  }

  function checkColors(): void {
    const intents = file.list(catalog['/OutputIntents']).map((each) => file.dict(each))
    if (intents.length !== 1) fault('6.2.3', `${intents.length} output intents`)
    for (const intent of intents) {
      const profile = file.data(intent['/DestOutputProfile'])
      if (intent['/S'] !== '/GTS_PDFA1') fault('6.2.3', 'the intent is for something else')
      if (profile?.toString('latin1', 36, 40) !== 'acsp' || profile.readUInt32BE(0) !== profile.length)
        fault('6.2.3', 'no profile')
      if (profile?.toString('latin1', 16, 20) !== 'RGB ') fault('6.2.3', 'no RGB profile')
    }
  }

  function checkObject(key: string, dict: Record<string, Json>): void {
    const filters = [dict['/Filter'] ?? []].flat()
    if (filters.some((filter) => filter === '/LZWDecode' || filter === '/Crypt')) fault('6.1.7.2', `${key}: ${filters}`)
    if ('/F' in dict && file.data(key) !== undefined) fault('6.1.7.1', `${key}: an external stream`)
    const actions = [dict['/Type'] === '/StructElem' || '/P' in dict ? {} : dict, file.dict(dict['/A'])]
    for (const action of actions)
      if (FORBIDDEN_ACTIONS.has(String(action['/S']))) fault('6.5.1', `${key}: ${String(action['/S'])}`)
    if ('/AA' in dict) fault('6.5.2', `${key}: additional actions`)
    if (dict['/Subtype'] === '/Image') {
      if (dict['/Interpolate'] === true) fault('6.2.8', `${key}: interpolated`)
      if (JSON.stringify(dict['/ColorSpace'] ?? null).includes('DeviceCMYK')) fault('6.2.4.3', `${key}: CMYK`)
      if ('/Alternates' in dict || '/OPI' in dict) fault('6.2.8', key)
      if (part !== '4' && dict['/Filter'] === '/JPXDecode')
        for (const what of part === '1' ? ['JPEG 2000'] : checkJpeg2000(file, key)) fault('6.2.8.3', `${key}: ${what}`)
    }
    if (dict['/Type'] === '/ExtGState' && ('/TR' in dict || '/HTP' in dict)) fault('6.2.5', key)
    if (dict['/Type'] === '/Font') checkFont(key, dict)
  }

  function checkFont(key: string, dict: Record<string, Json>): void {
    if (dict['/Subtype'] !== '/Type0') {
      if (!String(dict['/Subtype']).startsWith('/CIDFontType')) checkSimpleFont(key, dict)
      return
    }
    const descendant = file.dict(file.list(dict['/DescendantFonts'])[0])
    const descriptor = file.dict(descendant['/FontDescriptor'])
    if (!FONT_FILES.some((name) => file.data(descriptor[name]) !== undefined)) fault('6.2.11.4', `${key}: not embedded`)
    if (descendant['/Subtype'] === '/CIDFontType2' && !('/CIDToGIDMap' in descendant)) fault('6.2.11.3.2', key)
    const map = file.data(dict['/ToUnicode'])?.toString('latin1') ?? ''
    if (map === '' && (level === 'U' || level === 'A' || part === '4')) fault('6.2.11.7.2', `${key}: no ToUnicode`)
    const targets = [...map.matchAll(/> <([0-9A-Fa-f]{4})/g)].map(([, hex]) => hex?.toUpperCase())
    if (targets.some((hex) => hex === '0000' || hex === 'FEFF' || hex === 'FFFE')) fault('6.2.11.7.2', `${key}: U+0000`)
  }

  function checkSimpleFont(key: string, dict: Record<string, Json>): void {
    if (!['/Type1', '/TrueType', '/MMType1'].includes(String(dict['/Subtype'])))
      fault('6.2.11', `${key}: ${String(dict['/Subtype'])}`)
    const descriptor = file.dict(dict['/FontDescriptor'])
    if (!FONT_FILES.some((name) => file.data(descriptor[name]) !== undefined)) fault('6.2.11.4', `${key}: not embedded`)
    const needsMap = !/^\/(?:WinAnsi|MacRoman)Encoding$/.test(String(file.get(dict['/Encoding'])))
    if ((level === 'U' || level === 'A') && needsMap && file.data(dict['/ToUnicode']) === undefined)
      fault('6.2.11.7.2', `${key}: no ToUnicode`)
  }

  function checkPage(ref: string): void {
    const page = file.dict(ref)
    const { depth, faults: content, showsNotdef } = readContent(file.data(page['/Contents'])?.toString('latin1') ?? '')
    if (depth > MAX_STATES) fault('6.1.13', `page ${ref}: ${depth} graphics states`)
    if (showsNotdef) fault('6.2.11.8', `page ${ref}: .notdef`)
    for (const what of content) fault('6.2.2', `page ${ref}: ${what}`)
    const resources = file.dict(page['/Resources'])
    const states = Object.values(file.dict(resources['/ExtGState'])).map((state) => file.dict(state))
    const isBlended = states.some((state) => ['/ca', '/CA'].some((name) => name in state && Number(state[name]) < 1))
    const space = file.get(file.dict(page['/Group'])['/CS'])
    if (isBlended && (space === null || isDict(space))) fault('6.2.10', `page ${ref}: no blending space`)
  }
}

/**
 * Looks for what ISO 19005-4 asks of a file beyond what it shares with the earlier parts.
 *
 * @module
 */

import { isDict, type Json, type QpdfFile } from './qpdf-file.js'

/** Filters that are permitted (6.1.6.2). */
const FILTERS = new Set(
  ['ASCIIHex', 'ASCII85', 'Flate', 'RunLength', 'CCITTFax', 'JBIG2', 'DCT', 'JPX'].map((name) => `/${name}Decode`),
)
/** Keys of streams that are stored elsewhere (6.1.6.1). */
const EXTERNAL = ['/F', '/FFilter', '/FDecodeParms']
/** Ways in which a colour space of a JPEG 2000 file may be named (6.2.7.3). */
const COLOUR_METHODS = new Set([1, 2, 3])

/** What keeps a file from being a PDF/A-4, in the numbers of its clauses. */
export function checkFourthPart(file: QpdfFile): string[] {
  const faults: string[] = []
  const fault = (clause: string, what: string) => faults.push(`19005-4 ${clause}: ${what}`)
  const { bytes, catalog, trailer } = file
  const start = bytes.toString('latin1', 0, 20)
  if (!/^%PDF-2\.\d(?:\r\n|\r|\n)%[\x80-\xff]{4}/.test(start)) fault('6.1.2', 'the header')
  if (!/%%EOF(?:\r\n|\r|\n)?$/.test(bytes.toString('latin1', bytes.length - 10))) fault('6.1.3', 'data after the end')
  const information = trailer['/Info'] === undefined ? undefined : file.dict(trailer['/Info'])
  if (information !== undefined && Object.keys(information).join() !== '/ModDate')
    fault('6.1.3', `the information dictionary holds ${Object.keys(information).join(' ')}`)
  if ('/Version' in catalog && !/^\/2\.\d$/.test(String(catalog['/Version'])))
    fault('6.1.12', String(catalog['/Version']))
  for (const [key, dict] of file.dicts()) {
    const filters = [dict['/Filter'] ?? []].flat().map(String)
    if (file.data(key) !== undefined) {
      for (const filter of filters) if (!FILTERS.has(filter)) fault('6.1.6.2', `${key}: ${filter}`)
      for (const name of EXTERNAL) if (name in dict) fault('6.1.6.1', `${key}: ${name}`)
    }
    if (filters.includes('/JPXDecode'))
      faults.push(...checkJpeg2000(file, key).map((what) => `19005-4 6.2.7.3: ${key}: ${what}`))
  }
  for (const ref of file.pages()) {
    const page = file.dict(ref)
    const used = [
      ...(file.data(page['/Contents'])?.toString('latin1') ?? '').matchAll(/\/(\w+) (?:gs|Do|cs|CS|scn|SCN|sh)\b/g),
    ]
    const fonts = [...(file.data(page['/Contents'])?.toString('latin1') ?? '').matchAll(/\/(\w+) [\d.]+ Tf\b/g)]
    if (used.length + fonts.length > 0 && !('/Resources' in page))
      fault('6.2.2', `page ${ref}: resources are inherited`)
    const names = namesOf(file, page['/Resources'])
    for (const [, name = ''] of [...used, ...fonts])
      if (!names.has(`/${name}`) && !/^(?:Pattern|Device\w+)$/.test(name))
        fault('6.2.2', `page ${ref}: ${name} is nowhere`)
  }
  return faults
}

/** All names in the dictionaries of resources. */
function namesOf(file: QpdfFile, resources: Json | undefined): Set<string> {
  const names = new Set<string>()
  for (const category of Object.values(file.dict(resources))) {
    const entries = file.get(category)
    if (isDict(entries)) for (const name of Object.keys(entries)) names.add(name)
  }
  return names
}

/** What PDF/A from part 2 on asks of a JPEG 2000 picture: boxes of a file, one colour space, channels of one depth. */
export function checkJpeg2000(file: QpdfFile, key: string): string[] {
  const data = file.data(key)
  if (data === undefined || data.toString('latin1', 4, 8) !== 'jP  ') return ['no file in boxes']
  const faults: string[] = []
  const text = data.toString('latin1')
  const header = text.indexOf('ihdr')
  const components = data.readUInt16BE(header + 12)
  if (![1, 3, 4].includes(components)) faults.push(`${components} channels`)
  if (data[header + 14] === 255) faults.push('channels of several depths')
  const boxes = [...text.slice(0, text.indexOf('jp2c')).matchAll(/colr([\s\S])/g)]
  if (boxes.length !== 1) faults.push(`${boxes.length} colour spaces`)
  for (const [, method = ''] of boxes)
    if (!COLOUR_METHODS.has(method.charCodeAt(0))) faults.push('an unknown way to name colours')
  return faults
}

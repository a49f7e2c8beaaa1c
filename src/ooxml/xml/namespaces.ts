/**
 * The namespaces of office documents, with their prefixes in this package.
 *
 * @module
 */

const TRANSITIONAL = 'http://schemas.openxmlformats.org/'
const STRICT = 'http://purl.oclc.org/ooxml/'
const MICROSOFT = 'http://schemas.microsoft.com/office/'

/** Namespaces of ECMA-376-1, relative to the roots of both conformance classes. */
const STANDARD: readonly (readonly [prefix: string, transitional: string, strict: string])[] = [
  ['w', 'wordprocessingml/2006/main', 'wordprocessingml/main'],
  ['r', 'officeDocument/2006/relationships', 'officeDocument/relationships'],
  ['m', 'officeDocument/2006/math', 'officeDocument/math'],
  ['ep', 'officeDocument/2006/extended-properties', 'officeDocument/extendedProperties'],
  ['vt', 'officeDocument/2006/docPropsVTypes', 'officeDocument/docPropsVTypes'],
  ['a', 'drawingml/2006/main', 'drawingml/main'],
  ['pic', 'drawingml/2006/picture', 'drawingml/picture'],
  ['wp', 'drawingml/2006/wordprocessingDrawing', 'drawingml/wordprocessingDrawing'],
  ['c', 'drawingml/2006/chart', 'drawingml/chart'],
  ['cdr', 'drawingml/2006/chartDrawing', 'drawingml/chartDrawing'],
  ['dgm', 'drawingml/2006/diagram', 'drawingml/diagram'],
  ['lc', 'drawingml/2006/lockedCanvas', 'drawingml/lockedCanvas'],
]

const OTHERS: readonly (readonly [prefix: string, uri: string])[] = [
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
  ['mc', `${TRANSITIONAL}markup-compatibility/2006`],
  ['rel', `${TRANSITIONAL}package/2006/relationships`],
  ['ct', `${TRANSITIONAL}package/2006/content-types`],
  ['cp', `${TRANSITIONAL}package/2006/metadata/core-properties`],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['w10', 'urn:schemas-microsoft-com:office:word'],
  ['x', 'urn:schemas-microsoft-com:office:excel'],
  ['wne', `${MICROSOFT}word/2006/wordml`],
  ['w14', `${MICROSOFT}word/2010/wordml`],
  ['w15', `${MICROSOFT}word/2012/wordml`],
  ['w16cex', `${MICROSOFT}word/2018/wordml/cex`],
  ['w16cid', `${MICROSOFT}word/2016/wordml/cid`],
  ['w16', `${MICROSOFT}word/2018/wordml`],
  ['w16se', `${MICROSOFT}word/2015/wordml/symex`],
  ['w16sdtdh', `${MICROSOFT}word/2020/wordml/sdtdatahash`],
  ['w16du', `${MICROSOFT}word/2023/wordml/word16du`],
  ['wp14', `${MICROSOFT}word/2010/wordprocessingDrawing`],
  ['wp15', `${MICROSOFT}word/2012/wordprocessingDrawing`],
  ['wps', `${MICROSOFT}word/2010/wordprocessingShape`],
  ['wpg', `${MICROSOFT}word/2010/wordprocessingGroup`],
  ['wpc', `${MICROSOFT}word/2010/wordprocessingCanvas`],
  ['wpi', `${MICROSOFT}word/2010/wordprocessingInk`],
  ['a14', `${MICROSOFT}drawing/2010/main`],
  ['a15', `${MICROSOFT}drawing/2012/main`],
  ['a16', `${MICROSOFT}drawing/2014/main`],
  ['a16svg', `${MICROSOFT}drawing/2014/main/svg`],
  ['pic14', `${MICROSOFT}drawing/2010/picture`],
  ['asvg', `${MICROSOFT}drawing/2016/SVG/main`],
  ['adec', `${MICROSOFT}drawing/2017/decorative`],
  ['c14', `${MICROSOFT}drawing/2007/8/2/chart`],
  ['c15', `${MICROSOFT}drawing/2012/chart`],
  ['c16', `${MICROSOFT}drawing/2014/chart`],
  ['cx', `${MICROSOFT}drawing/2014/chartex`],
  ['dsp', `${MICROSOFT}drawing/2008/diagram`],
  // Features of paged media in a DOCX written by this package that Word lacks: see PAGES_NAMESPACE in the writer.
  ['sw', 'urn:sealwright:pages'],
]

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...STANDARD.flatMap(([prefix, transitional, strict]): [string, string][] => [
    [TRANSITIONAL + transitional, prefix],
    [STRICT + strict, prefix],
  ]),
  ...OTHERS.map(([prefix, uri]): [string, string] => [uri, prefix]),
])

/**
 * Extensions that are understood, so that an mc:Choice that requires them is taken (ECMA-376-3, 9.3). Ink and newer chart types
 * are not among them, since their mc:Fallback is a picture.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...STANDARD.map(([prefix]) => prefix),
  ...['v', 'o', 'w10', 'wne', 'w14', 'w15', 'w16', 'w16cex', 'w16cid', 'w16se', 'w16sdtdh', 'w16du', 'wp14', 'wp15'],
  ...['wps', 'wpg', 'wpc', 'a14', 'a15', 'a16', 'a16svg', 'pic14', 'asvg', 'adec', 'c14', 'c15', 'c16', 'dsp', 'sw'],
])

/** The customary prefix of a namespace; `undefined` for an unknown one. */
export function prefixOfNamespace(uri: string): string | undefined {
  return PREFIXES.get(uri)
}

/** Whether a namespace is one that office programs declare, whether it is read here or not. Users may declare others. */
export function isOfficeNamespace(uri: string): boolean {
  return PREFIXES.has(uri) || uri.startsWith(MICROSOFT) || uri.startsWith(TRANSITIONAL)
}

const KNOWN: ReadonlySet<string> = new Set(PREFIXES.values())

/** Whether a prefix is the customary one of a namespace. */
export function isKnownPrefix(prefix: string): boolean {
  return KNOWN.has(prefix)
}

/** Whether an mc:Choice that requires the namespace with this prefix can be taken. */
export function isUnderstood(prefix: string): boolean {
  return UNDERSTOOD.has(prefix)
}

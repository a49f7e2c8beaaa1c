/**
 * `convertFile`: checks the request, detects the format, and calls the converter.
 *
 * @module
 */

import { ASSETS, type AssetOptions, useAssets } from '../assets/read-asset.js'
import { type OwnBytes, ownBytes } from '../bytes.js'
import { SealwrightError } from '../errors.js'
import {
  BYTE_LIMIT,
  BYTES,
  checkOptions,
  FUNCTION,
  invalidOption,
  members,
  must,
  OBJECT,
  type OptionTable,
  SIGNAL,
  SWITCH,
  TEXT,
} from '../input/check-options.js'
import { nearestName } from '../input/nearest-name.js'
import { type FileInput, readInput } from '../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { type OnProgress, Pace } from '../pace/pace.js'
import { FONTS } from '../typeset/fonts.js'
import { CONFORMANCE_PAIRS, CONFORMANCES, isConformanceChoice } from '../typeset/painting.js'
import { charsetOf } from './charset-parameter.js'
import type { Converter, ConverterOptions, SourceFormat, TargetFormat, TextFormat } from './conversion.js'
import type { ChosenLimits } from './conversion-budget.js'
import { CONVERTERS, TEXT_CONVERTERS } from './converters.js'
import { detectFormat } from './detect-format.js'
import type { StyleOverrides } from './docx-writer/style-sheet.js'
import { DOCUMENT_STYLES, isDocumentStyle } from './looks/look-names.js'
import { ALL_EXTENSIONS, isExtensionList, MARKDOWN_EXTENSIONS } from './markdown/extension-names.js'
import { REVIEW_OPTIONS } from './review-options.js'

/** The formats that a file is converted from and to. */
export interface ConvertRequest {
  /** Source format. Left out: detected from the content, the file's name and its content type, in this order. */
  readonly from?: SourceFormat | undefined
  /**
   * Target format; `pdf` when left out. A DOCX can also become `html` or `md`: its text and structure, without its appearance.
   */
  readonly to?: TargetFormat | TextFormat | undefined
  /** Name of the file. It helps to detect the format, and gives the result its name. */
  readonly fileName?: string | undefined
  /**
   * Content type of the file. It helps to detect the format, and for Markdown and HTML the encoding, as in `text/html;
   * charset=windows-1252`.
   */
  readonly contentType?: string | undefined
}

/** How to convert. */
export interface ConvertOptions extends ConverterOptions {
  /** Largest accepted file, in bytes. Default 25 MB. */
  readonly maxBytes?: number | undefined
  /**
   * Where the files of the package are, for hosts that copy or bundle it. The setting holds for the whole process from this call
   * on. Default: where the package is installed.
   */
  readonly assets?: AssetOptions | undefined
  /** Called with the progress `{ done, total, stage }`, at most once for each percent. Errors that it throws are ignored. */
  readonly onProgress?: OnProgress | undefined
}

/** A converted file. */
export interface ConvertedFile {
  readonly bytes: OwnBytes
  readonly contentType: string
  /** The input's name with the new extension, if the input had a name. */
  readonly fileName?: string
  /** What the result does not show as the source does, such as characters that no font has. Empty when everything is shown. */
  readonly warnings: readonly string[]
}

/** Media types of the results. */
export const TARGET_MEDIA_TYPES: Readonly<Record<TargetFormat | TextFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

type AllConverters = ReadonlyMap<string, Converter>

const ALL_CONVERTERS: AllConverters = new Map([...CONVERTERS, ...TEXT_CONVERTERS])

/** Only the types are checked here. Whether the formats exist is checked later. */
const REQUEST_TABLE: OptionTable<ConvertRequest> = { from: TEXT, to: TEXT, fileName: TEXT, contentType: TEXT }

export const CONVERT_OPTIONS: OptionTable<ConvertOptions> = {
  ...REVIEW_OPTIONS,
  styles: members<StyleOverrides>({ paragraphs: OBJECT, characters: OBJECT, codeFont: TEXT }),
  referenceDocx: BYTES,
  useReferencePage: SWITCH,
  signal: SIGNAL,
  baseUrl: TEXT,
  loadResource: FUNCTION,
  styleSheet: TEXT,
  conformance: must(describeConformances(), isConformanceChoice),
  style: must(`one of ${DOCUMENT_STYLES.map((name) => JSON.stringify(name)).join(', ')}`, isDocumentStyle),
  markdownExtensions: must(describeExtensions(), isExtensionList),
  title: TEXT,
  fileName: TEXT,
  budget: members<ChosenLimits>({ steps: BYTE_LIMIT, bytes: BYTE_LIMIT }),
  charset: TEXT,
  fonts: FONTS,
  maxBytes: BYTE_LIMIT,
  assets: ASSETS,
  onProgress: FUNCTION,
}

function describeConformances(): string {
  const names = (list: readonly string[]) => list.map((name) => JSON.stringify(name)).join(', ')
  return `one of ${names(CONFORMANCES)}, or ${CONFORMANCE_PAIRS.map((pair) => `[${names(pair)}]`).join(' or ')}`
}

function describeExtensions(): string {
  return `a list of extensions: ${[ALL_EXTENSIONS, ...MARKDOWN_EXTENSIONS].map((name) => JSON.stringify(name)).join(', ')}`
}

/**
 * Converts a file. Nothing is fetched, and no file is read except the package's own fonts.
 *
 * @param input the file: its bytes, a Blob, a stream or an async iterable of bytes, and for Markdown and HTML a string;
 * at most 25 MB unless `options.maxBytes` says otherwise. It is not changed.
 * @throws SealwrightError `unsupported_conversion`, `file_too_large`, `invalid_request`, `invalid_document`,
 * `unsupported_document`, `document_encrypted`, `document_too_complex`, `pending_changes`,
 * `cannot_conform`, `missing_dependency`; the signal's reason when aborted
 * @example
 * ```ts
 * const { bytes, warnings } = await convertFile(await readFile('contract.docx'), { to: 'pdf' })
 * await writeFile('contract.pdf', bytes)
 * ```
 */
export async function convertFile(
  input: FileInput | string,
  request: ConvertRequest = {},
  options: ConvertOptions = {},
): Promise<ConvertedFile> {
  assertNotAmongOptions(request)
  checkOptions(request, REQUEST_TABLE, 'request')
  checkOptions(options, CONVERT_OPTIONS)
  const { maxBytes = MAX_DOCUMENT_BYTES, assets, onProgress: _, ...converterOptions } = options
  useAssets(assets)
  const limits = { maxBytes, signal: options.signal, what: 'file' }
  const isText = typeof input === 'string'
  const bytes = isText ? encodeText(input, limits) : await readInput(input, limits)
  const { fileName, contentType, to = 'pdf' } = request
  const charset = charsetOf(contentType)
  const from = request.from ?? detectFormat({ ...request, bytes })
  if (isText && from === 'docx')
    throw new SealwrightError('invalid_request', 'A DOCX must be given as bytes, not as text.')
  const convert = from === undefined ? undefined : ALL_CONVERTERS.get(`${from}>${to}`)
  if (convert === undefined) {
    throw new SealwrightError('unsupported_conversion', describeUnsupported(ALL_CONVERTERS, from, to, bytes))
  }
  const pace = new Pace(options)
  const converting = {
    ...(fileName === undefined ? {} : { fileName }),
    ...(charset === undefined ? {} : { charset }),
    ...converterOptions,
  }
  const converted = await convert(bytes, converting, pace)
  pace.end()
  return {
    bytes: ownBytes(converted.bytes),
    contentType: TARGET_MEDIA_TYPES[to],
    ...(fileName === undefined ? {} : { fileName: renameTo(fileName, to) }),
    warnings: [...warningsOfEmpty(bytes), ...converted.warnings],
  }
}

/** White space, and the bytes of a byte order mark in UTF-8. */
const BLANK_BYTES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])

/** Warns of an empty file, which is nearly always a mistake, such as a stream that was read before. */
export function warningsOfEmpty(bytes: Uint8Array): readonly string[] {
  return bytes.every((byte) => BLANK_BYTES.has(byte)) ? ['The file is empty, and so is what was made of it.'] : []
}

/** Refuses options among the request, for callers who put everything into one object. */
function assertNotAmongOptions(request: object): void {
  const name = Object.keys(request ?? {}).find((key) => key in CONVERT_OPTIONS && !(key in REQUEST_TABLE))
  if (name === undefined) return
  throw invalidOption([name], `${name} belongs to the third argument: convertFile(file, { from, to }, { ${name} }).`)
}

/** The file name with another extension; `document` where no name is left. */
export function renameTo(fileName: string, to: TargetFormat | TextFormat): string {
  return `${fileName.replace(/\.[^.]{1,10}$/, '') || 'document'}.${to}`
}

/** The error for a conversion that is not supported. It lists those that are. */
export function describeUnsupported(
  table: AllConverters,
  from: SourceFormat | undefined,
  to: TargetFormat | TextFormat,
  bytes?: Uint8Array,
): string {
  if (bytes?.length === 0) return 'The file is empty: it has no bytes.'
  const known = from === undefined && bytes !== undefined ? describeKnown(bytes) : undefined
  if (known !== undefined) return known
  const what =
    from === undefined
      ? `The kind of file was not recognised: name it with "from".`
      : `${from} cannot be converted to ${to}.`
  const pairs = [...table.keys()]
  const list = pairs.map((pair) => pair.replace('>', ' to ')).join(', ')
  return `${what}${describeNearest(pairs, from, to)} Supported: ${list}.`
}

/** The formats that were probably meant. */
function describeNearest(pairs: readonly string[], from: string | undefined, to: string): string {
  const sources = pairs.map((pair) => pair.replace(/>.*/, ''))
  const targets = pairs.map((pair) => pair.replace(/.*>/, ''))
  const hint = (name: string | undefined, names: readonly string[]) => {
    const nearest = name === undefined || names.includes(name) ? undefined : nearestName(name, names)
    return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  }
  return hint(from, sources) || hint(to, targets)
}

/** Beginnings of files that people send although they cannot be converted, each with a message. */
const KNOWN_STARTS: readonly (readonly [start: string, message: string])[] = [
  [
    '\xd0\xcf\x11\xe0',
    'This is a file of Word 97 to 2003 (.doc), or an encrypted one: save it as DOCX without a password.',
  ],
  ['{\\rtf', 'Rich Text Format (.rtf) is not read: save the file as DOCX.'],
]

function describeKnown(bytes: Uint8Array): string | undefined {
  // Other programs write a line before the header of a PDF, so the beginning of the file is searched.
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  if (start.includes('%PDF-')) return 'A PDF cannot be converted to anything else.'
  return KNOWN_STARTS.find(([known]) => start.startsWith(known))?.[1]
}

/** Limits of encoding. */
interface EncodeTextOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Encodes a text in UTF-8. A byte order mark says so, since a page may name another encoding, in which it was stored before.
 *
 * @throws SealwrightError `file_too_large`, `invalid_document` for half a surrogate pair, which UTF-8 cannot encode; the
 * signal's reason when aborted
 */
function encodeText(text: string, { maxBytes, signal }: EncodeTextOptions): Uint8Array {
  signal?.throwIfAborted()
  const length = Buffer.byteLength(text)
  if (length > maxBytes) {
    const message = `The text has ${length} bytes in UTF-8, more than the limit of ${maxBytes}.`
    throw new SealwrightError('file_too_large', message)
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new SealwrightError(
      'invalid_document',
      'The text holds half of a surrogate pair, so a character is incomplete.',
    )
  }
  return new TextEncoder().encode(text.startsWith(BYTE_ORDER_MARK) ? text : BYTE_ORDER_MARK + text)
}

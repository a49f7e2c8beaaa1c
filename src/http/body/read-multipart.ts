/**
 * Reads a multipart/form-data body (RFC 7578) with one file as it arrives.
 *
 * @module
 */

import type { MultipartPart } from '@remix-run/multipart-parser'
import { SealwrightError } from '../../errors.js'
import { toJsonPointer } from '../../input/json-pointer.js'
import { MEMBER_LIMITS } from '../../jobs/members/member-limits.js'
import type { ApiRequest } from '../api-request.js'
import { HTTP_LIMITS } from '../http-limits.js'
import { gatherPieces } from './gather-pieces.js'
import { type BodyLimits, joinChunks, readChunks } from './read-body.js'
import { skipPreamble } from './skip-preamble.js'

/** An uploaded file of a form. */
interface UploadedFile {
  readonly bytes: Uint8Array
  /** The last part of the name that the client sent. */
  readonly fileName?: string
  readonly contentType?: string
}

/** The contents of a form: a file, and what is to be done with it. */
interface UploadedForm {
  readonly file: UploadedFile
  /** The part `request`: JSON, not parsed yet. */
  readonly request?: Uint8Array
  /** The other expected parts, as text. */
  readonly texts: ReadonlyMap<string, string>
}

/** Limits for a form. */
interface FormLimits extends BodyLimits {
  /** Size of the part `request`, in bytes. `maxBytes` is the size of the file. */
  readonly maxRequestBytes: number
  /** Names of further parts, which are short texts. Default: none. */
  readonly texts?: readonly string[]
}

/** Characters of an unknown name that an error message repeats. */
const MAX_SHOWN = 60

type Library = typeof import('@remix-run/multipart-parser')

/** The parser, cached: a dynamic import for each request costs as much as a small document. */
let loaded: Promise<Library> | undefined

const PARTS: readonly (string | undefined)[] = ['file', 'request']

/**
 * Reads the parts named `file` and `request`; others are refused, since they would be ignored.
 *
 * @throws SealwrightError `invalid_multipart`, `missing_file`, `too_many_files`, `file_too_large`, and what readChunks throws
 */
export async function readForm(request: ApiRequest, limits: FormLimits): Promise<UploadedForm> {
  loaded ??= import('@remix-run/multipart-parser')
  const library = await loaded
  const boundary = readBoundary(library, request.headers.get('content-type') ?? '')
  const parse = createGuard(library, limits)
  const found = await readParts(library, request, boundary, limits, parse)
  const [file, json] = [found.get('file'), found.get('request')]
  if (file === undefined) throw new SealwrightError('missing_file', 'The form has no part named "file".')
  if (file.size > limits.maxBytes) throw partTooLarge('file', limits.maxBytes)
  if (json !== undefined && json.size > limits.maxRequestBytes) throw partTooLarge('request', limits.maxRequestBytes)
  const fileName = baseName(parse(() => file.filename) ?? '')
  // The parameters are kept, since a charset says how text is encoded.
  const fileType = file.headers['content-type']
  return {
    file: {
      bytes: joinChunks(file.content, file.size),
      ...(fileName === '' ? {} : { fileName }),
      ...(fileType === undefined ? {} : { contentType: fileType }),
    },
    ...(json === undefined ? {} : { request: joinChunks(json.content, json.size) }),
    texts: readTexts(found, limits),
  }
}

function readBoundary(library: Library, contentType: string): string {
  const boundary = library.getMultipartBoundary(contentType)?.trim()
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundary === undefined || !/^[\x20-\x7e]{1,70}$/.test(boundary) || repeatsParameter(contentType)) {
    throw new SealwrightError('invalid_multipart', 'The content type names no usable boundary.')
  }
  return boundary
}

/** Takes a step of the parser, with its errors as those of the API; undefined where one does no harm. */
type Guard = <T>(step: () => T, isHarmless?: () => boolean) => T | undefined

function createGuard(library: Library, { maxBytes }: FormLimits): Guard {
  return (step, isHarmless = () => false) => {
    try {
      return step()
    } catch (error) {
      if (isHarmless()) return undefined
      if (error instanceof SealwrightError) throw error
      if (error instanceof library.MaxFileSizeExceededError) throw partTooLarge('file', maxBytes)
      throw new SealwrightError('invalid_multipart', 'The body does not follow multipart/form-data.', { cause: error })
    }
  }
}

async function readParts(
  library: Library,
  request: ApiRequest,
  boundary: string,
  limits: FormLimits,
  parse: Guard,
): Promise<ReadonlyMap<string, MultipartPart>> {
  const maxBytes = limits.maxBytes + limits.maxRequestBytes + HTTP_LIMITS.maxMultipartOverheadBytes
  const parser = new library.MultipartParser(boundary, {
    maxFileSize: Math.max(limits.maxBytes, limits.maxRequestBytes),
    maxTotalSize: maxBytes,
    maxHeaderSize: HTTP_LIMITS.maxPartHeaderBytes,
    maxParts: HTTP_LIMITS.maxParts,
  })
  const isDone = () => {
    try {
      parser.finish()
      return true
    } catch {
      return false
    }
  }
  const found = new Map<string, MultipartPart>()
  const body = skipPreamble(gatherPieces(readChunks(request, { ...limits, maxBytes })), boundary)
  for await (const chunk of body) {
    // The parser keeps the pieces, so they count against the lease.
    limits.lease.take(chunk.length)
    // The parser rejects an epilogue (RFC 2046, 5.1.1), so it is skipped.
    const parts = parse(() => [...parser.write(chunk)], isDone)
    for (const part of parts ?? []) {
      parse(() => assertPlain(part))
      addPart(found, parse(() => part.name) ?? '', part, limits.texts ?? [])
    }
  }
  parse(() => parser.finish())
  return found
}

/** Refuses header fields that two readers, such as a firewall and this one, might read differently. */
function assertPlain({ headers }: MultipartPart): void {
  const encoding = headers['content-transfer-encoding']?.trim().toLowerCase() ?? 'binary'
  // Content-Transfer-Encoding is a relic of mail (RFC 7578, 4.7). These three values mean that the bytes are unchanged.
  if (!['7bit', '8bit', 'binary'].includes(encoding)) {
    const message = `A part of the form is encoded (${encoding.slice(0, MAX_SHOWN)}): send it as it is.`
    throw new SealwrightError('invalid_multipart', message)
  }
  if (repeatsParameter(headers['content-disposition'] ?? '')) {
    throw new SealwrightError('invalid_multipart', 'A part of the form has two names, or two file names.')
  }
}

/** Whether a header field has two parameters of the same name. */
function repeatsParameter(field: string): boolean {
  const bare = field.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const names = Array.from(bare.matchAll(/[;,]\s*([^\s;,="]+)\s*=/g), ([, name = '']) => name.toLowerCase())
  return new Set(names).size < names.length
}

function addPart(found: Map<string, MultipartPart>, name: string, part: MultipartPart, texts: readonly string[]): void {
  if (!PARTS.includes(name) && !texts.includes(name)) throw unknownField(name)
  if (!found.has(name)) found.set(name, part)
  else if (name === 'file') throw new SealwrightError('too_many_files', 'The form may have one part named "file".')
  else throw new SealwrightError('invalid_multipart', `The form may have one part named "${name}".`)
}

function readTexts(found: ReadonlyMap<string, MultipartPart>, { texts = [], maxRequestBytes }: FormLimits) {
  const read = new Map<string, string>()
  for (const name of texts) {
    const part = found.get(name)
    if (part === undefined) continue
    if (part.size > maxRequestBytes) throw partTooLarge(name, maxRequestBytes)
    read.set(name, new TextDecoder().decode(joinChunks(part.content, part.size)))
  }
  return read
}

function partTooLarge(name: string, maxBytes: number): SealwrightError {
  return new SealwrightError('file_too_large', `The part "${name}" may have at most ${maxBytes} bytes.`)
}

function unknownField(name: string): SealwrightError {
  const message = `There is no form field "${name.slice(0, MAX_SHOWN)}": a form has a "file" and, in JSON, a "request".`
  return new SealwrightError('invalid_request', `The request is not valid: ${message}`, {
    errors: [{ pointer: toJsonPointer([name]), code: 'unknown_field', message }],
  })
}

/** The last part of a path, without invisible characters. */
export function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const printable = name.replace(/[\x00-\x1f\x7f]/g, '').replace(/\p{Cs}/gu, '\u{fffd}')
  return printable === '.' || printable === '..' ? '' : printable.slice(-MEMBER_LIMITS.maxFileNameLength)
}

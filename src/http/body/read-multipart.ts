/**
 * The one file of a multipart/form-data body (RFC 7578), read as it arrives.
 *
 * @module
 */

import type { MultipartPart } from '@remix-run/multipart-parser'
import { SealwrightError } from '../../errors.js'
import { HTTP_LIMITS } from '../../limits.js'
import { toJsonPointer } from '../../sign/request/json-pointer.js'
import type { ApiRequest } from '../api-request.js'
import { type BodyLimits, joinChunks, readChunks } from './read-body.js'

/** A file that was sent in a form. */
export interface UploadedFile {
  readonly bytes: Uint8Array
  /** The last part of the name that the client gave. */
  readonly fileName?: string
  readonly contentType?: string
}

const MAX_FILE_NAME_LENGTH = 255
/** Characters of a name that are repeated to whoever sent it. */
const MAX_SHOWN = 60

/**
 * Reads the part named `file`; others are refused, since nothing would come of them.
 *
 * @param limits `maxBytes` is that of the file alone.
 * @throws SealwrightError `unsupported_media_type`, `invalid_multipart`, `missing_file`, `too_many_files`,
 * `file_too_large`, and what readChunks throws
 */
export async function readUploadedFile(request: ApiRequest, limits: BodyLimits): Promise<UploadedFile> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new SealwrightError('unsupported_media_type', 'The request must be sent as multipart/form-data.')
  }
  const library = await import('@remix-run/multipart-parser')
  const boundary = library.getMultipartBoundary(contentType)?.trim()
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundary === undefined || !/^[\x20-\x7e]{1,70}$/.test(boundary)) {
    throw new SealwrightError('invalid_multipart', 'The content type names no usable boundary.')
  }
  const parser = new library.MultipartParser(boundary, {
    maxFileSize: limits.maxBytes,
    maxTotalSize: limits.maxBytes + HTTP_LIMITS.maxMultipartOverheadBytes,
    maxHeaderSize: HTTP_LIMITS.maxPartHeaderBytes,
    maxParts: HTTP_LIMITS.maxParts,
  })
  const maxBytes = limits.maxBytes + HTTP_LIMITS.maxMultipartOverheadBytes
  const files: MultipartPart[] = []
  const isDone = () => {
    try {
      parser.finish()
      return true
    } catch {
      return false
    }
  }
  const parse = <T>(step: () => T, isHarmless = () => false): T | undefined => {
    try {
      return step()
    } catch (error) {
      if (isHarmless()) return undefined
      if (error instanceof library.MaxFileSizeExceededError) {
        throw new SealwrightError('file_too_large', `The file may have ${limits.maxBytes} bytes.`)
      }
      throw new SealwrightError('invalid_multipart', 'The body does not follow multipart/form-data.', { cause: error })
    }
  }
  for await (const chunk of readChunks(request, { ...limits, maxBytes })) {
    // The parser keeps the pieces as they are.
    limits.lease.take(chunk.length)
    // An epilogue (RFC 2046, 5.1.1), to which the parser objects, is skipped.
    const parts = parse(() => [...parser.write(chunk)], isDone)
    for (const part of parts ?? []) {
      const name = parse(() => part.name)
      if (name !== 'file') throw unknownField(name)
      files.push(part)
    }
    if (files.length > 1) throw new SealwrightError('too_many_files', 'The form may have one part named "file".')
  }
  parse(() => parser.finish())
  const [file] = files
  if (file === undefined) throw new SealwrightError('missing_file', 'The form has no part named "file".')
  const fileName = baseName(parse(() => file.filename) ?? '')
  const mediaType = parse(() => file.mediaType)
  return {
    bytes: joinChunks(file.content, file.size),
    ...(fileName === '' ? {} : { fileName }),
    ...(mediaType === undefined ? {} : { contentType: mediaType }),
  }
}

function unknownField(name: string | undefined): SealwrightError {
  const shown = (name ?? '').slice(0, MAX_SHOWN)
  const message = `There is no form field "${shown}".`
  return new SealwrightError('invalid_request', `The request is not valid: ${message}`, {
    errors: [{ pointer: toJsonPointer([name ?? '']), code: 'unknown_field', message }],
  })
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const printable = name.replace(/[\x00-\x1f\x7f]/g, '').replace(/\p{Cs}/gu, '\u{fffd}')
  return printable === '.' || printable === '..' ? '' : printable.slice(-MAX_FILE_NAME_LENGTH)
}

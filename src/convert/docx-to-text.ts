/**
 * DOCX as HTML or Markdown: its headings, lists, tables, links, notes and images, without its appearance.
 *
 * @module
 */

import type mammoth from 'mammoth'
import { requireFromHost } from '../assets/place.js'
import { SealwrightError } from '../errors.js'
import { readDocxInSteps } from '../ooxml/read-docx.js'
import { Pace } from '../pace/pace.js'
import type { Conversion, ConverterOptions } from './conversion.js'

/**
 * Converts a DOCX to HTML: the content of a body, with images as `data:` URIs. Text and links come from the document, so
 * sanitise them before you show them to others.
 *
 * @throws SealwrightError `invalid_document`, `unsupported_document`, `document_encrypted`, `document_too_complex`,
 * `missing_dependency` where the host has not installed `mammoth`; the signal's reason when aborted
 */
export function convertDocxToHtml(
  input: Uint8Array,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<Conversion> {
  return convert(input, options, 'convertToHtml', pace)
}

/** Converts a DOCX to Markdown; see {@link convertDocxToHtml}. */
export function convertDocxToMarkdown(
  input: Uint8Array,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<Conversion> {
  return convert(input, options, 'convertToMarkdown', pace)
}

/** The functions of the library that are used. Its own types lack Markdown. */
type Library = Record<'convertToHtml' | 'convertToMarkdown', typeof mammoth.convertToHtml>

function loadLibrary(): Library {
  try {
    return requireFromHost('mammoth') as Library
  } catch (cause) {
    const message = 'Converting a DOCX to HTML or Markdown needs the package mammoth: npm install mammoth.'
    throw new SealwrightError('missing_dependency', message, { cause })
  }
}

async function convert(
  input: Uint8Array,
  { signal, trackedChanges = 'accept', comments = 'omit' }: ConverterOptions,
  name: keyof Library,
  pace: Pace,
): Promise<Conversion> {
  pace.enter('read', 0.3)
  signal?.throwIfAborted()
  if (trackedChanges === 'reject' || trackedChanges === 'show' || comments === 'show') {
    const message =
      'HTML and Markdown take the tracked changes of a DOCX as accepted and leave its comments out: convert to PDF to reject or show them.'
    throw new SealwrightError('unsupported_conversion', message)
  }
  const library = loadLibrary()
  // The document is read by this package first: the library has no limits, and its errors say little about a damaged file.
  const reading = { trackedChanges, comments, ...(signal === undefined ? {} : { signal }) }
  const review = await pace.run(readDocxInSteps(input, reading))
  pace.enter('write', 1)
  try {
    // The library takes the first on Node.js, and the second in browsers.
    const file = { buffer: Buffer.from(input), arrayBuffer: Uint8Array.from(input).buffer }
    const { value, messages } = await library[name](file, { externalFileAccess: false })
    signal?.throwIfAborted()
    const warnings = [...new Set([...review.warnings, ...messages.map(({ message }) => message)])]
    return { bytes: new TextEncoder().encode(value), warnings }
  } catch (cause) {
    signal?.throwIfAborted()
    throw new SealwrightError('invalid_document', 'The document cannot be read as text.', { cause })
  }
}

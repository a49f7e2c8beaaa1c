/**
 * The part with title, author and dates (ECMA-376-2, 8).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { DocumentInformation } from '../../typeset/model/document-model.js'
import type { OpcPackage } from '../package/package.js'
import { childOf, textOf, type XmlElement } from '../xml/xml-element.js'

/** Longest value that is read, in characters. */
const MAX_LENGTH = 4096

/** The document information of a package (ECMA-376-2, 8). A damaged part yields none, since nothing visible depends on it. */
export function readCoreProperties(document: OpcPackage): DocumentInformation {
  const root = readRoot(document)
  const text = (name: string): string | undefined => {
    const element = childOf(root, name)
    return element === undefined ? undefined : textOf(element).trim().slice(0, MAX_LENGTH) || undefined
  }
  const title = text('dc:title')
  const author = text('dc:creator')
  const subject = text('dc:subject')
  const keywords = text('cp:keywords')
  const language = text('dc:language')
  const created = readDate(text('dcterms:created'))
  const modified = readDate(text('dcterms:modified'))
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(subject && { subject }),
    ...(keywords && { keywords }),
    ...(language && { language }),
    ...(created && { created }),
    ...(modified && { modified }),
  }
}

function readRoot(document: OpcPackage): XmlElement | undefined {
  const part = document.relatedPart('/', 'core-properties') ?? document.relatedPart('/', 'coreProperties')
  try {
    return part === undefined ? undefined : document.xml(part)
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_document') return undefined
    throw error
  }
}

/** W3CDTF, a profile of ISO 8601. */
function readDate(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{4}(?:-\d\d){0,2}(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

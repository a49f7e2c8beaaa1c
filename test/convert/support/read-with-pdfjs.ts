/**
 * Reads a PDF with PDF.js.
 *
 * @module
 */

import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What pdf.js finds in a PDF. */
export interface PdfjsReport {
  /** Text of each page, in the order of its content. */
  readonly pages: readonly string[]
  /** Outside targets of links, and names or pages of inside ones as `#`. */
  readonly links: readonly string[]
  readonly outline: readonly string[]
  readonly title: string | undefined
  readonly author: string | undefined
  /** What it complained about. */
  readonly warnings: readonly string[]
}

/** Reads a PDF with pdf.js, its text, fonts and operators included. */
export async function readWithPdfjs(bytes: Uint8Array): Promise<PdfjsReport> {
  const warnings: string[] = []
  const { log, warn } = console
  // pdf.js has no other way to tell.
  console.log = console.warn = (...messages) => void warnings.push(messages.join(' '))
  try {
    const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.WARNINGS, useSystemFonts: false })
    const document = await task.promise
    const pages: string[] = []
    const links: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      await page.getOperatorList()
      const { items } = await page.getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
      for (const annotation of await page.getAnnotations()) links.push(annotation.url ?? '#')
    }
    const outline = ((await document.getOutline()) ?? []).map(({ title }) => title)
    const info = (await document.getMetadata()).info as { Title?: string; Author?: string }
    await task.destroy()
    return { pages, links, outline, title: info.Title, author: info.Author, warnings }
  } finally {
    console.log = log
    console.warn = warn
  }
}

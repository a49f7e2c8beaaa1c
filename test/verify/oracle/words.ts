/**
 * The words of pages and where they stand, as poppler and MuPDF read them.
 *
 * @module
 */

import { withFiles } from '../../support/oracles.js'
import { runTool } from '../../support/tools.js'
import type { PageArea } from '../viewers/differences.js'
import { RESOLUTION } from '../viewers/viewers.js'

/** A word, and its area in pixels of the pictures. */
export interface Word extends PageArea {
  readonly text: string
}

const PAGES = 4

/** The words of the first pages, those of annotations and fields included. Empty for what poppler cannot open. */
export function readWords(bytes: Uint8Array): Promise<readonly Word[]> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const { stdout } = await runTool('pdftotext', ['-bbox', '-l', String(PAGES), path('in.pdf'), '-'])
    return stdout.split('<page ').slice(1).flatMap(wordsOf)
  })
}

/**
 * Whether this installation of poppler lacks the tables of a character collection that a font of the document names (on
 * Debian: poppler-data). It then draws nothing at all in such fonts, on pages as little as in fields.
 */
export function lacksLettersOfPoppler(bytes: Uint8Array): Promise<boolean> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const { stderr } = await runTool('pdftotext', ['-l', String(PAGES), path('in.pdf'), '-'])
    return stderr.includes('Missing language pack')
  })
}

function wordsOf(page: string, index: number): Word[] {
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/gs
  return [...page.matchAll(pattern)].map(([, ...parts]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = parts.slice(0, 4).map((part) => (Number(part) * RESOLUTION) / 72)
    return { page: index, left, top, right, bottom, text: decode(parts[4] ?? '') }
  })
}

/** The same by MuPDF; every letter counts as a word. */
export function readLettersByMupdf(bytes: Uint8Array): Promise<readonly Word[]> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const { stdout } = await runTool('mutool', ['draw', '-q', '-F', 'stext', '-o', '-', path('in.pdf'), `1-${PAGES}`])
    return stdout.split('<page ').slice(1).flatMap(lettersOf)
  })
}

function lettersOf(page: string, index: number): Word[] {
  const pattern = /<char quad="([-\d.e ]+)"[^>]*? c="(.*?)"\/>/gs
  return [...page.matchAll(pattern)].map(([, quad = '', text = '']) => {
    const numbers = quad.split(' ').map((part) => (Number(part) * RESOLUTION) / 72)
    const xs = numbers.filter((_, i) => i % 2 === 0)
    const ys = numbers.filter((_, i) => i % 2 === 1)
    const [left, right] = [Math.min(...xs), Math.max(...xs)]
    return { page: index, left, top: Math.min(...ys), right, bottom: Math.max(...ys), text: decode(text) }
  })
}

function decode(xml: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return xml.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (all, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1).replace('x', '0x'))) : (entities[name] ?? all),
  )
}

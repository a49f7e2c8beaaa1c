/**
 * Converts HTML and Markdown to DOCX and PDF and compares the words with what a browser shows.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertFile } from '../../../src/convert/convert-file.js'
import { partOf } from '../../convert/docx-writer/part-of.js'
import { foldLamAlef, loneWords, missingWords, sidePairs, standSideBySide, wordsOf } from './compare-words.js'
import { type PlacedWord, placeWords, textOffPage } from './placed-words.js'

/** What was found out about one file. */
export interface MarkupMeasure {
  readonly name: string
  /** Words that the browser shows, and how many of them the results lack. */
  readonly words: number
  readonly missingInDocx: readonly string[]
  readonly missingInPdf: readonly string[]
  /** Words that are in the PDF and cannot be seen there, though the browser's can. */
  readonly unseen: readonly string[]
  readonly offPage: readonly string[]
  readonly pairs: number
  readonly lostPairs: readonly string[]
  /** What the validator has to say, where there is one. */
  readonly invalid: readonly string[]
  readonly warnings: readonly string[]
}

/** Measures every file of `folder/html` and `folder/md` whose name has `only` in it. */
export async function* measureMarkup(
  folder: string,
  { out, only, validator }: { out: string; only: string; validator: string },
): AsyncGenerator<MarkupMeasure> {
  for (const from of ['html', 'md'] as const) {
    const source = join(folder, from)
    const files = existsSync(source) ? (await readdir(source)).sort() : []
    for (const file of files) {
      const name = file.replace(/\.\w+$/, '')
      if (!file.endsWith(`.${from}`) || !name.includes(only)) continue
      const docx = await convertFile(await readFile(join(source, file)), { from, to: 'docx' })
      const pdf = await convertFile(docx.bytes, { from: 'docx', to: 'pdf' })
      await writeFile(join(out, `${name}.docx`), docx.bytes)
      await writeFile(join(out, `${name}.pdf`), pdf.bytes)
      yield await measure(name, folder, out, docx, pdf, validator)
    }
  }
}

interface Converted {
  readonly bytes: Uint8Array
  readonly warnings: readonly string[]
}

async function measure(
  name: string,
  folder: string,
  out: string,
  docx: Converted,
  pdf: Converted,
  validator: string,
): Promise<MarkupMeasure> {
  const wanted = wordsOf(await readFile(join(folder, 'reference', `${name}.txt`), 'utf8'))
  const placed = placeWords(join(out, `${name}.pdf`))
  const print = join(folder, 'reference', `${name}.pdf`)
  const shown = existsSync(print) ? placeWords(print) : []
  const pairs = comparePairs(shown, placed)
  return {
    name,
    words: wanted.length,
    missingInDocx: missingWords(wanted, docxText(docx.bytes)),
    missingInPdf: missingWords(wanted.map(foldLamAlef), foldLamAlef(placed.map(({ text }) => text).join(' '))),
    unseen: unseenWords(placed, shown),
    offPage: await textOffPage(pdf.bytes),
    ...pairs,
    invalid: validate(join(out, `${name}.docx`), validator),
    warnings: [...docx.warnings, ...pdf.warnings],
  }
}

function docxText(bytes: Uint8Array): string {
  return ['/word/document.xml', '/word/footnotes.xml']
    .map((name) => partOf(bytes, name))
    .map((xml) => xml.replace(/<w:(?:p|br|tab|tc)[ />]/g, ' $&').replace(/<[^>]*>/g, ''))
    .join(' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

function unseenWords(placed: readonly PlacedWord[], shown: readonly PlacedWord[]): string[] {
  const hidden = new Set(shown.filter(({ isSeen }) => !isSeen).map(({ text }) => text))
  return placed
    .filter(({ text, isSeen }) => !isSeen && wordsOf(text).length > 0 && !hidden.has(text))
    .map((word) => word.text)
}

function comparePairs(shown: readonly PlacedWord[], placed: readonly PlacedWord[]) {
  const theirs = loneWords(shown)
  const ours = loneWords(placed)
  const pairs = sidePairs(shown, (text) => theirs.has(text) && ours.has(text))
  const lost = pairs.filter(([left, right]) => {
    const [a, b] = [ours.get(left), ours.get(right)]
    return a === undefined || b === undefined || !standSideBySide(a, b)
  })
  return { pairs: pairs.length, lostPairs: lost.map(([left, right]) => `${left}|${right}`) }
}

function validate(path: string, validator: string): string[] {
  if (!existsSync(validator)) return []
  const { stdout, status } = spawnSync('python3', [validator, path], { encoding: 'utf8' })
  return status === 0 ? [] : stdout.split('\n').filter((line) => line.trim() !== '')
}

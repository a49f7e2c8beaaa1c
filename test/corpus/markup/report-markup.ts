/**
 * Prints how faithful conversions of a folder of HTML and Markdown are.
 *
 * @module
 */

import { type MarkupMeasure, measureMarkup } from './measure-markup.js'

/** Formulas as TeX source count as text in the references: files with them cannot be found again in full. */
const HAS_FORMULAS = /katex|web-keep|pandoc/

/** Prints what `measureMarkup` finds in a folder of HTML and Markdown, and the sums. Gives the number of faults. */
export async function reportMarkup(
  folder: string,
  options: { out: string; only: string; validator: string; quiet: boolean },
): Promise<number> {
  const all: MarkupMeasure[] = []
  for await (const measure of measureMarkup(folder, options)) {
    all.push(measure)
    if (!options.quiet) printFile(measure)
  }
  const sum = (count: (measure: MarkupMeasure) => number) => all.reduce((total, measure) => total + count(measure), 0)
  const plain = all.filter(({ name }) => !HAS_FORMULAS.test(name))
  const pairs = sum((measure) => measure.pairs)
  const kept = pairs - sum(({ lostPairs }) => lostPairs.length)
  console.log(`\n${all.length} files; ${all.length - plain.length} with formulas are left out of the words.`)
  console.log(`words found again: DOCX ${share(plain, 'missingInDocx')}, PDF ${share(plain, 'missingInPdf')}`)
  console.log(`words that cannot be seen: ${sum(({ unseen }) => unseen.length)}`)
  console.log(`texts off the page: ${sum(({ offPage }) => offPage.length)}`)
  console.log(`pairs side by side: ${kept} of ${pairs} (${((100 * kept) / Math.max(1, pairs)).toFixed(1)} %)`)
  console.log(`invalid DOCX: ${sum(({ invalid }) => (invalid.length > 0 ? 1 : 0))}`)
  return sum(({ invalid, offPage, unseen }) => invalid.length + offPage.length + unseen.length)
}

/** The mean over all files of the share of words that are there. */
function share(all: readonly MarkupMeasure[], what: 'missingInDocx' | 'missingInPdf'): string {
  const shares = all.map((measure) => 1 - measure[what].length / Math.max(1, measure.words))
  return (shares.reduce((total, value) => total + value, 0) / Math.max(1, shares.length)).toFixed(4)
}

function printFile(measure: MarkupMeasure): void {
  const { name, words, missingInDocx, missingInPdf, unseen, offPage, pairs, lostPairs, invalid, warnings } = measure
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? '' : `\n    ${title} ${items.length}: ${items.slice(0, 12).join(' ')}`
  console.log(
    `${name}: ${words} words, ${pairs - lostPairs.length} of ${pairs} pairs, ${warnings.length} warnings${list(
      'missing in DOCX',
      missingInDocx,
    )}${list('missing in PDF', missingInPdf)}${list('unseen', unseen)}${list('off the page', offPage)}${list(
      'no longer side by side',
      lostPairs,
    )}${list('invalid', invalid)}`,
  )
}

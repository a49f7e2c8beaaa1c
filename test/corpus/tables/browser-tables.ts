/**
 * Tables as Chromium lays them out: where columns begin, and which words it keeps whole.
 *
 * @module
 */

import { chromium } from 'playwright-core'

/** A table in the browser. Lengths are points. */
export interface BrowserTable {
  /** Left edges of the text of the marks. */
  readonly marks: readonly number[]
  /** Words of each column that stand on one line. */
  readonly whole: readonly (readonly string[])[]
  /** Lines of each column. */
  readonly lines: readonly number[]
  /** Whether it is wider than the page. */
  readonly isTooWide: boolean
}

/** Lays pages out in a window as wide as the text of a printed page. */
export async function layOutInBrowser(pages: readonly string[], width: number): Promise<BrowserTable[][]> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--allow-file-access-from-files'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: Math.round(width), height: 1000 } })
    const results: BrowserTable[][] = []
    for (const path of pages) {
      await page.goto(`file://${path}`)
      await page.evaluate('document.fonts.ready')
      results.push((await page.evaluate(MEASURE)) as BrowserTable[])
    }
    return results
  } finally {
    await browser.close()
  }
}

/** Runs in the page. */
const MEASURE = `(() => {
  const wordsOf = (node, found = []) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) {
        for (const match of child.data.matchAll(/\\S+/g)) {
          const range = document.createRange()
          range.setStart(child, match.index)
          range.setEnd(child, match.index + match[0].length)
          const rects = [...range.getClientRects()].filter((rect) => rect.width > 0)
          found.push({ text: match[0], rects })
        }
      } else wordsOf(child, found)
    }
    return found
  }
  const linesOf = (rects) => {
    const middles = rects.map((rect) => (rect.top + rect.bottom) / 2).sort((a, b) => a - b)
    return middles.filter((y, index) => index === 0 || y - middles[index - 1] > 6).length
  }
  return [...document.querySelectorAll('.t')].map((box) => {
    const table = box.querySelector('table')
    const rows = [...table.rows]
    const first = rows.findIndex((row) => /^[a-e]\\d\\d$/.test(row.cells[0].textContent.trim()))
    const marks = [...rows[first].cells].map((cell) => wordsOf(cell)[0].rects[0].left * 0.75)
    const columns = [0, 1, 2, 3].map((column) => rows.slice(first + 1).map((row) => row.cells[column]))
    return {
      marks,
      whole: columns.map((cells) => cells.flatMap((cell) => wordsOf(cell).filter(({ rects }) => linesOf(rects) === 1).map(({ text }) => text))),
      lines: columns.map((cells) => cells.reduce((sum, cell) => sum + linesOf(wordsOf(cell).flatMap(({ rects }) => rects)), 0)),
      isTooWide: table.getBoundingClientRect().right > innerWidth + 1,
    }
  })
})()`

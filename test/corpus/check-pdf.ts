/**
 * Asks several programs what is wrong with a PDF.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { readWithPdfjs } from '../convert/support/read-with-pdfjs.js'
import { qpdfCheck } from '../support/oracles.js'
import { runTool } from '../support/tools.js'

/** What qpdf, MuPDF, poppler and pdf.js have to say against a PDF, all its pages drawn. Empty for a clean one. */
export async function checkPdf(path: string): Promise<string[]> {
  const drawn = await runTool('mutool', ['draw', '-r', '10', '-o', '/dev/null', path], { timeoutMs: 120_000 })
  const rendered = await runTool('pdftoppm', ['-r', '10', path], { timeoutMs: 120_000 })
  const { warnings } = await readWithPdfjs(new Uint8Array(await readFile(path)))
  return [
    ...[...(await qpdfCheck(path))].map((finding) => `qpdf: ${finding}`),
    // MuPDF also lists the pages there, and that it was built without colour management.
    ...linesOf(drawn.stderr)
      .filter((line) => !/^page |ICC support/.test(line))
      .map((line) => `mutool: ${line}`),
    ...linesOf(rendered.stderr).map((line) => `poppler: ${line}`),
    ...warnings.map((warning) => `pdf.js: ${warning}`),
  ]
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/**
 * Draws the pictures of the page on looks into `docs/pictures`: `npm run docs:pictures`. Needs `pdftoppm` of poppler.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertFile } from '../../src/index.js'
import { ROOT } from './code-blocks.js'

/** Pixels for an inch: a page is as wide as half of a picture of the chapter on ink. */
const RESOLUTION = '80'

const folder = mkdtempSync(join(tmpdir(), 'looks-'))
try {
  for (const style of ['letter', 'report', 'contract'] as const) {
    const markdown = readFileSync(`${ROOT}test/docs/looks/${style}.md`, 'utf8')
    const { bytes, warnings } = await convertFile(markdown, { from: 'md' }, { style })
    if (warnings.length > 0) throw new Error(`${style}: ${warnings.join(' ')}`)
    const pdf = join(folder, `${style}.pdf`)
    writeFileSync(pdf, bytes)
    const picture = `${ROOT}docs/pictures/look-${style}`
    execFileSync('pdftoppm', ['-r', RESOLUTION, '-png', '-singlefile', pdf, picture])
  }
} finally {
  rmSync(folder, { recursive: true })
}

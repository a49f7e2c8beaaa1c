/**
 * Compares the matrix of tables with a browser: in our PDF, and in LibreOffice's PDF of our DOCX.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertFile } from '../../../src/convert/convert-file.js'
import { type BrowserTable, layOutInBrowser } from './browser-tables.js'
import { type PrintedTable, readPrintedTables } from './printed-tables.js'
import { MANNERS, matrixPage, SCRIPTS } from './table-matrix.js'

const PACKAGES = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules')

/** Families and the package and file name of the faces that stand in for them here. */
const FACES: readonly (readonly [family: string, folder: string, file: string])[] = [
  ['Arial', 'arimo', 'Arimo'],
  ['Times New Roman', 'tinos', 'Tinos'],
  ['Courier New', 'cousine', 'Cousine'],
  ['Calibri', 'carlito', 'Carlito'],
  ['F Arabic', 'noto-sans-arabic', 'NotoSansArabic'],
  ['F Devanagari', 'noto-sans-devanagari', 'NotoSansDevanagari'],
  ['F Thai', 'noto-sans-thai', 'NotoSansThai'],
  ['F Myanmar', 'noto-sans-myanmar', 'NotoSansMyanmar'],
  ['F SC', 'noto-sans-sc', 'NotoSansSC'],
  ['F KR', 'noto-sans-kr', 'NotoSansKR'],
]
const STYLES = [
  ['400Regular', 400, 'normal'],
  ['700Bold', 700, 'normal'],
  ['400Regular_Italic', 400, 'italic'],
  ['700Bold_Italic', 700, 'italic'],
] as const

function fontFaces(): string {
  const faces = FACES.flatMap(([family, folder, file]) =>
    STYLES.map(
      ([style, weight, slope]) =>
        `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${slope};
src: url("file://${PACKAGES}/@expo-google-fonts/${folder}/${style}/${file}_${style}.ttf") }`,
    ).slice(0, family.startsWith('F ') ? 2 : 4),
  )
  return faces.join('\n')
}

const FALLBACK = '"F Arabic", "F Devanagari", "F Thai", "F Myanmar", "F SC", "F KR", "DejaVu Sans"'
/** Width of the text of an A4 page with margins of 2 cm: points, and pixels of CSS. */
const MARGIN = 56.7
const WINDOW = 642.5

/** How far the edge of a column may be from the browser's, in points. */
const EDGE = 6
/** The share of edges that must be so near. */
const LEAST_EDGES = 0.9

/** How to measure. */
export interface TableReportOptions {
  readonly out: string
  readonly only: string
  readonly quiet: boolean
  /** Whether LibreOffice prints the DOCX, too. */
  readonly office: boolean
}

interface Tally {
  words: number
  broken: string[]
  edges: number
  near: number
}

/** Measures all manners; gives the number of faults. */
export async function reportTables({ out, only, quiet, office }: TableReportOptions): Promise<number> {
  await mkdir(out, { recursive: true })
  const manners = MANNERS.filter(({ name }) => name.includes(only))
  const paths: string[] = []
  for (const manner of manners) {
    const name = manner.name.replace(/ /g, '-')
    const html = matrixPage(manner, fontFaces(), FALLBACK)
    const path = join(out, `${name}.html`)
    await writeFile(path, html)
    paths.push(path)
    const { bytes } = await convertFile(html, { from: 'html', to: 'docx' })
    await writeFile(join(out, `${name}.docx`), bytes)
    await writeFile(join(out, `${name}.pdf`), (await convertFile(bytes, { from: 'docx', to: 'pdf' })).bytes)
  }
  const browser = await layOutInBrowser(paths, WINDOW)
  const kinds = office ? ['pdf', 'office.pdf'] : ['pdf']
  if (office)
    printInOffice(
      out,
      paths.map((path) => path.replace(/html$/, 'docx')),
    )
  const totals = kinds.map((): Tally => ({ words: 0, broken: [], edges: 0, near: 0 }))
  for (const [index, manner] of manners.entries()) {
    const line = kinds.map((kind, which) => {
      const path = (paths[index] ?? '').replace(/html$/, kind)
      const tally = compare(browser[index] ?? [], readPrintedTables(path, SCRIPTS.length), manner.name)
      const total = totals[which]
      if (total !== undefined) add(total, tally)
      return `${kind === 'pdf' ? 'ours' : 'office'} ${describe(tally)}`
    })
    if (!quiet) console.log(`${manner.name.padEnd(18)} ${line.join('   ')}`)
  }
  for (const [which, total] of totals.entries()) {
    console.log(`${which === 0 ? 'our PDF' : "LibreOffice's PDF"}: ${describe(total)}`)
    for (const word of total.broken) console.log(`  ${word}`)
  }
  return totals.reduce((sum, { broken, near, edges }) => sum + broken.length + (near < LEAST_EDGES * edges ? 1 : 0), 0)
}

function printInOffice(out: string, paths: readonly string[]): void {
  const target = join(out, 'office')
  const profile = `-env:UserInstallation=file://${join(out, 'profile')}`
  const convert = ['--headless', '--convert-to', 'pdf', '--outdir', target]
  spawnSync('soffice', [profile, ...convert, ...paths], {
    timeout: 600_000,
    env: { ...process.env, FONTCONFIG_FILE: writeFontConfig(out) },
  })
  for (const path of paths) {
    const name = path.split('/').at(-1)?.replace(/docx$/, 'pdf') ?? ''
    spawnSync('mv', [join(target, name), join(out, name.replace(/pdf$/, 'office.pdf'))])
  }
}

/** Faces before those of East Asia, which have wider signs than the others. */
const EAST_ASIAN = 4

/** Lets LibreOffice use the fonts of the package in place of those that the document names. */
function writeFontConfig(out: string): string {
  const path = join(out, 'fonts.conf')
  // What the faces lack is taken from the same ones as here.
  const others = FACES.filter(([family]) => family.startsWith('F ')).map(([, , file]) =>
    file.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
  )
  const alias = FACES.filter(([family]) => !family.startsWith('F '))
    .map(([family, , file]) => {
      const last = family === 'Courier New' ? ['DejaVu Sans Mono', 'DejaVu Sans'] : ['DejaVu Sans']
      const chosen = [file, ...others.slice(0, EAST_ASIAN), ...last, ...others.slice(EAST_ASIAN)]
        .map((name) => `<family>${name}</family>`)
        .join('')
      return `<alias binding="same"><family>${family}</family><prefer>${chosen}</prefer></alias>`
    })
    .join('')
  const xml = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>
<dir>${PACKAGES}/@expo-google-fonts</dir><dir>${PACKAGES}/dejavu-fonts-ttf</dir><cachedir>${join(out, 'fonts')}</cachedir>${alias}</fontconfig>`
  spawnSync('tee', [path], { input: xml })
  return path
}

function compare(
  browser: readonly BrowserTable[],
  printed: readonly (PrintedTable | undefined)[],
  manner: string,
): Tally {
  const tally: Tally = { words: 0, broken: [], edges: 0, near: 0 }
  for (const [index, shown] of browser.entries()) {
    const ours = printed[index]
    const script = SCRIPTS[index]
    if (script === undefined) continue
    if (ours === undefined) {
      tally.broken.push(`${manner}, ${script.name}: the marks were not found`)
      continue
    }
    for (const [column, left] of shown.marks.entries()) {
      const shift = (ours.marks[column] ?? 0) - MARGIN - left
      if (shown.isTooWide) continue
      tally.edges++
      if (Math.abs(shift) <= EDGE) tally.near++
    }
    for (const [column, lines] of shown.lines.entries()) {
      tally.words += shown.whole[column]?.length ?? 0
      // A cell of running text may have more lines by right.
      const isSingle = column !== 2
      if (isSingle && script.isBreakable !== true && (ours.lines[column] ?? 0) > lines)
        tally.broken.push(
          `${manner}, ${script.name}: ${ours.lines[column]} lines for ${lines} in column ${column + 1}: ${ours.words[column]?.join(' ')}`,
        )
    }
  }
  return tally
}

function add(total: Tally, { words, broken, edges, near }: Tally): void {
  total.words += words
  total.broken.push(...broken)
  total.edges += edges
  total.near += near
}

function describe({ words, broken, edges, near }: Tally): string {
  return `${broken.length} of ${words} words broken, ${((100 * near) / Math.max(1, edges)).toFixed(1)} % of edges near`
}

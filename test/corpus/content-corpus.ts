/**
 * Compares the glyphs that the content interpreter finds with those of MuPDF, over a folder of documents:
 * `tsx test/corpus/content-corpus.ts DIR [odd|even] [--list]`.
 *
 * A glyph of MuPDF counts as found when one of ours has its origin within a point, and as agreeing when both say the same
 * character.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContentBudget } from '../../src/ink/content/content-budget.js'
import { ContentReader } from '../../src/ink/content/content-reader.js'
import { SpatialIndex } from '../../src/ink/content/spatial-index.js'
import { sameCharacters } from '../../src/ink/fonts/glyph-meaning.js'
import type { VisibleGlyph } from '../../src/ink/text/visible-text.js'
import { getPage } from '../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { nameOf, numberOf, PdfDict, PdfStream } from '../../src/pdf/objects.js'

interface PeerGlyph {
  readonly x: number
  readonly y: number
  readonly text: string
}

const PAGES = 3
const [folder = '', half = 'all', ...flags] = process.argv.slice(2)

/** Glyphs of a page by `mutool`, in its coordinates: from the top left corner of the shown box. */
function peerGlyphs(file: string, page: number): PeerGlyph[] {
  const xml = execFileSync('mutool', ['draw', '-q', '-F', 'stext', '-o', '-', file, String(page + 1)], {
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
  }).toString('utf8')
  const glyphs: PeerGlyph[] = []
  for (const [, x, y, c] of xml.matchAll(/<char quad="[^"]*" x="([^"]*)" y="([^"]*)"[^>]* c="([^"]*)"/g)) {
    glyphs.push({ x: Number(x), y: Number(y), text: unescapeXml(c ?? '') })
  }
  return glyphs
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}

function open(bytes: Uint8Array): PdfDocument {
  try {
    return PdfDocument.open(bytes)
  } catch {
    return PdfDocument.openRebuilt(bytes)
  }
}

const sum = { files: 0, peer: 0, found: 0, agreed: 0, differ: 0, unsaid: 0, ms: 0, operators: 0 }
const trusts = new Map<string, number>()
const unknowns = new Map<string, number>()
for (const [i, name] of readdirSync(folder).sort().entries()) {
  if (!name.endsWith('.pdf') || (half === 'odd' && i % 2 === 0) || (half === 'even' && i % 2 === 1)) continue
  const file = join(folder, name)
  try {
    compareFile(file, name)
  } catch (error) {
    console.log(`${name}: ${String(error).slice(0, 120)}`)
  }
}
console.log(sum)
console.log([...trusts].sort((a, b) => b[1] - a[1]))
console.log([...unknowns].sort((a, b) => b[1] - a[1]).slice(0, 40))

function compareFile(file: string, name: string): void {
  const document = open(new Uint8Array(readFileSync(file)))
  const budget = createContentBudget()
  const reader = new ContentReader(document, budget)
  const own = { peer: 0, found: 0, agreed: 0, differ: 0, unsaid: 0, ms: 0 }
  const examples: string[] = []
  const notes = new Set<string>()
  for (let index = 0; index < PAGES; index++) {
    const page = getPage(document, index)
    if (page === undefined) break
    const start = performance.now()
    const drawing = reader.page(page.dict)
    const visible = reader.visible(drawing)
    own.ms += performance.now() - start
    for (const { code, detail, path } of drawing.unknown) {
      notes.add(`${code}: ${detail}`)
      if (flags.includes('--where')) notes.add(`   at ${path}`)
    }
    const shown = [...visible, ...annotationGlyphs(reader, page.dict)]
    const origins = new SpatialIndex(shown, ({ glyph }) => {
      const [, , , , e, f] = glyph.matrix
      return [e, f, e, f]
    })
    const [left, bottom, right, top] = page.box
    const unit = numberOf(document.lookup(page.dict, 'UserUnit')) ?? 1
    for (const peer of peerGlyphs(file, index)) {
      const [x, y] = turn({ ...peer, x: peer.x / unit, y: peer.y / unit }, page.rotation, right - left, top - bottom)
      own.peer++
      const near = origins.query([left + x - 1, bottom + y - 1, left + x + 1, bottom + y + 1])
      if (near.length === 0) {
        if (peer.text.trim() === '') own.peer--
        else if (examples.length < 8) examples.push(`missing "${peer.text}" at ${x.toFixed(1)},${y.toFixed(1)}`)
        continue
      }
      own.found++
      const best = near.find((glyph) => agrees(glyph, peer.text)) ?? (near[0] as VisibleGlyph)
      trusts.set(best.meaning.trust, (trusts.get(best.meaning.trust) ?? 0) + 1)
      if (best.text === undefined) own.unsaid++
      else if (agrees(best, peer.text)) own.agreed++
      else {
        own.differ++
        if (examples.length < 8) examples.push(`"${best.text}" for "${peer.text}"`)
      }
      if (best.meaning.trust === 'contradicted' && examples.length < 8) {
        const { claimed, encoded, drawn } = best.meaning
        examples.push(
          `contradicted: claimed "${claimed}", encoded "${encoded}", drawn ${JSON.stringify(drawn)}, peer "${peer.text}"`,
        )
      }
    }
  }
  for (const note of notes) unknowns.set(note, (unknowns.get(note) ?? 0) + 1)
  sum.files++
  for (const key of ['peer', 'found', 'agreed', 'differ', 'unsaid', 'ms'] as const) sum[key] += own[key]
  sum.operators += createContentBudget().operators - budget.operators
  const isClean = own.found === own.peer && own.differ === 0 && own.unsaid === 0
  if (!isClean || flags.includes('--list')) {
    console.log(
      `${name}: ${own.peer} glyphs, ${own.found} found, ${own.differ} differ, ${own.unsaid} unsaid, ${own.ms.toFixed(0)} ms`,
    )
    for (const example of examples) console.log(`    ${example}`)
    for (const note of notes) console.log(`    ${note}`)
  }
}

/** Glyphs of the appearances of a page's annotations, those excepted that are hidden. */
function annotationGlyphs(reader: ContentReader, page: PdfDict): VisibleGlyph[] {
  const { document } = reader
  return (document.lookupArray(page, 'Annots') ?? []).flatMap((item) => {
    const annotation = document.resolve(item)
    if (!(annotation instanceof PdfDict) || ((numberOf(document.lookup(annotation, 'F')) ?? 0) & 2) !== 0) return []
    const [a = 0, b = 0, c = 0, d = 0] = (document.lookupArray(annotation, 'Rect') ?? []).map(
      (number) => numberOf(document.resolve(number)) ?? 0,
    )
    const normal = document.resolve(document.lookupDict(annotation, 'AP')?.get('N'))
    const state = nameOf(document.lookup(annotation, 'AS')) ?? ''
    const stream = normal instanceof PdfDict ? document.lookup(normal, state) : normal
    if (!(stream instanceof PdfStream)) return []
    const drawing = reader.appearance(stream, [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)])
    return reader.visible(drawing)
  })
}

function agrees({ text, meaning }: VisibleGlyph, peer: string): boolean {
  const same = (own: string | undefined) =>
    own !== undefined && (sameCharacters(own, peer) || own.normalize('NFKC').includes(peer))
  return same(text) || (text === undefined && same(meaning.claimed))
}

/** From the top left corner of a page as it is shown to the bottom left corner before it was rotated. */
function turn({ x, y }: PeerGlyph, rotation: number, width: number, height: number): [number, number] {
  if (rotation === 90) return [y, x]
  if (rotation === 180) return [width - x, y]
  return rotation === 270 ? [width - y, height - x] : [x, height - y]
}

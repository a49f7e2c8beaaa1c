import type { DisplayList } from './display-list.js'
import type { FaceGlyph, FontFace } from './font-face.js'

/** The characters of one face that a document uses, and the codes that its content streams write for them. */
export interface FontUsage {
  /** Name in the page's font resources. */
  readonly resourceName: string
  /** In the order of their numbers: the first one is CID 1 and glyph 1 of the subset (0 is .notdef). */
  readonly glyphs: readonly FaceGlyph[]
  /** Four hexadecimal digits by glyph. */
  readonly codes: ReadonlyMap<FaceGlyph, string>
}

/**
 * Collects what the pages use of each face. Characters are numbered in the order of their code points, so two
 * documents with the same characters have the same subset. Those that share a glyph get numbers of their own, so that
 * copied text is exactly what was set.
 */
export function collectFontUsage(pages: readonly DisplayList[]): Map<FontFace, FontUsage> {
  const used = new Map<FontFace, Set<FaceGlyph>>()
  for (const list of pages) {
    for (const item of list) {
      if (item.kind !== 'text') continue
      for (let i = item.from; i < item.to; i++) {
        const glyph = item.text.glyphs[i]
        if (glyph === undefined) break
        const set = used.get(glyph.face)
        if (set === undefined) used.set(glyph.face, new Set([glyph]))
        else set.add(glyph)
      }
    }
  }
  const usages = new Map<FontFace, FontUsage>()
  for (const [face, set] of used) {
    const glyphs = [...set].sort((a, b) => a.codePoint - b.codePoint)
    const codes = new Map(glyphs.map((glyph, index) => [glyph, (index + 1).toString(16).padStart(4, '0')]))
    usages.set(face, { resourceName: `F${usages.size + 1}`, glyphs, codes })
  }
  return usages
}

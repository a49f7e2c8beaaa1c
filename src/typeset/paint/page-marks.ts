/**
 * Links, bookmarks and headings found while pages are painted.
 *
 * @module
 */

import type { LinkTarget } from '../model/document-model.js'
import type { StructureNode } from '../structure/structure-node.js'
import type { ContentTagger } from './content-tagger.js'

/** The rectangle of a link, in twips from the top of its page. */
export interface PlacedLink {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly target: LinkTarget
  /** Structure element of the link, if the file is tagged. */
  readonly node?: StructureNode
}

/** A position on a page. */
export interface Place {
  readonly page: number
  readonly y: number
  /** Structure element at that position, if the file is tagged. */
  readonly node?: StructureNode
}

export interface PlacedHeading extends Place {
  readonly level: number
  readonly title: string
}

/** Collects the links, bookmarks and headings of all pages while they are painted. */
export class PageMarks {
  /** Links of each page. */
  readonly links: PlacedLink[][] = []
  readonly bookmarks = new Map<string, Place>()
  readonly headings: PlacedHeading[] = []
  /** Adds the content of pages to the structure; left out: the content is not tagged. */
  readonly tagger: ContentTagger | undefined

  constructor(tagger?: ContentTagger) {
    this.tagger = tagger
  }

  /** Starts the next page. */
  startPage(): void {
    this.links.push([])
  }

  /** Adds a link. Adjacent areas on a line with the same target are joined. */
  addLink(area: Omit<PlacedLink, 'node'>): void {
    const node = this.tagger?.linkFor(area.target)
    const link: PlacedLink = node === undefined ? area : { ...area, node }
    const links = this.links.at(-1)
    if (links === undefined || !(link.width > 0 && link.height > 0)) return
    const last = links.at(-1)
    if (
      last !== undefined &&
      last.node === link.node &&
      isSameTarget(last.target, link.target) &&
      touches(last, link)
    ) {
      const right = Math.max(last.x + last.width, link.x + link.width)
      const bottom = Math.max(last.y + last.height, link.y + link.height)
      const [x, y] = [Math.min(last.x, link.x), Math.min(last.y, link.y)]
      links[links.length - 1] = { ...last, x, y, width: right - x, height: bottom - y }
    } else links.push(link)
  }

  /** Adds a bookmark. The first position of a name counts. */
  addBookmark(name: string, y: number): void {
    if (this.bookmarks.has(name)) return
    const place = { page: this.links.length - 1, y }
    this.bookmarks.set(name, place)
    this.tagger?.locate((node) => this.bookmarks.set(name, { ...place, node }))
  }

  addHeading(level: number, title: string, y: number): void {
    const heading = { level, title, page: this.links.length - 1, y }
    const index = this.headings.push(heading) - 1
    this.tagger?.locate((node) => {
      this.headings[index] = { ...heading, node }
    })
  }
}

function isSameTarget(a: LinkTarget, b: LinkTarget): boolean {
  if ('url' in a) return 'url' in b && a.url === b.url
  return 'bookmark' in b && a.bookmark === b.bookmark
}

/** Whether two areas are on one line, at most a point apart. */
function touches(a: PlacedLink, b: PlacedLink): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (overlap < 0.5 * Math.min(a.height, b.height)) return false
  return b.x <= a.x + a.width + 20 && a.x <= b.x + b.width + 20
}

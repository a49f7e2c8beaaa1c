/**
 * Background colour of single pages: a picture in their header, behind the content. Word only has a colour for all pages.
 *
 * @module
 */

import type { FlowBlock, PageSetup } from '../../docx-writer/flow-document.js'
import { writePng } from '../../docx-writer/write-png.js'

/** A picture of one colour in page size, in a line of minimal height. */
export function behindPage(color: string, { width, height }: PageSetup): FlowBlock[] {
  return [
    {
      kind: 'paragraph',
      style: 'body',
      format: { spaceBefore: 0, spaceAfter: 0, lineSpacing: { exact: 20 } },
      inlines: [
        { kind: 'image', bytes: onePixel(color), type: 'png', width, height, description: '', isBehindPage: true },
      ],
    },
  ]
}

function onePixel(color: string): Uint8Array {
  const data = Uint8Array.from([0, 2, 4], (at) => Number.parseInt(color.slice(at, at + 2), 16))
  return writePng({ kind: 'raster', width: 1, height: 1, colors: 'rgb', bits: 8, encoding: 'raw', data })
}

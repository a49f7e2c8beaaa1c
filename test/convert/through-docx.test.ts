/**
 * HTML and Markdown to PDF: what the DOCX of the same source gives, though no DOCX is written.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { openPackage } from '../../src/ooxml/package/package.js'
import { PartFiles } from '../../src/ooxml/package/part-files.js'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const SOURCES = {
  md: `---\ntitle: A report\n---\n\n# One\n\nText[^1] and [a link](https://example.com/), $x^2$.\n\n[^1]: A note.\n\n![p](${PIXEL})\n\n- [x] done\n\n|a|b|\n|-|-|\n|1|2|\n`,
  html: `<title>A page</title><style>@page{@bottom-center{content:counter(page)}} p{color:#123456}</style><h1 id="a">One</h1><p>Text <a href="#a">up</a><img src="${PIXEL}" alt="p"><ol><li>a</ol><svg width="9" height="9"><rect width="5" height="5"/></svg>`,
} as const

describe('HTML and Markdown to PDF', () => {
  it.each(['md', 'html'] as const)('give byte for byte what their DOCX gives: %s', async (from) => {
    const docx = await convertFile(SOURCES[from], { from, to: 'docx' })
    const through = await convertFile(docx.bytes, { from: 'docx', to: 'pdf' })
    const direct = await convertFile(SOURCES[from], { from, to: 'pdf' })
    expect(Buffer.compare(direct.bytes, through.bytes)).toBe(0)
    expect(direct.warnings).toEqual([...new Set([...docx.warnings, ...through.warnings])])
  })
})

describe('the files of a package in memory', () => {
  const bytes = new TextEncoder().encode('<a/>')

  it('are within the limits of an archive, each counted once', () => {
    const budget = { remaining: 4 }
    const files = new PartFiles([{ name: 'a.xml', bytes }], budget)
    expect([files.read('a.xml'), files.read('a.xml'), files.read('b.xml')]).toEqual([bytes, bytes, undefined])
    expect(() => new PartFiles([{ name: 'b.xml', bytes }], budget).read('b.xml')).toThrow(/larger than the limit/)
  })

  it('are refused where they are no document, as those of an archive are', () => {
    expect(() => openPackage([{ name: 'a.xml', bytes }])).toThrow(/no Word document in it/)
  })
})

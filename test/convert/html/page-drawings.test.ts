/**
 * Drawings inside of a page: style sheets hold for them, and they use parts of each other.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { openPackage } from '../../../src/ooxml/package/package.js'

/** The first drawing of a page, as it stands in the DOCX, and the warnings. */
async function drawingOf(html: string) {
  const { bytes, warnings } = await convertFile(html, { from: 'html', to: 'docx' })
  const part = openPackage(bytes).part('/word/media/image1.svg')
  return { xml: new TextDecoder().decode(part), warnings }
}

describe('a drawing inside of a page', () => {
  it('has the colour, the font and the size of the text around it', async () => {
    const { xml } = await drawingOf(
      '<style>p{color:#0a0;font:italic 20px Georgia}</style><p><svg width="9" height="9"><path fill="currentColor" d="M0 0h9v9z"/></svg></p>',
    )
    expect(xml).toMatch(
      /^<svg [^>]*style="color:#00AA00;font-family:&apos;Georgia&apos;;font-size:20px;"|^<svg [^>]*style="color:#00AA00;font-family:'Georgia';font-size:20px;"/,
    )
  })

  it('looks as style sheets of the page say, with variables, colours that all programs know, and what is important last', async () => {
    const { xml } = await drawingOf(
      '<style>:root{--brand:rgb(124 58 237)}.bar{fill:var(--brand);width:3px}g .bar:nth-child(2){fill:oklch(0% 0 0)}circle{stroke:red!important}</style>' +
        '<svg width="9" height="9"><g><rect class="bar" width="1" height="1"/><rect class="bar" width="2" height="2"/></g><circle r="3" style="stroke:blue;fill:none"/></svg>',
    )
    expect(xml).toContain('<rect class="bar" width="1" height="1" style="fill:#7C3AED;">')
    expect(xml).toContain('<rect class="bar" width="2" height="2" style="fill:#7C3AED;fill:#000000;">')
    expect(xml).toContain('style="stroke:#0000FF;fill:none;stroke:#FF0000;"')
  })

  it('takes symbols, and what these use, from other drawings of the page', async () => {
    const { xml } = await drawingOf(
      '<svg style="display:none"><linearGradient id="g"><stop stop-color="red"/></linearGradient><symbol id="tick" viewBox="0 0 9 9"><path d="M1 1L8 8" stroke="url(#g)"/></symbol></svg>' +
        '<p><svg width="9" height="9"><use href="#tick"/></svg></p>',
    )
    expect(xml).toMatch(/<defs><symbol id="tick".*<linearGradient id="g">.*<\/defs><use href="#tick">/)
    const own = await drawingOf(
      '<svg id="s" width="9" height="9"><use href="#s"/><use href="#none"/><g id="a"/><use href="#a"/></svg>',
    )
    expect(own.xml).not.toContain('<defs>')
  })

  it('keeps the text of HTML in it, and says what it does not show', async () => {
    const { xml, warnings } = await drawingOf(
      '<svg width="99" height="99"><foreignObject x="10" y="20" width="40" height="30"><div>Order <b>placed</b></div></foreignObject><image href="data:image/png;base64,AA==" width="9" height="9"/></svg>',
    )
    expect(xml).toContain('<text x="30" y="35" text-anchor="middle" dominant-baseline="central">Order placed</text>')
    expect(xml).not.toContain('<div')
    expect(xml).not.toContain('<image')
    expect(warnings).toEqual([
      'HTML inside of a drawing is shown as one line of text.',
      'A picture inside of a drawing is not shown.',
    ])
  })

  it('is as large as its attributes say, in their units', async () => {
    const sizeOf = async (attributes: string) => {
      const { document } = await readHtml(`<p><svg ${attributes} viewBox="0 0 10 10"><path d="M0 0h9"/></svg></p>`)
      const [block] = document.blocks
      const [image] = block?.kind === 'paragraph' ? block.inlines : []
      return image?.kind === 'image' ? [image.width, image.height] : undefined
    }
    expect(await sizeOf('width="30pt" height="15pt"')).toEqual([600, 300])
    expect(await sizeOf('width="1cm" height="1in"')).toEqual([567, 1440])
    expect(await sizeOf('width="30" height="20px"')).toEqual([450, 300])
  })

  it('leads nowhere outside of the page, whatever style sheets say', async () => {
    const { xml } = await drawingOf(
      '<style>rect{fill:url(https://example.com/a.svg#b)}</style><svg width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    expect(xml).not.toContain('example.com')
  })
})

it('says which parts of a drawing are not shown', async () => {
  const svg =
    '<svg width="9" height="9"><mask id="m"/><pattern id="p"/><g filter="url(#f)"><rect width="9" height="9" fill="url(#p)"/></g><rect mask="url(#m)" width="9" height="9"/></svg>'
  const image = `<img src="data:image/svg+xml,${encodeURIComponent(svg)}">`
  const pdf = await convertFile(image, { from: 'html', to: 'pdf' })
  expect(pdf.warnings).toEqual(['A drawing (SVG) is shown without some of its parts: filter, pattern, mask.'])
  const docx = await convertFile(image, { from: 'html', to: 'docx' })
  expect(docx.warnings).toEqual([
    'Programs that do not know SVG show a drawing without some of its parts: filter, pattern, mask.',
  ])
})

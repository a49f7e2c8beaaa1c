/**
 * Colours of code.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import { CODE_COLORS, createHighlighter } from '../../../src/convert/markdown/highlight-code.js'
import { structureOfDocx } from '../../corpus/markup/structure-of-docx.js'
import { partOf } from '../docx-writer/part-of.js'

async function convert(markdown: string) {
  const { bytes } = await convertFile(new TextEncoder().encode(markdown), { from: 'md', to: 'docx' })
  return { xml: partOf(bytes, '/word/document.xml'), lines: structureOfDocx(bytes, 'https://docx.invalid/') }
}

const CODE = 'const a = "x < y & z" // why\n\n  if (a) return 1'

describe('code in Markdown', () => {
  it('has the colours of its language, and all of its text', async () => {
    const { xml, lines } = await convert(`\`\`\`js\n${CODE}\n\`\`\`\n`)
    expect(lines).toEqual([`pre ${CODE}`])
    expect(xml).toMatch(/<w:color w:val="0B5394"\/>(?:<[^>]*>)*const</)
    expect(xml).toMatch(/<w:color w:val="59636E"\/>(?:<[^>]*>)*\/\/ why</)
  })

  it('is plain where a line is longer than 2,000 characters, which takes the square of that', () => {
    const highlight = createHighlighter()
    expect(highlight?.(`if\n${'x'.repeat(2000)}`, 'js')).toContain('hljs-keyword')
    expect(highlight?.(`if\n${'x'.repeat(2001)}`, 'js')).toBeUndefined()
  })

  it.each(['', 'unheard-of', '{.js}'])('is plain where its language is not known: %j', async (language) => {
    const { xml, lines } = await convert(`~~~${language}\n${CODE}\n~~~\n`)
    expect(lines).toEqual([`pre ${CODE}`])
    expect(xml).not.toContain('<w:color')
  })

  it('cannot bring markup in', async () => {
    const { lines } = await convert('```html\n<b onclick="x">&lt;</b><script>\n```\n')
    expect(lines).toEqual(['pre <b onclick="x">&lt;</b><script>'])
  })

  it('stays plain past the limit of one document', () => {
    const highlight = createHighlighter()
    const long = 'let a = 1\n'.repeat(30_000)
    expect(highlight?.(long, 'js')).toContain('hljs-keyword')
    expect(highlight?.(long, 'js')).toBeUndefined()
  })

  it('is legible: every colour has a contrast of 4.5 to 1 on a light grey', () => {
    const light = luminance('f3f3f3')
    const colors = [...CODE_COLORS.matchAll(/color:#([\da-f]{6})/g)].map(([, color = '']) => color)
    expect(colors.length).toBeGreaterThan(4)
    for (const color of colors) expect((light + 0.05) / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
  })
})

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

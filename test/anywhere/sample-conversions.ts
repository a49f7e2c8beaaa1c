/**
 * Files to be converted everywhere: what takes fonts of several families, scripts and packages.
 *
 * @module
 */

import { makePng, makeRichDocx } from '../convert/support/rich-docx.js'
import type { NamedFile } from './engines.js'

const MARKDOWN = `---
title: A report
lang: en
---

# Findings

Some **bold**, *slanted* and \`fixed\` text, a [link](https://example.org), and a footnote[^1].

| Item | Price |
|:-----|------:|
| Tea  |  1.20 |
| Cake | 13.50 |

1. one
2. two
   - nested

\`\`\`js
const answer = 6 * 7 // of what?
\`\`\`

$$\\frac{a^2}{\\sqrt{b}} \\le \\sum_{i=1}^n x_i$$

[^1]: At the foot.
`

const PAGE = `<!doctype html><html lang="de"><head><title>Seite</title><style>
body { font-family: Georgia, serif; font-size: 11pt; hyphens: auto; text-align: justify }
h1 { color: #0b5394; border-bottom: 2px solid; letter-spacing: 1px }
.row { display: flex; gap: 12px } .row div { flex: 1; background: #eee; padding: 6px }
img { float: right; width: 60px } td { border: 1px solid #999; padding: 3px }
@page { size: A5; margin: 15mm }
</style></head><body><h1>Überschrift</h1>
<p><img alt="Bild" src="data:image/png;base64,${Buffer.from(makePng(8, 8)).toString('base64')}">Donaudampfschifffahrtsgesellschaft und
Rechtsschutzversicherungen, immer wieder Rechtsschutzversicherungen neben Bundesausbildungsförderungsgesetzen.</p>
<div class="row"><div>links</div><div>rechts</div></div>
<table><tr><td rowspan="2">A</td><td>B</td></tr><tr><td>C</td></tr></table>
<ol type="a"><li>eins<li>zwei</ol></body></html>`

const SCRIPTS = `# Scripts

สวัสดีชาวโลก นี่คือประโยคภาษาไทย

مرحبا بالعالم ونص عربي

नमस्ते दुनिया

你好，世界。한국어 문장입니다.

Снова и снова. Πάλι. ½ → ∞ ☺ 😀
`

/** Each is named by what becomes what, and why. */
export function makeSampleConversions(): NamedFile[] {
  const text = (content: string) => new TextEncoder().encode(content)
  return [
    ['md to pdf: a table, code and mathematics', text(MARKDOWN)],
    ['md to docx: a table, code and mathematics', text(MARKDOWN)],
    ['md to pdf: scripts with fonts of their own', text(SCRIPTS)],
    ['html to pdf: a page with styles', text(PAGE)],
    ['html to docx: a page with styles', text(PAGE)],
    ['docx to pdf: lists, headers, notes, charts and shapes', makeRichDocx()],
    ['docx to pdf: damaged', makeRichDocx().subarray(0, 900)],
  ]
}

/**
 * What browsers do not show is not shown: closed elements, stand-ins for media, and text that is clipped away or off the page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf } from './flow-text.js'

async function read(html: string): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const { document, warnings } = await readHtml(html)
  const lines = paragraphsOf(document.blocks).map(({ inlines }) => inlineText(inlines))
  return { text: lines.filter((line) => line !== '').join('|'), warnings }
}

/** A page, the text that shows, and the warnings. */
const ELEMENTS: readonly (readonly [html: string, text: string, warnings: readonly unknown[]])[] = [
  ['<dialog>x</dialog>', '', ['The text of 1 closed "dialog" element is not shown: the attribute "open" shows it.']],
  ['<dialog open>x</dialog>', 'x', []],
  ['<dialog> <b></b> </dialog>', '', []],
  ['<style>dialog { display: block }</style><dialog>x</dialog>', 'x', []],
  [
    '<details><summary>a</summary>b<p>c</details><details>d<summary>e</summary><summary>f</summary></details>',
    'a|e',
    ['The text of 2 closed "details" elements is not shown: the attribute "open" shows it.'],
  ],
  ['<details open><summary>a</summary>b</details>', 'a|b', []],
  ['<details style="display:flex"><summary>a</summary>b<br>c</details>', 'a', [expect.stringContaining('"details"')]],
  ['<div popover>x</div><p popover=manual>y</p>', '', []],
  ['<dialog open popover>x</dialog>', 'x', []],
  ['<p hidden>x</p><p hidden="">y</p>', '', []],
  ['<p hidden=until-found>x</p>', '', []],
  ['<p hidden style="display:block">x</p>', 'x', []],
  ['<datalist><option>x</option></datalist><template>y</template>', '', []],
  ['<noscript>x</noscript><object data=x>y</object>', 'xy', []],
  ...['audio', 'canvas', 'meter', 'progress', 'video'].map(
    (tag) => [`<p>a</p><${tag}><p>x</p></${tag}>`, 'a', [`Embedded content was left out: ${tag}`]] as const,
  ),
  ['<video src="film.mp4">x</video>', '', ['Embedded content was left out: film.mp4']],
  ['<div style="display:flex">a<video>x</video>b</div>', 'a|b', ['Embedded content was left out: video']],
]

describe('Elements', () => {
  it.each(ELEMENTS)('%s', async (html, text, warnings) => {
    expect(await read(html)).toEqual({ text, warnings })
  })
})

/** Declarations that hide a block, and what is nearly the same and hides nothing. */
const DECLARATIONS: readonly (readonly [hides: string, shows: string])[] = [
  ['content-visibility: hidden', 'content-visibility: auto'],
  ['opacity: 0.01', 'opacity: 0.02'],
  ['overflow: hidden; height: 1px', 'overflow: hidden; height: 2px'],
  ['overflow: hidden; max-height: 0', 'overflow: hidden; max-height: 0; padding: 9px 0'],
  ['overflow: hidden; max-width: 0', 'max-width: 0; overflow: visible'],
  ['position: absolute; clip: rect(1px, 1px, 1px, 1px)', 'clip: rect(1px, 1px, 1px, 1px)'],
  ['position: absolute; clip: rect(0 1px 9px 0)', 'position: absolute; clip: rect(0 2px 9px 0)'],
  ['clip-path: inset(50%)', 'clip-path: inset(49%)'],
  ['clip-path: inset(0 60% 0 40%)', 'clip-path: inset(0 60% 0 39%)'],
  ['clip-path: inset(100% round 4px)', 'clip-path: none'],
  ['clip-path: circle(0)', 'clip-path: circle(0.5px)'],
  ['clip-path: polygon(0 0, 0 0, 0 0)', 'clip-path: polygon(0 0, 9px 0, 0 9px)'],
  ['transform: scale(0)', 'transform: scale(0.5)'],
  ['transform: rotate(5deg) scaleX(0)', 'transform: rotate(90deg)'],
  ['transform: rotateY(90deg)', 'transform: rotateY(80deg)'],
  ['transform: matrix(0, 0, 0, 0, 5, 5)', 'transform: matrix(1, 0, 0, 1, 0, 0)'],
  ['transform: translateX(-934px)', 'transform: translateX(-933px)'],
  ['scale: 1 0', 'scale: 1 0.5'],
  ['rotate: y 90deg', 'rotate: 90deg'],
  ['translate: -9999px', 'translate: -50px'],
  ['filter: blur(1px) opacity(0%)', 'filter: opacity(50%)'],
  ['position: absolute; left: -934px', 'position: absolute; left: -933px'],
  ['position: relative; left: -9999px', 'position: static; left: -9999px'],
  ['position: fixed; top: -9999px', 'position: sticky; top: -9999px'],
  [
    'position: fixed; left: -310px; width: 300px; padding: 0 5px',
    'position: fixed; left: -310px; width: 301px; padding: 0 5px',
  ],
  ['position: fixed; right: 0; transform: translateX(100%)', 'position: fixed; right: 0; transform: translateX(99%)'],
  [
    'position: fixed; left: 0; width: 100%; max-width: 250px; transform: translateX(-250px)',
    'position: fixed; left: 0; width: 100%; max-width: 250px; transform: translateX(-249px)',
  ],
  [
    'position: fixed; right: 0; width: 300px; max-width: 400px; transform: translateX(300px)',
    'position: fixed; right: 0; width: 300px; max-width: 400px; transform: translateX(-300px)',
  ],
  ['position: fixed; top: -40px; height: 40px; left: 0', 'position: absolute; top: -40px; height: 40px; left: 0'],
  [
    'position: fixed; left: -50px; width: 50px; padding: 9px; box-sizing: border-box',
    'position: fixed; left: -50px; width: 50px; padding: 9px',
  ],
  ['text-indent: -481px', 'text-indent: -480px'],
  ['text-indent: 100%; white-space: nowrap; overflow: hidden', 'text-indent: 100%; overflow: hidden'],
  ['display: table-column', 'display: table-cell'],
  ['visibility: collapse', 'visibility: visible'],
]

describe('A block with', () => {
  it.each(DECLARATIONS)('%s is not shown, other than one with %s', async (hides, shows) => {
    const page = (style: string) => `<style>div { ${style} }</style><div>x</div><p>end`
    expect((await read(page(hides))).text).toBe('end')
    expect((await read(page(shows))).text).toMatch(/^(?:x\|end|end\|x)$/)
  })
})

/** A style of a box, that of a span inside of it, and which of their texts shows. */
const REASONS: readonly (readonly [box: string, span: string, text: string])[] = [
  ['visibility: hidden; color: red', '', ''],
  ['color: red; visibility: hidden', '', ''],
  ['font-size: 0; color: red', '', ''],
  ['color: transparent; visibility: visible', '', ''],
  ['color: transparent; color: red', '', 'ab'],
  ['visibility: hidden', 'color: red', ''],
  ['visibility: hidden', 'visibility: visible', 'b'],
  ['color: transparent', 'color: red', 'b'],
  ['color: transparent', 'visibility: visible', ''],
  ['font-size: 0', 'font-size: 9pt', 'b'],
]

it.each(REASONS)('A reason to hide text does not lift another one: %s, %s', async (box, span, text) => {
  expect((await read(`<style>p { ${box} } b { ${span} }</style><p>a<b>b</b>`)).text).toBe(text)
})

it('Text through which its background is seen is shown, whatever its own colour is', async () => {
  const css = 'background: linear-gradient(red, blue); background-clip: text'
  expect((await read(`<p style="${css}; color: transparent">a<b>b</b>`)).text).toBe('ab')
  expect((await read(`<p style="color: red; -webkit-text-fill-color: transparent; ${css}">a`)).text).toBe('a')
})

it('What stands in a line cuts nothing off, and cells grow', async () => {
  const flat = 'overflow:hidden;height:0;text-indent:-9999px;content-visibility:hidden;transform:scale(0)'
  expect((await read(`<p><span style="${flat}">x</span>`)).text).toBe('x')
  expect((await read('<table><tr><td style="overflow:hidden;height:0">x</table>')).text).toBe('x')
})

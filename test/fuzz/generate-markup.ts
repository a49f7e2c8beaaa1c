/**
 * Generates HTML and Markdown that nobody would write.
 *
 * @module
 */

import type { Random } from '../support/mutate.js'

export const TAGS =
  'p div span b i u s em strong code pre kbd mark sub sup small h1 h2 h3 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th blockquote hr br a img svg math mi mn mo mfrac msqrt mrow figure figcaption details summary form input select option textarea button ruby rt style script template iframe object title base meta font center bdo article section nav unknown-tag'.split(
    ' ',
  )
export const ATTRIBUTES =
  'style class id href src width height colspan rowspan start type value align bgcolor border dir lang color face size alt title cellpadding open checked __proto__ constructor onclick reversed span'.split(
    ' ',
  )
export const VALUES = [
  'flex',
  'grid',
  'inline-block',
  'inline-flex',
  'contents',
  'column',
  'wrap',
  'space-between',
  'repeat(auto-fill, minmax(1px, 1fr))',
  'repeat(999, 1fr 2fr)',
  'span 99 / -1',
  '999999 / 1',
  "'a b' 'a c'",
  'calc(100% - (2em * 3))',
  'linear-gradient(red, rgba(0,0,0,.1))',
  'l0 level2 lfo1',
  '"x" counter(a) attr(id)',
  'both',
  'right',
  '50%',
  '99999px',
  '-99999px',
  '0.01',

  '0',
  '-1',
  '1e9',
  '99999999999999',
  'NaN',
  '100%',
  '2em',
  '12pt',
  'red',
  '#abc',
  'rgb(300,-1,50%)',
  'hsl(1turn 100% 50%)',
  'a b c',
  'x',
  'javascript:alert(1)',
  'http://127.0.0.1:1/x',
  'file:///etc/passwd',
  '#x',
  'data:image/png;base64,AAAA',
  'data:text/html,<b>x',
  'rtl',
  'auto',
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000\u001f\ufffe',
  '"><&',
]
export const DECLARATIONS =
  'color background font font-size font-family line-height margin margin-left padding border border-top width height text-align text-indent text-decoration vertical-align display white-space list-style page-break-before break-inside letter-spacing direction float clear position content counter-reset counter-increment flex flex-wrap flex-direction justify-content align-items order gap grid-template-columns grid-template-areas grid-column grid-row grid-area max-width min-width columns opacity overflow max-height border-spacing background-clip mso-list --x'.split(
    ' ',
  )
export const TEXTS = [
  'word',
  ' ',
  '\n\n',
  '\t',
  '&amp;&lt;&#0;&#x1F;&nbsp;',
  'مرحبا',
  '中文漢字',
  '🎉👩‍👩‍👧',
  '\ud800x\udfff',
  '\u0001\u0008\u000b\ufffe\uffff',
  ']]>',
  '<!--',
  '-->',
  '<![CDATA[',
  '</',
  '<',
  '$x^2$',
  'e\u0301'.repeat(50),
  'x'.repeat(3000),
]
export const MARKS = [
  '# ',
  '###### ',
  '> ',
  '- ',
  '1. ',
  '99999999999. ',
  '    ',
  '```\n',
  '~~~js\n',
  '|a|b|\n|-|:-:|\n|',
  '|',
  '**',
  '*',
  '_',
  '~~',
  '`',
  '``',
  '[',
  '](',
  ')',
  '![',
  '[^1]',
  '[^1]: ',
  '[x]: http://x\n',
  '- [x] ',
  '> [!NOTE]\n> ',
  '$$\n',
  '$',
  '\\frac{',
  '}',
  '---\n',
  '***\n',
  '<div>',
  '</div>',
  '<script>',
  '\n',
  '\n\n',
  '  \n',
  '\\\n',
  'http://a.b ',
  '\\',
  ...[
    '{.a #b c=d}',
    '[a]{.b}',
    '# a {#b}\n',
    '```{.js}\n',
    '::: a\n',
    ':::\n',
    '\n: a\n',
    '\na\n: b\n\n    c\n',
    ': a\n\n| b |\n|-|\n',
  ],
  ...[
    '^[a]',
    '^[',
    '~a~',
    '^a^',
    '==a==',
    '*[a]: b\n',
    ':a:',
    '"',
    "'",
    '---',
    '...',
    '\\(a\\)',
    '\\[',
    '\n[toc]\n\n',
    '\n* a\n{:toc}\n\n',
  ],
  ...['\n[^a]: b\n    c\n', '[^a]', '> [!TIP]\n> - a\n', '```math\na\n```\n', '![a](b)\n\n', '+++\na = "b"\n+++\n'],
]

/** HTML out of pieces that mean something, in places where they mostly do not. */
export function generateHtml(random: Random): string {
  const parts: string[] = []
  const open: string[] = []
  if (random(3) === 0) parts.push(`<style>${generateCss(random)}</style>`)
  for (let i = 5 + random(60); i > 0; i--) {
    const kind = random(10)
    if (kind < 4) {
      const tag = pick(TAGS, random)
      parts.push(`<${tag}${attributes(random)}>`)
      open.push(tag)
    } else if (kind < 6) {
      // Mostly the right end tag, sometimes another one.
      parts.push(`</${random(4) === 0 ? pick(TAGS, random) : (open.pop() ?? 'p')}>`)
    } else {
      parts.push(pick(TEXTS, random))
    }
  }
  return parts.join('')
}

/** Markdown the same way, with HTML in it. */
export function generateMarkdown(random: Random): string {
  const parts: string[] =
    random(5) === 0 ? [`---\ntitle: ${pick(VALUES, random)}\n${pick(VALUES, random)}: x\n---\n`] : []
  for (let i = 5 + random(80); i > 0; i--) {
    const kind = random(8)
    if (kind < 5) parts.push(pick(MARKS, random))
    else if (kind < 7) parts.push(pick(TEXTS, random))
    else parts.push(generateHtml(random).slice(0, 80))
  }
  return parts.join('')
}

function generateCss(random: Random): string {
  const rules: string[] = []
  for (let i = random(8); i > 0; i--) {
    const selector = [
      pick(TAGS, random),
      `.${pick(['a', 'b', 'x'], random)}`,
      '#x',
      '*',
      ':nth-child(2n+1)',
      '[href]',
      '@page',
      '}{',
    ]
    rules.push(
      `${pick(selector, random)}${pick([' ', ' > ', ' ~ ', ',', ''], random)}${pick(TAGS, random)}{${declarations(random)}}`,
    )
  }
  return rules.join('')
}

function attributes(random: Random): string {
  let text = ''
  for (let i = random(4); i > 0; i--) {
    const name = pick(ATTRIBUTES, random)
    const value = name === 'style' ? declarations(random) : pick(VALUES, random)
    text += ` ${name}="${value.replace(/"/g, random(2) === 0 ? '&quot;' : '"')}"`
  }
  return text
}

function declarations(random: Random): string {
  let text = ''
  for (let i = random(5); i > 0; i--)
    text += `${pick(DECLARATIONS, random)}:${pick(VALUES, random)} ${pick(VALUES, random)};`
  return text
}

/** One of them. */
export function pick<T>(from: readonly T[], random: Random): T {
  return from[random(from.length)] as T
}

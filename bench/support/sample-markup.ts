/**
 * Markdown and HTML of any length, made for measuring.
 *
 * @module
 */

/** A report as Markdown or HTML of about so many bytes: headings, emphasis, links, lists, tables, code, quotations. */
export function makeMarkup(format: 'md' | 'html', bytes: number): string {
  const section = format === 'md' ? markdownSection : htmlSection
  const parts: string[] = []
  let size = 0
  for (let index = 0; size < bytes; index++) {
    const part = section(index)
    parts.push(part)
    size += part.length
  }
  const text = parts.join('\n')
  return format === 'md'
    ? text
    : `<!doctype html><html><head><title>Report</title>${STYLE}</head><body>${text}</body></html>`
}

const STYLE = '<style>.note { color: #8a1538 } td.number { text-align: right } h2 + p { text-indent: 1em }</style>'

const WORDS =
  'the parties agree that this agreement shall remain in force until either party gives notice in writing of its intention to terminate and that any obligation which has accrued before such notice survives it'.split(
    ' ',
  )

/** The same words in another order for each seed. */
function words(seed: number, count: number): string {
  const chosen: string[] = []
  let state = seed * 7919 + 1
  for (let i = 0; i < count; i++) {
    state = (state * 48271) % 2147483647
    chosen.push(WORDS[state % WORDS.length] ?? '')
  }
  return chosen.join(' ')
}

function markdownSection(index: number): string {
  const say = (count: number) => words(index * 31 + count, count)
  return `## ${index + 1}. ${say(5)}

${say(40)} **${say(3)}** ${say(20)} *${say(2)}* and \`${say(1)}\`, see [${say(3)}](https://example.com/${index}?a=1&b=2).

- ${say(8)}
- ${say(9)}
  1. ${say(6)}
  2. ${say(7)}
- ${say(10)}

| ${say(1)} | Terms | Sum |
|---|---|--:|
| ${say(2)} | ${say(11)} | ${index} |
| ${say(3)} | ${say(12)} | ${index * 7} |

> ${say(30)}

\`\`\`
function example${index}(value) {
  return value * ${index}
}
\`\`\`
`
}

function htmlSection(index: number): string {
  const say = (count: number) => words(index * 31 + count, count)
  return `<h2 id="s${index}">${index + 1}. ${say(5)}</h2>
<p class="note">${say(40)} <strong>${say(3)}</strong> ${say(20)} <em>${say(2)}</em> and <code>${say(1)}</code>, see
<a href="https://example.com/${index}?a=1&amp;b=2">${say(3)}</a>.</p>
<ul><li>${say(8)}</li><li>${say(9)}<ol><li>${say(6)}</li><li>${say(7)}</li></ol></li><li>${say(10)}</li></ul>
<table><thead><tr><th>${say(1)}</th><th>Terms</th><th>Sum</th></tr></thead><tbody>
<tr><td>${say(2)}</td><td style="color: #333">${say(11)}</td><td class="number">${index}</td></tr>
<tr><td>${say(3)}</td><td>${say(12)}</td><td class="number">${index * 7}</td></tr></tbody></table>
<blockquote><p>${say(30)}</p></blockquote>
<pre><code>function example${index}(value) {
  return value * ${index}
}</code></pre>`
}

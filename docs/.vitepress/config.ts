import { existsSync } from 'node:fs'
import { defineConfig } from 'vitepress'

/** Pages of the bar at the side, by group: file name and title. */
const GROUPS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['First steps', [['start', 'Start in five minutes']]],
  [
    'Guides',
    [
      ['sign', 'Signing'],
      ['identities', 'Keys that sign'],
      ['long-term', 'Time stamps, long-term'],
      ['verify', 'Verifying'],
      ['additions', 'What may be added'],
      ['convert', 'Converting'],
      ['markdown', 'Markdown'],
      ['looks', 'Letters, reports, contracts'],
      ['keys', 'API keys'],
      ['http', 'The HTTP API'],
      ['mounting', 'Mounting it'],
      ['own-users', 'Your own users'],
      ['threads', 'Threads'],
      ['batches', 'Batches'],
      ['testing', 'Stores of your own'],
      ['operating', 'Operating'],
      ['command-line', 'Command line'],
    ],
  ],
  [
    'Background',
    [
      ['security', 'Security model'],
      ['compare', 'Compared with others'],
      ['benchmarks', 'Benchmarks'],
      ['dependencies', 'What is inside'],
    ],
  ],
  ['For contributors', [['ink', 'How ink is judged']]],
  [
    'Reference',
    [
      ['errors', 'Errors'],
      ['reference/', 'All functions and types'],
    ],
  ],
]

const isThere = ([page]: readonly [string, string]) =>
  page.endsWith('/') || existsSync(new URL(`../${page}.md`, import.meta.url))

export default defineConfig({
  title: 'sealwright',
  description: 'Sign PDF and DOCX, verify, convert, issue API keys',
  lang: 'en',
  cleanUrls: true,
  // The reference comes from docstrings, where <T> and {{ }} are text.
  markdown: { html: true },
  vue: { template: { compilerOptions: { whitespace: 'preserve' } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      {
        text: 'Guides',
        link: '/sign',
        activeMatch:
          '^/(sign|verify|additions|long-term|convert|markdown|looks|keys|http|mounting|own-users|threads|batches)',
      },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: GROUPS.map(([text, pages]) => ({
      text,
      items: pages.filter(isThere).map(([page, title]) => ({ text: title, link: `/${page}` })),
    })),
  },
})

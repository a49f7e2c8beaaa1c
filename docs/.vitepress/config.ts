import { existsSync } from 'node:fs'
import { defineConfig } from 'vitepress'

/** Pages of the bar at the side, by group: file name and title. */
const GROUPS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'First steps',
    [
      ['start', 'Start in five minutes'],
      ['upgrading', 'Upgrading'],
    ],
  ],
  [
    'Signing',
    [
      ['sign', 'Signing'],
      ['two-parties', 'Two or more parties'],
      ['visible-signatures', 'Draw a signature'],
      ['certificate-page', 'The certificate page'],
      ['counter-signing', 'Sign what is signed already'],
      ['two-steps', 'Sign in two steps'],
      ['special-documents', 'Archives, forms, encryption'],
      ['identities', 'Keys that sign'],
      ['long-term', 'Time stamps, long-term'],
    ],
  ],
  [
    'Verifying',
    [
      ['verify', 'Verifying'],
      ['report', 'A report, member by member'],
      ['showing-verdicts', 'Show a verdict'],
      ['validation-reports', 'Reports for programs'],
      ['trust-lists', 'Trusted lists'],
      ['policies', 'Policies by name'],
      ['additions', 'What may be added'],
    ],
  ],
  [
    'Converting',
    [
      ['convert', 'Converting'],
      ['word-documents', 'Word documents'],
      ['html', 'HTML'],
      ['html-pages', 'Pages by style sheets'],
      ['markdown', 'Markdown'],
      ['looks', 'Letters, reports, contracts'],
    ],
  ],
  [
    'In your service',
    [
      ['http', 'The HTTP API'],
      ['mounting', 'Mounting it'],
      ['own-users', 'Your own users'],
      ['browser-upload', 'Files from a browser'],
      ['keys', 'API keys'],
      ['stores', 'Choose a store'],
      ['mailer', 'Your own mail service'],
      ['threads', 'Threads'],
      ['anywhere', 'In browsers and at the edge'],
      ['batches', 'Batches'],
      ['testing-your-code', 'Test your code'],
      ['testing', 'Stores of your own'],
      ['operating', 'Operating'],
      ['data-protection', 'What is kept, and how it goes'],
      ['command-line', 'Command line'],
      ['errors', 'Errors'],
    ],
  ],
  [
    'Background',
    [
      ['security', 'Security model'],
      ['compare', 'Compared with others'],
      ['benchmarks', 'Benchmarks'],
      ['dependencies', 'What is inside'],
      ['decisions/', 'Why it is as it is'],
      ['changes', 'What changed, in detail'],
    ],
  ],
  [
    'For contributors',
    [
      ['contributing/', 'Where to start reading'],
      ['ink', 'How ink is judged'],
      ['contributing/small-changes', 'Small changes, step by step'],
      ['contributing/increments', 'Increments'],
      ['contributing/trust-over-time', 'Trust over time'],
      ['contributing/flow', 'Filling pages'],
      ['contributing/numbering', 'Numbering'],
      ['contributing/html-boxes', 'HTML boxes'],
      ['contributing/writing', 'How we write'],
      ['contributing/word-measurements', 'What Word does, measured'],
    ],
  ],
  ['Reference', [['reference/', 'All functions and types']]],
]

const isThere = ([page]: readonly [string, string]) =>
  page.endsWith('/') || existsSync(new URL(`../${page}.md`, import.meta.url))

/** Addresses of the pages in the groups between the first and "Background". */
const GUIDES = GROUPS.slice(
  1,
  GROUPS.findIndex(([title]) => title === 'Background'),
).flatMap(([, pages]) => pages.map(([page]) => page))

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
        activeMatch: `^/(${GUIDES.join('|')})$`,
      },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: GROUPS.map(([text, pages]) => ({
      text,
      items: pages.filter(isThere).map(([page, title]) => ({ text: title, link: `/${page}` })),
    })),
  },
})

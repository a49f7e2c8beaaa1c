/**
 * Settings of `sealwright convert`.
 *
 * @module
 */
import type { SettingTable } from './settings.js'
import { JSON_SETTINGS, OUTPUT_SETTINGS } from './shared-settings.js'

/** What documents can be converted to. */
export const TARGETS = ['pdf', 'docx', 'html', 'md'] as const

export const CONVERT_SETTINGS = {
  from: {
    flag: '--from <format>',
    about: 'told from content and name if left out',
    type: 'text',
    choices: ['docx', 'md', 'html'],
  },
  to: { flag: '--to <format>', about: "that of --output's name, else pdf", type: 'text', choices: TARGETS },
  ...OUTPUT_SETTINGS,
  trackedChanges: {
    flag: '--tracked-changes <how>',
    about: 'how tracked changes of a DOCX are taken',
    type: 'text',
    choices: ['accept', 'reject', 'show', 'refuse'],
  },
  comments: {
    flag: '--comments <how>',
    about: 'how comments of a DOCX are taken',
    type: 'text',
    choices: ['omit', 'show', 'refuse'],
  },
  conformance: {
    flag: '--conformance <standard>',
    about: 'refuses what cannot follow it',
    type: 'text',
    choices: [
      'PDF/A-2u',
      'PDF/A-3u',
      'PDF/A-4',
      'PDF/UA-1',
      'PDF/UA-2',
      'PDF/A-2u,PDF/UA-1',
      'PDF/A-3u,PDF/UA-1',
      'PDF/A-4,PDF/UA-2',
    ],
  },
  title: { flag: '--title <text>', about: 'that of the document, or else found in its text', type: 'text' },
  baseUrl: { flag: '--base-url <url>', about: 'what relative links in HTML and Markdown refer to', type: 'text' },
  style: {
    flag: '--style <look>',
    about: 'a built-in look for Markdown and plain HTML',
    type: 'text',
    choices: ['letter', 'report', 'contract'],
  },
  markdownExtensions: {
    flag: '--markdown-extensions <names>',
    about: 'extensions of Markdown, with commas between them, or "all"',
    type: 'text',
  },
  ...JSON_SETTINGS,
} as const satisfies SettingTable

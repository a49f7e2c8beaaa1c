/**
 * Turns front matter into parts of an HTML page.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import { isDocumentLanguage } from '../html/source/document-information.js'
import { FACT_KEYS } from '../looks/page-facts.js'
import { wordsOf } from '../looks/words.js'
import type { FrontMatter, FrontMatterValue } from './front-matter.js'

/** Parts of a page besides its text. */
export interface DocumentSettings {
  /** The content of `head`. */
  readonly head: string
  readonly language: string | undefined
  readonly direction: 'rtl' | 'ltr' | undefined
  readonly pageNumbers: boolean
  /** The table of contents at the start of the document. */
  readonly contents: { readonly deepest: number; readonly title: string } | undefined
  /** Names of Markdown extensions as they are written. */
  readonly extensions: readonly string[]
}

/** Reads the known keys, many of which are pandoc's. */
export function readDocumentSettings(frontMatter: FrontMatter): DocumentSettings {
  const text = (...keys: string[]) => {
    for (const key of keys) {
      const value = asText(frontMatter.get(key))
      if (value !== '') return value
    }
    return ''
  }
  const language = text('lang', 'language')
  const direction = text('dir', 'direction').toLowerCase()
  const head = [
    element('title', text('title')),
    meta('author', text('author', 'authors')),
    meta('description', text('description', 'abstract', 'summary')),
    meta('subject', text('subject')),
    meta('keywords', text('keywords', 'tags')),
    meta('date', text('date')),
    ...FACT_KEYS.map((key) => meta(key, asLines(frontMatter.get(key)))),
    `<style>${pageRule(frontMatter, text)}${bodyRule(text)}</style>`,
  ]
  return {
    head: head.join(''),
    language: isDocumentLanguage(language) ? language.trim() : undefined,
    direction: direction === 'rtl' || direction === 'ltr' ? direction : undefined,
    contents: isTrue(text('toc', 'table-of-contents'))
      ? {
          deepest: Math.min(6, Math.max(1, Number(text('toc-depth')) || 3)),
          title: text('toc-title') || wordsOf(language === '' ? undefined : language).contents,
        }
      : undefined,
    extensions: text('markdown-extensions').split(/[\s,]+/),
    pageNumbers: isTrue(text('page-numbers', 'pagenumbers', 'page_numbers', 'page numbers')),
  }
}

type Text = (...keys: string[]) => string

const LENGTH = /^\d{1,4}(?:\.\d{1,3})?\s*(?:mm|cm|in|pt|pc|px)$/

function pageRule(frontMatter: FrontMatter, text: Text): string {
  const page = frontMatter.get('page')
  const inPage = (key: string) => (page instanceof Map ? asText(page.get(key)) : '')
  const size = text('papersize', 'page-size', 'pagesize', 'page_size', 'paper') || inPage('size') || plain(page)
  const orientation = text('orientation') || inPage('orientation') || (isTrue(text('landscape')) ? 'landscape' : '')
  const words = `${size} ${orientation}`
    .toLowerCase()
    .split(/\s+/)
    // LaTeX has names such as `a4paper`.
    .map((word) => word.replace(/paper$/, ''))
    .filter((word) => /^(?:[ab]\d|letter|legal|ledger|landscape|portrait)$/.test(word) || LENGTH.test(word))
  const margins = frontMatter.get('margin') ?? frontMatter.get('margins')
  return `@page{${words.length > 0 ? `size:${words.join(' ')};` : ''}${marginRules(margins ?? inPage('margin'))}${geometryRules(text('geometry'))}}`
}

function marginRules(value: FrontMatterValue | undefined): string {
  if (value instanceof Map) {
    return [...value].map(([side, length]) => marginRule(`margin-${side}`, asText(length))).join('')
  }
  return marginRule('margin', asText(value as string | readonly string[] | undefined).replaceAll(',', ' '))
}

/** Rules for margins in the form of LaTeX's geometry package: `margin=2cm, top=1in`. */
function geometryRules(text: string): string {
  return [...text.matchAll(/(margin|top|right|bottom|left)\s*=\s*([\d.]+\s*[a-z]+)/g)]
    .map(([, name = '', length = '']) => marginRule(name === 'margin' ? name : `margin-${name}`, length))
    .join('')
}

function marginRule(property: string, value: string): string {
  const lengths = value
    .trim()
    .replace(/(\d)\s+([a-z])/g, '$1$2')
    .split(/\s+/)
  const isKnown = /^margin(?:-(?:top|right|bottom|left))?$/.test(property)
  return isKnown && lengths.length <= 4 && lengths.every((length) => LENGTH.test(length))
    ? `${property}:${lengths.join(' ')};`
    : ''
}

function bodyRule(text: Text): string {
  const size = text('fontsize', 'font-size').toLowerCase()
  const family = text('mainfont', 'font', 'font-family')
  const rules = [
    LENGTH.test(size) ? `font-size:${size};` : '',
    /^[\p{L}\d][\p{L}\d .-]{0,62}$/u.test(family) ? `font-family:"${family}";` : '',
  ]
  return `body{${rules.join('')}}`
}

function asText(value: FrontMatterValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.join(', ')
  return value instanceof Map ? asText(value.get('name')) : ''
}

/** A text of several lines, such as an address. */
function asLines(value: FrontMatterValue | undefined): string {
  if (value === undefined || typeof value === 'string') return (value ?? '').trim()
  return value instanceof Map ? [...value.values()].flat().join('\n') : [...(value as readonly string[])].join('\n')
}

function plain(value: FrontMatterValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function isTrue(text: string): boolean {
  return /^(?:true|yes|on|1)$/i.test(text)
}

function element(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeHtml(text)}</${name}>`
}

function meta(name: string, content: string): string {
  return content === '' ? '' : `<meta name="${name}" content="${escapeHtml(content)}">`
}

/**
 * Names of bookmarks that Word accepts.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { WrittenBookmarks } from '../../../src/convert/docx-writer/bookmarks.js'

describe('Bookmarks', () => {
  it('keeps names that Word takes', () => {
    expect(new WrittenBookmarks().nameOf('my-heading_1')).toBe('my-heading_1')
  })

  it('makes other names fit, and tells all of them apart', () => {
    const bookmarks = new WrittenBookmarks()
    const sources = [
      '1st',
      'a b',
      'a_b',
      'A_B',
      '<x>',
      'long'.repeat(20),
      `${'long'.repeat(20)}er`,
      '',
      '\ud83c',
      '日本語',
    ]
    const names = sources.map((source) => bookmarks.nameOf(source))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(sources.length)
    for (const name of names) expect(name).toMatch(/^[\p{L}_][\p{L}\p{N}_.-]{0,39}$/u)
    expect(sources.map((source) => bookmarks.nameOf(source))).toEqual(names)
  })

  it('sets a bookmark once', () => {
    const bookmarks = new WrittenBookmarks()
    expect(bookmarks.xml('a')).toBe('<w:bookmarkStart w:id="0" w:name="a"/><w:bookmarkEnd w:id="0"/>')
    expect(bookmarks.xml('a', '<w:r/>')).toBe('<w:r/>')
    expect(bookmarks.xml('b')).toContain('w:id="1"')
  })
})

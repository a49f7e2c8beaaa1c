/**
 * Every word of a page that is to be seen is in the DOCX, or named in a warning.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { generateVisible } from '../../fuzz/generate-visible.js'
import { lostWords } from '../../fuzz/lost-words.js'
import { createRandom } from '../../support/mutate.js'

const BADGE = 'display:inline-block;border:1px solid;border-radius:6px;padding:4px 8px'

describe('no word is lost', () => {
  it.each([
    ['beside a badge in a box in a line', `<div style="display:inline-flex"><b style="${BADGE}">one</b> two</div>`],
    ['in the caption of a table that floats', '<table style="float:left"><caption>one</caption><tr><td>two</table>'],
    [
      'in a table that is fixed below the text',
      '<table style="position:fixed;top:9px;z-index:-1"><tr><td>one<td>two</table>',
    ],
    [
      'in the caption of a table with a place of its own in a grid',
      '<div style="display:grid"><table style="position:absolute;top:9px;left:9px"><caption>one</caption><tr><td>two</table></div>',
    ],
  ])('%s', async (_, html) => {
    expect(await lostWords({ html, words: ['one', 'two'] })).toEqual([])
  })

  it('is told of by the witness', async () => {
    expect(await lostWords({ html: '<p>one</p><p style="display:none">two</p>', words: ['one', 'two'] })).toEqual([
      'two',
    ])
  })

  it('in pages made by chance', async () => {
    for (let index = 0; index < 120; index++) {
      const page = generateVisible(createRandom(90_001 + index))
      expect(await lostWords(page), page.html).toEqual([])
    }
  })
})

/**
 * Picture bullets.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { makeDocx } from './make-docx.js'

/** The label of an item of 20 pt with a picture bullet. */
function labelWith(look: string) {
  const rule = `<v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="width:484pt;height:242pt" ${look}/>`
  const numbering =
    `<w:numPicBullet w:numPicBulletId="0"><w:pict>${rule}</w:pict></w:numPicBullet>` +
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="*"/>' +
    '<w:lvlPicBulletId w:val="0"/><w:rPr><w:sz w:val="40"/></w:rPr></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
  const list = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
  const model = readDocx(makeDocx(`<w:p>${list}<w:r><w:t>item</w:t></w:r></w:p>`, { numbering }))
  const block = model.sections[0]?.blocks[0]
  return block?.kind === 'paragraph' ? block.label : undefined
}

it('sets picture bullets in the size of the text, whatever their shapes ask for', () => {
  const { text, picture } = labelWith('fillcolor="red"') ?? {}
  expect(text).toBe('')
  // 20 pt text: 16 pt high, twice as wide.
  expect(picture).toMatchObject({ width: 640, height: 320 })
  expect(picture?.elements[0]).toMatchObject({ x: 0, y: 0, width: 640, height: 320 })
})

it('shows the bullet of the level where the picture shows nothing', () => {
  const label = labelWith('filled="f" stroked="f"')
  expect(label?.text).toBe('*')
  expect(label).not.toHaveProperty('picture')
})

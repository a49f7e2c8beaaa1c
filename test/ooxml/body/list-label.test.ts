/**
 * Picture bullets, and numbers that Word may write differently.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
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

describe('numbers whose format depends on more than the file', () => {
  const warningsOf = (format: string, language: string) => {
    const numbering =
      `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>${format}<w:lvlText w:val="%1."/></w:lvl></w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    const list = `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:lang w:val="${language}"/></w:rPr></w:pPr>`
    const item = `<w:p>${list}<w:r><w:t>item</w:t></w:r></w:p>`
    return readDocx(makeDocx(item + item, { numbering })).warnings
  }

  it('are named where they are words of another language than English', () => {
    const format = '<w:numFmt w:val="ordinalText"/>'
    expect(warningsOf(format, 'en-GB')).toEqual([])
    expect(warningsOf(format, 'es-ES')).toEqual([
      'Numbers of a list are words or have endings (ordinalText). Word writes them in the language of the text (es-ES), and here they are English.',
    ])
    expect(warningsOf('<w:numFmt w:val="upperRoman"/>', 'es-ES')).toEqual([])
  })

  it('are named where the format is not known', () => {
    expect(warningsOf('<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>', 'en-GB')).toEqual([])
    expect(warningsOf('<w:numFmt w:val="custom" w:format="a, b, c, ..."/>', 'en-GB')).toEqual([
      'Numbers of a list have a format (a, b, c, ...) that is not known here, and are written in digits.',
    ])
    const known = ['decimal', 'decimalZero', 'none', 'chicago', 'hebrew1', 'decimalEnclosedCircle', 'koreanCounting']
    for (const name of known) expect(warningsOf(`<w:numFmt w:val="${name}"/>`, 'en-GB')).toEqual([])
  })
})

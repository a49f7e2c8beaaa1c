/**
 * The look of the pages is compared as well as objects are judged: here it has to tell alone.
 *
 * @module
 */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ContentReader } from '../../../src/ink/content/content-reader.js'
import { FileDrawings } from '../../../src/ink/index.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { DrawnPair } from '../../../src/verify/changes/drawn-pair.js'
import { judgePair } from '../../../src/verify/changes/judge-pair.js'
import { ReferenceGraph } from '../../../src/verify/changes/reference-graph.js'
import { pageRule } from '../../../src/verify/changes/rules/page-rule.js'
import { readRevisionViews } from '../../../src/verify/revision-views.js'
import { rectangle } from '../support/small-fonts/small-font.js'
import { writeTrueType } from '../support/small-fonts/true-type.js'
import {
  annotate,
  type Changing,
  change,
  codesOf,
  createDocument,
  dict,
  fieldText,
  form,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
} from './changed-documents.js'

/** What the signed document has besides: a drawing of its page, a layer that is off, and a font that nothing leads to. */
const DRAWING = new PdfRef(16)
const LAYER = new PdfRef(17)
const PROGRAM = new PdfRef(18)
const FONT = new PdfRef(19)
/** A group of fields, and a widget in it that shows nothing yet. */
const GROUP = new PdfRef(20)
const KID = new PdfRef(21)
/** Annotations of a kind that no signature permits to change; the second one is hidden. */
const MARK = new PdfRef(22)
const HIDDEN_MARK = new PdfRef(23)

/** A font whose only letter is a bar of some height. */
function fontProgram(height: number): PdfStream {
  const bar = { name: 'a', width: 500, contours: [rectangle(50, 0, 300, height)] }
  return new PdfStream(dict({}), writeTrueType([{ name: '.notdef', width: 500, contours: [] }, bar]))
}

const font = dict({
  Type: name('Font'),
  Subtype: name('TrueType'),
  BaseFont: name('Small'),
  FirstChar: 97,
  LastChar: 97,
  Widths: [500],
  FontDescriptor: dict({ Type: name('FontDescriptor'), FontName: name('Small'), Flags: 4, FontFile2: PROGRAM }),
})

const resources = dict({
  Font: dict({ F1: REFS.font }),
  XObject: dict({ X: DRAWING }),
  Properties: dict({ L: LAYER }),
})

const layers = (...off: PdfObject[]) => ({ OCProperties: dict({ OCGs: [LAYER], D: dict({ OFF: off }) }) })

const widget = (entries: Record<string, PdfObject>) =>
  dict({ Type: name('Annot'), Subtype: name('Widget'), Rect: [20, 60, 120, 80], F: 4, ...entries })

const mark = (F: number) =>
  dict({ Type: name('Annot'), Subtype: name('Watermark'), Rect: [150, 100, 250, 120], F, AP: dict({ N: DRAWING }) })

const TEXT = 'BT /F1 12 Tf 20 250 Td (The buyer pays 100 euros.) Tj ET'
const CONTENT = `${TEXT} /X Do /OC /L BDC 200 200 20 20 re f EMC`

let signed: Uint8Array

beforeAll(async () => {
  const document = createDocument({
    catalog: layers(LAYER),
    page: { Resources: resources, Annots: annotations },
    form: { Fields: [REFS.total, REFS.agree, REFS.approval, GROUP] },
    extend: (file) => {
      file.add(form('0 0 20 20 re f'))
      file.add(dict({ Type: name('OCG'), Name: textString('Draft') }))
      file.add(fontProgram(700))
      file.add(font)
      file.add(dict({ T: textString('Group'), FT: name('Sig'), Kids: [KID] }))
      file.add(widget({ Parent: GROUP }))
      file.add(mark(4))
      file.add(mark(2))
      file.put(REFS.content, stream(CONTENT))
      const page = {
        Type: name('Page'),
        Parent: REFS.pages,
        MediaBox: [0, 0, 300, 300],
        Contents: file.add(stream(TEXT)),
      }
      file.put(REFS.secondPage, dict({ ...page, Resources: dict({ Font: dict({ F1: REFS.font }) }) }))
    },
  })
  signed = await sign(document)
})

/** What the look of the pages tells of the last revision, as the places that are named; the rules for objects reject nothing. */
function judgeLook(edit: (changing: Changing) => void): readonly string[] {
  const bytes = change(signed, edit)
  const chain = readRevisionViews(PdfDocument.open(bytes))
  if ('code' in chain) throw new Error(chain.message)
  const [, before, after] = chain.views
  if (before === undefined || after === undefined) throw new Error('a revision is missing')
  const states = { older: before.document, view: after, signed: before, firstSigned: 1 }
  const work = { steps: 1_000_000 }
  const graph = new ReferenceGraph(before.document)
  const pair = new DrawnPair({ ...states, graph, work }, new FileDrawings(bytes.length))
  const verdicts = [...judgePair(pair, { isLookAlone: true })]
  return verdicts.flatMap((verdict) => {
    if (verdict.verdict !== 'rejected') return []
    expect(verdict.code).toBe('unexplained_ink')
    return [/^.*(?=, and no permitted change)/.exec(verdict.message)?.[0] ?? verdict.message]
  })
}

const annotations = [REFS.total, REFS.agree, REFS.approval, REFS.note, KID, MARK, HIDDEN_MARK]
const noteEntries = dict({ Type: name('Annot'), Subtype: name('Text'), Rect: [200, 150, 220, 170] })
const note = ({ increment }: Changing) => increment.add(noteEntries)

function addField({ increment, update, dict: read }: Changing, field: PdfRef): void {
  const fields = read(REFS.form).get('Fields')
  update(REFS.form, { Fields: [...(Array.isArray(fields) ? fields : []), field] })
  expect(increment.resolve(field)).not.toBeNull()
}

describe('a difference that no change explains', () => {
  const drawing = form('0 0 100 20 re f')
  const marked = 'Page 1 looks different between 150, 100 and 250, 120 points'
  const drawn = 'Page 1 looks different between 150, 100 and 170, 120 points'
  const whole = 'Page 1 looks different between 0, 0 and 300, 300 points'

  it.each<[string, string[], (changing: Changing) => void]>([
    [
      'the widget of a new group of fields',
      ['Page 1 looks different between 20, 60 and 120, 80 points'],
      (changing) => {
        const { increment } = changing
        const [group, kid] = [increment.allocate(), increment.allocate()]
        const AP = dict({ N: increment.add(drawing) })
        increment.put(group, widget({ FT: name('Sig'), T: textString('G'), Kids: [kid], AP }))
        increment.put(kid, dict({ T: textString('x'), Parent: group }))
        addField(changing, group)
        annotate(changing, group)
      },
    ],
    [
      'a text field below a new signature field',
      ['Page 1 looks different between 20, 60 and 120, 80 points'],
      (changing) => {
        const { increment } = changing
        const [field, kid] = [increment.allocate(), increment.allocate()]
        increment.put(field, dict({ FT: name('Sig'), T: textString('S9'), Kids: [kid] }))
        increment.put(kid, widget({ Parent: field, FT: name('Tx'), V: textString('and 900 more') }))
        addField(changing, field)
        annotate(changing, kid)
      },
    ],
    [
      'a font program under the number of one that was signed',
      ['Page 1 looks different between 20, 102 and 26, 114 points'],
      ({ increment }) => {
        increment.put(PROGRAM, fontProgram(300))
        const text = form('BT /Helv 12 Tf 0 5 Td (a) Tj ET', 100, 20, { Font: dict({ Helv: FONT }) })
        increment.put(REFS.totalAppearance, text)
      },
    ],
    [
      'the content of a page',
      ['Page 1 looks different between 106, 247 and 113, 259 points'],
      ({ increment }) => increment.put(REFS.content, stream(CONTENT.replace('100', '900'))),
    ],
    [
      'a drawing that the content asks for',
      ['Page 1 looks different between 0, 0 and 20, 20 points', ...Array(2).fill(drawn)],
      ({ increment }) => increment.put(DRAWING, form('0 0 20 10 re f')),
    ],
    [
      'the fonts of a page',
      ['Page 2'],
      ({ update }) => update(REFS.secondPage, { Resources: dict({ Font: dict({}) }) }),
    ],
    ['the box of a page', [whole], ({ update }) => update(REFS.page, { CropBox: [0, 0, 300, 200] })],
    [
      'an annotation that was moved',
      ['Page 1 looks different between 150, 50 and 250, 120 points'],
      ({ update }) => update(MARK, { Rect: [150, 50, 250, 70] }),
    ],
    ['an annotation that was hidden', [marked], ({ update }) => update(HIDDEN_MARK, { F: 4 })],
    [
      'a layer that is shown',
      ['Page 1 looks different between 200, 200 and 220, 220 points'],
      ({ update }) => update(REFS.catalog, layers()),
    ],
    [
      'an appearance that a widget takes from its group',
      ['Page 1 looks different between 20, 60 and 120, 80 points'],
      ({ increment, update }) => update(GROUP, { AP: dict({ N: increment.add(drawing) }) }),
    ],
    [
      'a page that was taken away',
      ['Page 2 looks different between 0, 0 and 300, 300 points'],
      ({ update }) => update(REFS.pages, { Kids: [REFS.page], Count: 1 }),
    ],
    [
      'a page that was added',
      ['Page 3 looks different between 0, 0 and 300, 300 points'],
      ({ increment, dict: read, update }) => {
        const page = increment.add(read(REFS.secondPage))
        update(REFS.pages, { Kids: [REFS.page, REFS.secondPage, page], Count: 3 })
      },
    ],
  ])('is found: %s', (_, expected, edit) => {
    expect(judgeLook(edit)).toEqual(expected.map((place) => expect.stringContaining(place)))
  })
})

describe('a change that a rule overlooks', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('makes the signature invalid by what is seen of it', () => {
    vi.spyOn(pageRule, 'judge').mockReturnValue([])
    const bytes = change(signed, ({ update }) => update(REFS.page, { CropBox: [0, 0, 300, 200] }))
    const report = judgeFirst(bytes)
    expect(report.status).toBe('invalid')
    expect(codesOf(report)).toEqual(['unexplained_ink'])
  })

  it('is not told twice where a rule rejects it', () => {
    const bytes = change(signed, ({ update }) => update(REFS.page, { CropBox: [0, 0, 300, 200] }))
    expect(codesOf(judgeFirst(bytes))).toEqual(['page_changed'])
  })
})

describe('a change that the report names', () => {
  it.each<[string, (changing: Changing) => void]>([
    [
      'of a field',
      ({ increment, update }) => {
        update(REFS.total, { V: textString('900') })
        increment.put(REFS.totalAppearance, fieldText('900'))
      },
    ],
    ['of an annotation', ({ update }) => update(REFS.note, { Rect: [250, 270, 270, 290] })],
    ['by which an annotation is added', (changing) => annotate(changing, note(changing))],
    ['by which an annotation is added to the list itself', (changing) => annotate(changing, noteEntries)],
    [
      'by which an annotation is removed',
      ({ update }) => update(REFS.page, { Annots: annotations.filter((one) => one !== REFS.note) }),
    ],
    [
      'by which an empty signature field is added',
      (changing) => {
        const field = changing.increment.add(widget({ FT: name('Sig'), T: textString('S') }))
        addField(changing, field)
        annotate(changing, field)
      },
    ],
    [
      'to resources, for which no page asks',
      ({ update }) =>
        update(REFS.page, { Resources: resources.with({ Font: dict({ F1: REFS.font, F2: REFS.font }) }) }),
    ],
    ['that nobody sees', ({ update }) => update(REFS.info, { Title: textString('Another') })],
  ])('explains what is seen: %s', (_, edit) => {
    expect(judgeLook(edit)).toEqual([])
  })
})

describe('pages', () => {
  const spies = () => ({
    page: vi.spyOn(ContentReader.prototype, 'page'),
    appearance: vi.spyOn(ContentReader.prototype, 'appearance'),
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('are not drawn for validation data', () => {
    const bytes = change(signed, ({ increment, update }) => {
      update(REFS.catalog, { DSS: increment.add(dict({ Certs: [increment.add(stream('certificate'))] })) })
    })
    const { page, appearance } = spies()
    expect(judgeFirst(bytes)).toMatchObject({ status: 'valid', level: 'validation-data' })
    expect(page).not.toHaveBeenCalled()
    expect(appearance).not.toHaveBeenCalled()
  })

  it('are not drawn for an invisible signature', async () => {
    const bytes = await sign(signed)
    const { page } = spies()
    expect(judgeFirst(bytes)).toMatchObject({ status: 'valid', level: 'form-filling' })
    expect(page).not.toHaveBeenCalled()
  })

  it('are not drawn for a field that is filled in, and are twice where their content changed', () => {
    const { page } = spies()
    judgeLook(({ increment }) => increment.put(REFS.totalAppearance, fieldText('100 ')))
    expect(page).toHaveBeenCalledTimes(0)
    judgeLook(({ increment }) => increment.put(REFS.content, stream(CONTENT.replace('100', '900'))))
    expect(page).toHaveBeenCalledTimes(2)
  })
})

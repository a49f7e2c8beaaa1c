/**
 * What MuPDF does to signed documents: its `mutool run` has the commands of its viewer for forms and annotations.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { makeTestKey } from '../../../support/keys.js'
import { withFiles } from '../../../support/oracles.js'
import { runTool } from '../../../support/tools.js'
import { ANNOTATABLE, FILLABLE, SIGNABLE } from '../../attacks/class-attack.js'
import type { Base } from '../../bases/bases.js'
import { fieldIn } from '../../bases/form-parts.js'
import { once } from '../../support/cases.js'
import { changesBy, type HonestChange } from './honest-change.js'

const key = once(() => makeTestKey('rsa', 'Bob'))

/** Runs a script over the open document `doc`, its first page `page` and its `widgets`, and saves an increment. */
const run =
  (script: string) =>
  ({ bytes }: Base): Promise<Uint8Array> =>
    withFiles({ 'in.pdf': bytes, 'script.js': wrap(script) }, async (path) => {
      const { code, stderr } = await runTool('mutool', ['run', path('script.js'), path('in.pdf'), path('out.pdf')])
      if (code !== 0) throw new Error(`mutool run: ${stderr}`)
      return new Uint8Array(await readFile(path('out.pdf')))
    })

function wrap(script: string): string {
  return `var doc = new PDFDocument(scriptArgs[0]), page = doc.loadPage(0), widgets = page.getWidgets()
function widget(label, nth) {
  var found = widgets.filter(function (w) { return w.getLabel() === label })
  if (found.length === 0) throw new Error("no widget " + label)
  return found[nth || 0]
}
${script}
page.update()
doc.save(scriptArgs[1], "incremental")
`
}

const annotate = (type: string, script: string) =>
  run(`var a = page.createAnnotation(${JSON.stringify(type)})
${script}
a.setContents("Seen"); a.setAuthor("Bob"); a.update()`)

const LINE = 'a.setQuadPoints([[60, 72, 190, 72, 60, 87, 190, 87]])'

/** A signature with the look that MuPDF gives it. */
async function signField({ bytes, parts }: Base): Promise<Uint8Array> {
  const { pkcs12, passphrase } = key()
  return withFiles({ 'in.pdf': bytes, 'key.p12': pkcs12 }, async (path) => {
    const { num } = fieldIn(parts, 'Approval').field
    const args = ['sign', '-s', path('key.p12'), '-P', passphrase, '-o', path('out.pdf'), path('in.pdf'), String(num)]
    const { code, stderr } = await runTool('mutool', args)
    if (code !== 0) throw new Error(`mutool sign: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })
}

export const mupdfChanges: readonly HonestChange[] = [
  ...changesBy('MuPDF', FILLABLE, {
    'fill a text field': run('var w = widget("name"); w.setTextValue("Bob Miller"); w.update()'),
    'fill a text field again': run('var w = widget("amount"); w.setTextValue("250"); w.update()'),
    'clear a text field': run('var w = widget("amount"); w.setTextValue(""); w.update()'),
    'tick a box': run('var w = widget("agree"); w.toggle(); w.update()'),
    'untick a box': run('var w = widget("accepted"); w.toggle(); w.update()'),
    'choose a radio button': run('var w = widget("plan", 1); w.toggle(); w.update()'),
    'choose in a drop-down list': run('var w = widget("country"); w.setChoiceValue("Belgium"); w.update()'),
    'choose in a list': run('var w = widget("colours"); w.setChoiceValue("Blue"); w.update()'),
    'fill three fields': run(`widget("name").setTextValue("Bob Miller"); widget("amount").setTextValue("250")
widget("agree").toggle(); widgets.forEach(function (w) { w.update() })`),
    'change the properties': run('doc.setMetaData("info:Title", "Contract")'),
    'save without a change': run(''),
  }),
  ...changesBy('MuPDF', ANNOTATABLE, {
    'add a note': annotate('Text', 'a.setRect([400, 560, 420, 580])'),
    'add a note on a line': annotate('Text', 'a.setRect([195, 70, 215, 90])'),
    'highlight a line': annotate('Highlight', `${LINE}; a.setColor([1, 1, 0])`),
    'underline a line': annotate('Underline', `${LINE}; a.setColor([0, 0, 1])`),
    'strike a line out': annotate('StrikeOut', `${LINE}; a.setColor([1, 0, 0])`),
    'mark a line with a squiggle': annotate('Squiggly', `${LINE}; a.setColor([1, 0, 0])`),
    'write a text': annotate(
      'FreeText',
      'a.setRect([300, 560, 420, 580]); a.setDefaultAppearance("Helv", 10, [0,0,1])',
    ),
    'draw a square': annotate('Square', 'a.setRect([300, 560, 380, 600]); a.setColor([1, 0, 0])'),
    'draw a circle': annotate('Circle', 'a.setRect([300, 560, 380, 600]); a.setColor([1, 0, 0])'),
    'draw a square round the price': annotate('Square', 'a.setRect([55, 68, 195, 92]); a.setColor([1, 0, 0])'),
    'draw a line': annotate('Line', 'a.setLine([300, 560], [380, 600]); a.setColor([1, 0, 0])'),
    'draw a polygon': annotate('Polygon', 'a.setVertices([[300, 560], [380, 600], [300, 600]]); a.setColor([1, 0, 0])'),
    'draw with ink': annotate('Ink', 'a.setInkList([[[300, 560], [340, 600], [380, 560]]]); a.setColor([1, 0, 0])'),
    stamp: annotate('Stamp', 'a.setRect([300, 560, 400, 600]); a.setIcon("Approved")'),
    'set a caret': annotate('Caret', 'a.setRect([195, 70, 205, 90]); a.setColor([0, 0, 1])'),
    'add a link': run('page.createLink([300, 560, 380, 600], "https://example.com/")'),
  }),
  ...changesBy('MuPDF', SIGNABLE, { 'sign the empty field': signField }),
]

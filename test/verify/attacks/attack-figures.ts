/**
 * Makes every attack on the documents of several writers, and says how many are called valid and how many of those
 * look different in poppler, MuPDF, PDF.js or PDFium. Where the signed document is itself the attack, valid is enough.
 *
 *     npm run attacks -- [--class TEXT] [--only TEXT] [--each N] [--list] [--keep DIR]
 *
 * `--class` and `--only` take classes and attacks whose names contain a text, `--each` is the number of documents per
 * attack. `--list` names all that are called valid, `--keep` writes those with another picture to a folder. Ends with
 * code 1 when there are any of these.
 *
 * @module
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Base } from '../bases/bases.js'
import { verdictOf } from '../support/verdict.js'
import { VIEWERS, Viewers } from '../viewers/viewers.js'
import { ATTACK_CLASSES, findFooled, type SpreadAttack, spread } from './attack-set.js'

const { values } = parseArgs({
  options: {
    class: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    each: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})

interface Figures {
  attacks: number
  valid: number
  fooled: number
  readonly byViewer: Map<string, number>
}

type Made = Awaited<ReturnType<SpreadAttack['make']>>

const viewers = new Viewers()
let open = 0
try {
  console.log('attacks  valid  other picture  of these in')
  for (const [name, attacks] of Object.entries(ATTACK_CLASSES)) {
    if (!name.includes(values.class)) continue
    const figures: Figures = { attacks: 0, valid: 0, fooled: 0, byViewer: new Map() }
    for (const attack of spread(attacks, Number(values.each))) {
      if (attack.name.includes(values.only)) await tryAttack(attack, name, figures)
    }
    open += figures.fooled
    print(name, figures)
  }
} finally {
  viewers.close()
}
process.exitCode = open === 0 ? 0 : 1

async function tryAttack(attack: SpreadAttack, kind: string, figures: Figures): Promise<void> {
  const made = await attack.make()
  figures.attacks += 1
  const { valid } = await verdictOf(made.bytes)
  if (!valid) return
  figures.valid += 1
  const seen = await findFooled(viewers, attack, made.base, made.bytes)
  if (seen.length > 0) figures.fooled += 1
  for (const name of VIEWERS) {
    if (seen.some((text) => isOf(name, text))) figures.byViewer.set(name, (figures.byViewer.get(name) ?? 0) + 1)
  }
  if (values.list) report(attack, made.base, seen)
  if (values.keep !== undefined && seen.length > 0) await keep(values.keep, kind, attack, made)
}

/** `PDF.js` is the beginning of `PDF.js, printed`. */
function isOf(viewer: string, text: string): boolean {
  return text.includes(`in ${viewer}`) && !text.includes(`in ${viewer}, printed`)
}

function report({ name }: SpreadAttack, { writer, profile }: Base, seen: readonly string[]): void {
  console.log(
    `  ${name} (${writer}, ${profile}): ${seen.length === 0 ? 'looks the same' : seen.slice(0, 4).join(', ')}`,
  )
}

async function keep(folder: string, kind: string, { name }: SpreadAttack, made: Made): Promise<void> {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-')
  const place = join(folder, plain(kind))
  await mkdir(place, { recursive: true })
  const { writer, profile } = made.base
  await writeFile(join(place, `${plain(`${name} ${writer} ${profile}`)}.pdf`), made.bytes)
}

function print(name: string, { attacks, valid, fooled, byViewer }: Figures): void {
  const where = VIEWERS.map((viewer) => `${viewer} ${byViewer.get(viewer) ?? 0}`).join(', ')
  const columns = [String(attacks).padStart(7), String(valid).padStart(6), String(fooled).padStart(14)]
  console.log(`${columns.join(' ')}  ${where}  ${name}`)
}

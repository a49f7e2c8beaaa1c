/**
 * Every element of the formats is read, or stands on a list with the reason why it is not.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ELEMENT_NAMES } from './element-names.js'
import { LEFT_OUT } from './left-out-elements.js'

/** An attribute that is read. It says nothing of an element of the same name. */
const ATTRIBUTE = /attributes\['[\w:.-]+'\]/g

/** Names that source code mentions: of elements with or without the prefix, or of settings that the engine asks for. */
function literalsIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').replace(ATTRIBUTE, ''))
  const literals = texts.flatMap((text) => text.match(/'[\w:.-]+'/g) ?? [])
  return new Set(literals.map((literal) => literal.slice(1, -1)))
}

const READER = literalsIn('src/ooxml')
const ENGINE = literalsIn('src/typeset')

/** Settings of w:compat go to the engine by their names. */
const SETTINGS = /^(?:no|do|ul|suppress|adjust|split|balance)[A-Z]/

function isRead(prefix: string, name: string): boolean {
  if (READER.has(`${prefix}:${name}`) || READER.has(name)) return true
  return prefix === 'w' && SETTINGS.test(name) && ENGINE.has(name)
}

const words = (text: string) => text.trim().split(/\s+/)
const elements = Object.entries(ELEMENT_NAMES).flatMap(([prefix, names]) =>
  words(names).map((name) => [prefix, name] as const),
)
const leftOut = LEFT_OUT.flatMap(([, prefix, names]) => words(names).map((name) => `${prefix}:${name}`))

describe('the elements of a DOCX', () => {
  it('are read, or left out for a reason', () => {
    const known = new Set(leftOut)
    const silent = elements.filter(([prefix, name]) => !isRead(prefix, name) && !known.has(`${prefix}:${name}`))
    expect(elements.length).toBeGreaterThan(1400)
    expect(silent.map((element) => element.join(':'))).toEqual([])
  })

  it('are not read and left out, nor left out for two reasons, nor made up', () => {
    const names = new Set(elements.map((element) => element.join(':')))
    const listed = leftOut.map((name) => name.split(':') as [string, string])
    expect(listed.filter(([prefix, name]) => isRead(prefix, name)).map((name) => name.join(':'))).toEqual([])
    expect(leftOut.filter((name, index) => leftOut.indexOf(name) !== index)).toEqual([])
    expect(leftOut.filter((name) => !names.has(name))).toEqual([])
    expect(LEFT_OUT.filter(([reason]) => reason.length < 20)).toEqual([])
  })
})

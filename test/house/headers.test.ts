/**
 * Every module begins by saying what it is for, and no comment has lines too long to read beside another file.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Where modules stand. Examples are projects of their own, for reading as a whole. */
const FOLDERS = ['src', 'adapters', 'bench', 'build', 'test']

/** A comment at the top, after the line that starts a program at most, with words in it before the tag. */
const HEADER = /^(?:#!.*\n)?\/\*\*\n \* \S(?:(?!\*\/)[\s\S])*\n \* @module\n \*\/\n/

const modules = FOLDERS.flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
)

it.each([
  ['/**\n * Adds.\n *\n * @module\n */\n\nexport const a = 1\n', true],
  ['#!/usr/bin/env node\n/**\n * Runs.\n *\n * @module\n */\n', true],
  ['/**\n * @module\n */\n', false],
  ['/** Of the first function. */\nfunction a() {}\n/**\n * Late.\n *\n * @module\n */\n', false],
  ["import './a.js'\n/**\n * Late.\n *\n * @module\n */\n", false],
])('sees whether %j has a header', (text, isThere) => {
  expect(HEADER.test(text)).toBe(isThere)
})

it('every module has a header', () => {
  expect(modules.length).toBeGreaterThan(1500)
  expect(modules.filter((path) => !HEADER.test(readFileSync(ROOT + path, 'utf8')))).toEqual([])
})

const LONGEST_COMMENT = 130
/** Rows of tables and code cannot be broken. */
const COMMENT_LINE = /^\s*(?:\/?\*|\/\/)(?! (?:\||await ))/

it(`lines of comments have at most ${LONGEST_COMMENT} characters`, () => {
  const long = modules.flatMap((path) =>
    readFileSync(ROOT + path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > LONGEST_COMMENT && COMMENT_LINE.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  )
  expect(long).toEqual([])
})

/** Comments of several lines. */
const BLOCK = /^([ ]*)\/\*\*\n[\s\S]*?\*\/$/gm

it('every line of a block of comments begins with an asterisk', () => {
  const broken = modules.flatMap((path) =>
    [...readFileSync(ROOT + path, 'utf8').matchAll(BLOCK)].flatMap(([block, indent = '']) =>
      block
        .split('\n')
        .slice(1)
        .every((line) => line.startsWith(`${indent} *`))
        ? []
        : [`${path}: ${block.slice(0, 80)}`],
    ),
  )
  expect(broken).toEqual([])
})

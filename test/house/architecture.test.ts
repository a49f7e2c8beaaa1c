/**
 * ARCHITECTURE.md draws the folders that there are.
 *
 * @module
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The folders that the lines of a tree begin with, with their parents. */
function foldersOf(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)((?:[\w-]+\/ ?)+)/.exec(line) ?? []
    const level = indent.length / 2
    const folders = names.match(/[\w-]+\//g) ?? []
    // Deeper lines that begin with no folder go on with the text above.
    if (folders.length === 0 || !Number.isInteger(level) || level > parents.length) return []
    parents.length = level
    parents.push(folders[0] ?? '')
    return folders.map((folder) => parents.slice(0, level).join('') + folder)
  })
}

const [, tree = ''] = /```\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8')) ?? []
const drawn = foldersOf(tree)

it('reads a tree', () => {
  const lines = [
    'src/',
    '  index.ts   text',
    '  a/        one',
    '    b/ c/   two',
    '            goes on',
    'test/  three',
  ]
  expect(foldersOf(lines.join('\n'))).toEqual(['src/', 'src/a/', 'src/a/b/', 'src/a/c/', 'test/'])
})

it('every folder in the tree exists', () => {
  expect(drawn.length).toBeGreaterThan(50)
  expect(drawn.filter((folder) => !existsSync(ROOT + folder))).toEqual([])
})

it('every folder of src is in the tree', () => {
  const folders = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const missing = folders.map(({ name }) => `src/${name}/`).filter((folder) => !drawn.includes(folder))
  expect(missing.filter((folder) => !tree.includes(`;  ${folder.slice(4)}  `))).toEqual([])
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { API_OPTION_NAMES } from '../src/http/known-options.js'
import { ERROR_STATUS, ERROR_TABLE, type ErrorCode } from '../src/index.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

describe('README', () => {
  it('prints the table of errors as it is', () => {
    const rows = [...readme.matchAll(/^\| `([a-z0-9_]+)` \| (\d{3}) \| (yes|no) \| (.+) \|$/gm)].map((match) =>
      match.slice(1),
    )
    const expected = Object.entries(ERROR_TABLE).map(([code, { retryable, title }]) => [
      code,
      String(ERROR_STATUS[code as ErrorCode]),
      retryable ? 'yes' : 'no',
      title,
    ])
    expect(rows).toEqual(expected)
  })

  it('has a sentence on every dependency', () => {
    const unexplained = Object.keys(manifest.dependencies).filter((name) => !readme.includes(`\`${name}\``))
    expect(unexplained).toEqual([])
  })

  it('has a row for every option of createApi', () => {
    const [table = ''] =
      /\| option \| meaning \| default \|\n\|---\|---\|---\|\n\| `identity`(?:.*\n)+?\n/.exec(readme) ?? []
    const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    )
    expect(named.sort()).toEqual([...API_OPTION_NAMES].sort())
  })

  it('names only scripts that exist', () => {
    const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name)
    expect(named.filter((name) => !(String(name) in manifest.scripts))).toEqual([])
  })
})

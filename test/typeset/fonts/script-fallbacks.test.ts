/**
 * Font packages for further scripts.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { FALLBACK_PACKAGES } from '../../../src/typeset/fonts/script-fallbacks.js'
import { makeDocx } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional?: boolean }>
}

describe('packages for scripts', () => {
  it('are optional peers, and there are no others of their kind', () => {
    const named = FALLBACK_PACKAGES.map(({ name }) => `@expo-google-fonts/${name}`).sort()
    const peers = Object.keys(manifest.peerDependencies).filter((name) => name.startsWith('@expo-google-fonts/'))
    expect(peers.sort()).toEqual(named)
    for (const name of named) expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true })
  })

  it('have ranges in pairs that rise', () => {
    for (const { name, ranges } of FALLBACK_PACKAGES) {
      expect(ranges.length % 2, name).toBe(0)
      for (let i = 0; i < ranges.length; i += 2) expect(ranges[i], name).toBeLessThanOrEqual(ranges[i + 1] ?? -1)
    }
  })

  it.skipIf(!hasTool('pdftotext'))('set Burmese, whose vowels stand before and around their letters', async () => {
    const text = 'မြန်မာနိုင်ငံ စာချုပ်'
    const { bytes, warnings } = await convertDocxToPdf(makeDocx(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`), {})
    expect(warnings).toEqual([])
    const shown = await withFiles({ 'burmese.pdf': bytes }, (path) =>
      Promise.resolve(spawnSync('pdftotext', [path('burmese.pdf'), '-'], { encoding: 'utf8' }).stdout),
    )
    expect(shown.normalize('NFC')).toContain(text.normalize('NFC'))
  })
})

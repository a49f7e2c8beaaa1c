/**
 * The packages that parts of the built one come from.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listLicences } from '../src/assets/source-assets.js'

/** A package, by what its description says. */
export interface BundledPart {
  /** Where it is installed. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
}

/**
 * The packages whose files went into builds, and those that the files beside them come from, each once, in the order of their
 * folders.
 *
 * @param notes Files with the paths of what went into each build, as `noteInputs` writes them.
 */
export async function listParts(notes: readonly string[]): Promise<BundledPart[]> {
  const inputs = await Promise.all(notes.map(async (note) => JSON.parse(await readFile(note, 'utf8')) as string[]))
  return describeParts([...inputs.flat(), ...listLicences().map(({ file }) => file)])
}

/** The packages alone whose code is part of modules. */
export async function listCodeParts(notes: readonly string[]): Promise<BundledPart[]> {
  const inputs = await Promise.all(notes.map(async (note) => JSON.parse(await readFile(note, 'utf8')) as string[]))
  return describeParts(inputs.flat())
}

async function describeParts(files: readonly string[]): Promise<BundledPart[]> {
  const folders = new Set<string>()
  for (const file of files) {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
    if (folder !== undefined) folders.add(folder)
  }
  return Promise.all([...folders].sort().map(describePart))
}

async function describePart(folder: string): Promise<BundledPart> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { name, version, license } = JSON.parse(text) as Record<string, unknown>
  if (typeof name !== 'string' || typeof version !== 'string' || typeof license !== 'string') {
    throw new Error(`${folder} does not say its name, version and licence.`)
  }
  return { folder, name, version, license }
}

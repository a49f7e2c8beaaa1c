/**
 * What the build changes in packages that set prototypes by `__proto__`, which hosts can turn off.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

const SETTER = /([\w.]+)\.__proto__ = ([\w.]+)/g

/** Sets prototypes by `Object.setPrototypeOf`, as Node's flag `--disable-proto` asks. */
export const withoutProtoSetters: Plugin = {
  name: 'without-proto-setters',
  setup(build) {
    build.onLoad({ filter: /[\\/]temml[\\/]dist[\\/]temml\.[cm]js$/ }, async ({ path }) => ({
      contents: setPrototypes(await readFile(path, 'utf8')),
      loader: 'js',
    }))
  },
}

/** A source in which nothing is assigned to `__proto__`. */
export function setPrototypes(source: string): string {
  return source.replace(SETTER, 'Object.setPrototypeOf($1, $2)')
}

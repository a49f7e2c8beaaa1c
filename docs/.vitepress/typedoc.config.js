import { readFileSync } from 'node:fs'

/** Which source is behind which entry of the package. */
const entries = JSON.parse(readFileSync(new URL('./entries.json', import.meta.url), 'utf8'))

/** Modules are called as they are imported, not as their files. */
function useEntryNames(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const module of project.children ?? [])
      for (const [name, file] of Object.entries(entries))
        if (project.files && module.sources?.[0]?.fileName.endsWith(file)) module.name = name
  })
}

export default {
  plugin: ['typedoc-plugin-markdown', useEntryNames],
  name: 'Reference',
  entryPoints: Object.values(entries).map((file) => `../../${file}`),
  tsconfig: 'tsconfig.reference.json',
  out: '../reference',
  entryFileName: 'index',
  readme: 'none',
  excludePrivate: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  sanitizeComments: true,
  disableSources: false,
  logLevel: 'Warn',
  validation: { notExported: false, invalidLink: false },
}

import { consoleMailer, createApi, developmentIdentity, KeyIssuer, memoryStore } from 'sealwright'

// In production: your own identity, store and mailer. One for the process: development reloads this module.
const shared = globalThis as { sealwright?: Promise<ReturnType<typeof createApi>> }

async function makeApi() {
  return createApi({
    identity: await developmentIdentity(),
    keys: new KeyIssuer({
      store: memoryStore(),
      mailer: consoleMailer(),
      secret: process.env['CODE_SECRET'] ?? 'for trying things out alone, on this machine',
    }),
  })
}

async function handle(request: Request): Promise<Response> {
  shared.sealwright ??= makeApi()
  return (await shared.sealwright).fetch(request, { basePath: '/api' })
}

export { handle as DELETE, handle as GET, handle as POST }

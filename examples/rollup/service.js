import { consoleMailer, createApi, developmentIdentity, KeyIssuer, memoryStore } from 'sealwright'

// In production: your own identity, store and mailer.
export const api = createApi({
  identity: await developmentIdentity(),
  keys: new KeyIssuer({
    store: memoryStore(),
    mailer: consoleMailer(),
    secret: process.env.CODE_SECRET ?? 'for trying things out alone, on this machine',
  }),
})

// CommonJS, bundled into one file of CommonJS.
const { createServer } = require('node:http')
const { consoleMailer, createApi, developmentIdentity, KeyIssuer, memoryStore } = require('sealwright')
const { drainOnSignal, nodeListener } = require('sealwright/node')

async function main() {
  // In production: your own identity, store and mailer.
  const api = createApi({
    identity: await developmentIdentity(),
    keys: new KeyIssuer({
      store: memoryStore(),
      mailer: consoleMailer(),
      secret: process.env.CODE_SECRET ?? 'for trying things out alone, on this machine',
    }),
  })
  drainOnSignal(createServer(nodeListener(api)).listen(process.env.PORT ?? 3000), api)
}

void main()

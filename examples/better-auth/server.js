import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { honoHandler } from 'sealwright/hono'
import { drainOnSignal } from 'sealwright/node'
import { auth } from './auth.js'
import { api } from './service.js'

/** Who is signed in, by the cookie of better-auth. */
async function owner(context) {
  const session = await auth.api.getSession({ headers: context.req.raw.headers })
  // The address only counts once it is verified: batches would belong to it.
  return session === null ? null : { id: session.user.id }
}

const app = new Hono()
app.on(['GET', 'POST'], '/api/auth/*', (context) => auth.handler(context.req.raw))
app.all('/v1/*', honoHandler(api, { owner }))
app.get('/', (context) => context.text('The application itself.'))

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
drainOnSignal(server, api)

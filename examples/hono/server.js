import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { honoHandler } from 'sealwright/hono'
import { drainOnSignal } from 'sealwright/node'
import { api } from './service.js'

const app = new Hono()
app.all('/v1/*', honoHandler(api))
app.get('/', (context) => context.text('The application itself.'))

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
drainOnSignal(server, api)

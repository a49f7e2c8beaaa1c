import express from 'express'
import { expressHandler } from 'sealwright/express'
import { drainOnSignal } from 'sealwright/node'
import { api } from './service.js'

const app = express()
app.use(expressHandler(api)) // before body parsers
app.use(express.json())
app.get('/', (_, response) => response.send('The application itself.'))

drainOnSignal(app.listen(process.env.PORT ?? 3000), api)

import express from 'express'
import session from 'express-session'
import passport from 'passport'
import { Strategy } from 'passport-local'
import { expressHandler } from 'sealwright/express'
import { drainOnSignal } from 'sealwright/node'
import { api } from './service.js'
import { addUser, findUser } from './users.js'

await addUser('ada', 'the first password')
await addUser('charles', 'the second password')

passport.use(
  new Strategy((id, password, done) => {
    findUser(id, password).then((user) => done(null, user), done)
  }),
)
passport.serializeUser(({ id }, done) => done(null, id))
passport.deserializeUser((id, done) => done(null, { id }))

const app = express()
const secret = process.env.SESSION_SECRET ?? 'for trying things out alone, on this machine'
app.use(session({ secret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }))
app.use(passport.session())
// Behind what finds the user, before body parsers.
app.use(expressHandler(api, { owner: (request) => request.user }))
app.post('/login', express.urlencoded({ extended: false }), passport.authenticate('local'), (_, response) => {
  response.sendStatus(204)
})
app.get('/', (_, response) => response.send('The application itself.'))

drainOnSignal(app.listen(process.env.PORT ?? 3000), api)

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(scrypt)
const users = new Map()

/** In production: your table of users. */
export async function addUser(id, password) {
  const salt = randomBytes(16)
  users.set(id, { id, salt, digest: await hash(password, salt, 32) })
}

/** The user, or false. */
export async function findUser(id, password) {
  const user = users.get(id)
  if (user === undefined) return false
  return timingSafeEqual(user.digest, await hash(password, user.salt, 32)) ? { id } : false
}

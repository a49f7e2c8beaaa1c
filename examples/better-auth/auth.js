import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'

// In production: a database, and a secret of your own.
export const auth = betterAuth({
  baseURL: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
  secret: process.env.AUTH_SECRET ?? 'for trying things out alone, on this machine',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
})

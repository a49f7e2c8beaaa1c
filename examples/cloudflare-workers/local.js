// The worker in workerd, the program that Cloudflare runs it with. `npx wrangler dev` does the same, and more.
import { spawn } from 'node:child_process'

const port = process.env.PORT ?? 8787
const child = spawn('workerd', ['serve', 'workerd.capnp', `--socket-addr=http=127.0.0.1:${port}`], { stdio: 'inherit' })
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', () => process.exit())

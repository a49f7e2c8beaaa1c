// Adds one job, waits for it and ends.
import { Queue, QueueEvents } from 'bullmq'
import { connection, worker } from './worker.js'

const queue = new Queue('documents', { connection })
const events = new QueueEvents('documents', { connection })
await events.waitUntilReady()

const job = await queue.add('seal', {
  document: Buffer.from('# Contract\n\nThe parties agree.').toString('base64'),
  from: 'md',
  request: {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }],
  },
})
const { document, valid, reason } = await job.waitUntilFinished(events, 60_000)
console.log(JSON.stringify({ bytes: document.length, valid, reason }))
process.exitCode = valid ? 0 : 1

await Promise.all([worker.close(), events.close(), queue.close()])
await connection.quit()

// A worker that converts, signs and verifies. Documents travel as base64; large ones belong into a store of their own.
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { convertFile, developmentIdentity, signDocument, verifyDocument } from 'sealwright'

const identity = await developmentIdentity() // in production: your own

/** Workers wait for jobs, so their client must not give up. */
export const connection = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', { maxRetriesPerRequest: null })

export const worker = new Worker(
  'documents',
  async ({ data }) => {
    const { bytes: pdf } = await convertFile(Buffer.from(data.document, 'base64'), { from: data.from, to: 'pdf' })
    const { bytes } = await signDocument(pdf, data.request, { identity })
    const { valid, reason } = await verifyDocument(bytes)
    return { document: Buffer.from(bytes).toString('base64'), valid, reason }
  },
  { connection },
)

// The worker of the API out of the sources, with two more conversions: one that never ends and one that eats memory.
import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { apiJobKinds } = await import('../../../src/http/api-job-kinds.ts')
const { serveTasks } = await import('../../../src/work/serve-tasks.ts')

const converters = new Map([
  [
    'md>pdf',
    async () => {
      for (;;);
    },
  ],
  [
    'html>pdf',
    async () => {
      const hoard = []
      for (;;) hoard.push(new Array(10_000).fill(hoard.length))
    },
  ],
  [
    'docx>pdf',
    async (input) => {
      const text = new TextDecoder().decode(input)
      if (text === 'which thread?') return { bytes: new TextEncoder().encode(String(threadId)), warnings: [] }
      if (text === 'wait') await setTimeout(300)
      return { bytes: input.slice().reverse(), warnings: [] }
    },
  ],
])

serveTasks(apiJobKinds(converters))

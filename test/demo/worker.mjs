// The worker of the API, out of the sources: nothing has to be built.
import { register } from 'tsx/esm/api'

register()

export const { runTask } = await import('../../src/http/work/worker.ts')

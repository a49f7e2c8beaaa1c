// The worker of the API, out of the sources: nothing has to be built.
import { register } from 'tsx/esm/api'

register()

await import('../../src/http/worker.ts')

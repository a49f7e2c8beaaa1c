// The worker of the API out of the sources, as it is.
import { register } from 'tsx/esm/api'

register()
await import('../../../src/http/worker.ts')

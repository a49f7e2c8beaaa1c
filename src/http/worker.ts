/**
 * The module of a worker thread. The build bundles it into one file without imports, so that hosts can copy it.
 *
 * @module
 */

import { serveTasks } from '../work/serve-tasks.js'
import { apiJobKinds } from './api-job-kinds.js'

serveTasks(apiJobKinds())

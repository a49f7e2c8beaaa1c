/**
 * The module of a worker thread. The build makes one file of it that needs no other, so that hosts can copy it.
 *
 * @module
 */

import { serveTasks } from '../work/serve-tasks.js'
import { apiJobKinds } from './api-job-kinds.js'

serveTasks(apiJobKinds())

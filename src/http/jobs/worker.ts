/**
 * The module of a worker thread. The build makes one file of it that needs no other, so that hosts can copy it.
 *
 * @module
 */

import { serveTasks } from '../../work/serve-tasks.js'
import { jobKinds } from './job-kinds.js'

serveTasks(jobKinds())

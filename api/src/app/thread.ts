import { serveTasks } from '../platform/threads/serve-tasks.ts'
import { taskHandlers } from './task-handlers.ts'

serveTasks(taskHandlers)

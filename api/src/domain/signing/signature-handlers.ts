import { serveTask } from '../../platform/threads/serve-tasks.ts'
import {
  checkFillsTask,
  completeSealTask,
  completeSignatureTask,
  fillFormTask,
  prepareFieldsTask,
  prepareSealTask,
  prepareSignatureTask,
  readForSealTask,
} from './signature-tasks.ts'

const signing = () => import('./sign-in-thread.ts')
const sealing = async () => (await import('pdf/sign')).sealSteps

/** Loaded when first needed: the start of a thread stays cheap. */
export const signatureHandlers = [
  serveTask(prepareFieldsTask, async () => (await signing()).addFields),
  serveTask(checkFillsTask, async () => (await signing()).checkFills),
  serveTask(fillFormTask, async () => (await signing()).fillForm),
  serveTask(prepareSignatureTask, async () => (await signing()).prepareInThread),
  serveTask(completeSignatureTask, async () => (await signing()).completeInThread),
  serveTask(readForSealTask, async () => (await sealing()).read),
  serveTask(prepareSealTask, async () => (await sealing()).prepare),
  serveTask(completeSealTask, async () => (await sealing()).complete),
]

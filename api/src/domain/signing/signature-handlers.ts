import { serve } from '../../platform/threads/serve-tasks.ts'
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
  serve(prepareFieldsTask, async () => (await signing()).addFields),
  serve(checkFillsTask, async () => (await signing()).checkFills),
  serve(fillFormTask, async () => (await signing()).fillForm),
  serve(prepareSignatureTask, async () => (await signing()).prepare),
  serve(completeSignatureTask, async () => (await signing()).complete),
  serve(readForSealTask, async () => (await sealing()).read),
  serve(prepareSealTask, async () => (await sealing()).prepare),
  serve(completeSealTask, async () => (await sealing()).complete),
]

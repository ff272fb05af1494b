import { PdfError, type PdfErrorCode } from 'pdf'
import { SignatureError, type SignatureErrorCode } from 'pdf/cms'
import type {
  FieldToPrepare,
  FillProblem,
  FormFieldToPrepare,
  FormFill,
  PreparedSignature,
  SealSteps,
  SignatureInput,
} from 'pdf/sign'
import type { ThreadTask, ThreadTasks } from '../../platform/threads/thread-task.ts'
import {
  checkFillsTask,
  completeSealTask,
  completeSignatureTask,
  fillFormTask,
  prepareFieldsTask,
  prepareSealTask,
  prepareSignatureTask,
  readForSealTask,
  type SignatureCompletion,
  type WrittenSignature,
} from './signature-tasks.ts'

/** Calculates without keys. The caller keeps its document. */
export interface SignatureSteps extends SealSteps {
  prepareFields(
    document: Uint8Array,
    fields: readonly FieldToPrepare[],
    formFields?: readonly FormFieldToPrepare[],
  ): Promise<Uint8Array>
  checkFills(document: Uint8Array, fills: readonly FormFill[]): Promise<readonly FillProblem[]>
  fillForm(document: Uint8Array, fieldName: string, fills: readonly FormFill[]): Promise<Uint8Array>
  prepareSignature(input: SignatureInput): Promise<{ document: Uint8Array; prepared: PreparedSignature }>
  /** Takes the document of `prepareSignature`; verifies the result. */
  completeSignature(completion: SignatureCompletion): Promise<WrittenSignature>
}

/** Errors of threads lose their class. */
const revived = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.name === 'SignatureError')
    return new SignatureError(error.code as SignatureErrorCode, error.message, { cause: error })
  return error.name === 'PdfError' ? new PdfError(error.code as PdfErrorCode, error.message) : error
}

/** Sending moves the bytes to the thread, and the caller's array would be empty afterwards. */
const ownCopy = <Request extends { readonly document: Uint8Array }>(request: Request): Request => ({
  ...request,
  document: new Uint8Array(request.document),
})

/** @param threads or `runHere`, which does the same work in this thread */
export const createSignatureSteps = (threads: ThreadTasks): SignatureSteps => {
  const run = async <Request extends object, Answer>(task: ThreadTask<Request, Answer>, request: Request) => {
    try {
      return await threads.run(task, request)
    } catch (error) {
      throw revived(error)
    }
  }
  return {
    prepareFields: async (document, fields, formFields = []) =>
      (await run(prepareFieldsTask, ownCopy({ document, fields, formFields }))).document,
    checkFills: async (document, fills) => (await run(checkFillsTask, ownCopy({ document, fills }))).problems,
    fillForm: async (document, fieldName, fills) =>
      (await run(fillFormTask, ownCopy({ document, fieldName, fills }))).document,
    prepareSignature: (input) => run(prepareSignatureTask, ownCopy(input)),
    completeSignature: (completion) => run(completeSignatureTask, completion),
    read: (reading) => run(readForSealTask, ownCopy(reading)),
    prepare: (preparation) => run(prepareSealTask, preparation),
    complete: (completion) => run(completeSealTask, completion),
  }
}

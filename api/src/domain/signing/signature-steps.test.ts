import { PdfError } from 'pdf'
import { SignatureError } from 'pdf/cms'
import type { ThreadTasks } from '../../platform/threads/thread-task.ts'
import { signatureHandlers } from './signature-handlers.ts'
import { createSignatureSteps } from './signature-steps.ts'
import * as tasks from './signature-tasks.ts'

/** As an error arrives from a thread: a plain one, with the name and the code of its class. */
const fromThread = (name: string, code?: string): Error =>
  Object.assign(new Error('from the thread'), { name }, code === undefined ? {} : { code })

const failWith = (error: unknown) => {
  const run: ThreadTasks['run'] = () => Promise.reject(error)
  return createSignatureSteps({ run } as ThreadTasks)
    .checkFills(new Uint8Array(1), [])
    .then(
      () => 'no error',
      (reason: unknown) => reason,
    )
}

test('an error of a thread gets its class back, with its code and its message', async () => {
  const signature = await failWith(fromThread('SignatureError', 'SIGNATURE_INVALID'))
  expect(signature).toBeInstanceOf(SignatureError)
  expect(signature).toMatchObject({
    code: 'SIGNATURE_INVALID',
    message: 'from the thread',
    cause: { name: 'SignatureError' },
  })
  const pdf = await failWith(fromThread('PdfError', 'DAMAGED'))
  expect(pdf).toBeInstanceOf(PdfError)
  expect(pdf).toMatchObject({ code: 'DAMAGED', message: 'from the thread' })
})

test('every other error stays as it is', async () => {
  for (const error of [fromThread('SignatureError'), fromThread('TypeError', 'ERR_X'), 'a text', undefined])
    expect(await failWith(error)).toBe(error)
})

test('a thread gets a copy of the document, so that the caller keeps its own', async () => {
  const given: { document?: Uint8Array }[] = []
  const run = async (_task: unknown, request: object) => {
    given.push(request)
    return { problems: [], document: new Uint8Array(2) }
  }
  const steps = createSignatureSteps({ run } as unknown as ThreadTasks)
  const document = new Uint8Array([1, 2, 3])
  await steps.checkFills(document, [])
  await steps.fillForm(document, 'Firma', [])
  await steps.prepareFields(document, [])
  expect(given).toEqual([
    { document, fills: [] },
    { document, fieldName: 'Firma', fills: [] },
    { document, fields: [], formFields: [] },
  ])
  for (const request of given) expect(request.document).not.toBe(document)
})

test('a thread has a handler for each task, which it loads when the first one arrives', async () => {
  const names = Object.values(tasks).flatMap((task) => (typeof task === 'object' && 'name' in task ? [task.name] : []))
  expect(signatureHandlers.map(([name]) => name).sort()).toEqual(names.sort())
  for (const [, load] of signatureHandlers) expect(typeof (await load())).toBe('function')
})

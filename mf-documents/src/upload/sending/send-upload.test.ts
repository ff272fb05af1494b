import type { UploadOptions } from 'shared/http'
import { documentWith } from '../../testing/documents.ts'
import { sendUpload } from './send-upload.ts'

const input = { file: new File(['%PDF-'], 'a.pdf'), fileTypeId: 1, description: '', notes: '' }

const start = () => {
  const ticks: (() => void)[] = []
  const stopped = jest.fn()
  const asked: { ms?: number; options?: UploadOptions } = {}
  const answer = Promise.withResolvers<ReturnType<typeof documentWith>>()
  const progress: [number, boolean][] = []
  const done = sendUpload(
    input,
    { signal: new AbortController().signal, onProgress: (percent, checking) => progress.push([percent, checking]) },
    {
      upload: (_input, options) => {
        asked.options = options
        return answer.promise
      },
      every: (ms, tick) => {
        asked.ms = ms
        ticks.push(tick)
        return stopped
      },
      random: () => 0.5,
    },
  )
  const tick = () => {
    for (const run of ticks) run()
  }
  return { asked, answer, progress, done, stopped, tick }
}

test('section 9: progress starts at 10 and shows the sent bytes at the next tick, every 300 ms', async () => {
  const upload = start()
  expect(upload.asked.ms).toBe(300)
  upload.asked.options?.onSent(50, 100)
  expect(upload.progress).toEqual([[10, false]])
  upload.tick()
  upload.asked.options?.onSent(100, 100)
  upload.tick()
  expect(upload.progress).toEqual([
    [10, false],
    [50, false],
    [54, true],
  ])
})

test('the answer stops the timer and resolves with the document', async () => {
  const upload = start()
  const document = documentWith()
  upload.answer.resolve(document)
  expect(await upload.done).toBe(document)
  expect(upload.stopped).toHaveBeenCalledTimes(1)
})

test('a failure stops the timer and rejects', async () => {
  const upload = start()
  upload.answer.reject(new Error('refused'))
  await expect(upload.done).rejects.toThrow('refused')
  expect(upload.stopped).toHaveBeenCalledTimes(1)
})

/** @jest-environment jsdom */
import { answerTask } from './answer-task.ts'

test('a task that fails is reported to the page', async () => {
  const reported = jest.fn()
  Object.assign(globalThis, { reportError: reported })
  answerTask<string>((task) => Promise.reject(new Error(task)))
  self.onmessage?.(new MessageEvent('message', { data: 'damaged' }))
  await Promise.resolve()
  await Promise.resolve()
  expect(reported).toHaveBeenCalledWith(new Error('damaged'))
})

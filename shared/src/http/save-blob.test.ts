/** @jest-environment jsdom */
import { saveBlob } from './files.ts'

/** Safari asks before it reads the blob. */
const QUESTION_MS = 30_000

test('the blob URL of a saved file stays valid while the browser shows its prompt', () => {
  jest.useFakeTimers()
  const revoked: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:pdf', revokeObjectURL: (url: string) => revoked.push(url) })
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation()
  saveBlob(new Blob(['%PDF']), 'contrato.pdf')
  expect(clicked.mock.contexts).toMatchObject([{ href: 'blob:pdf', download: 'contrato.pdf' }])
  jest.advanceTimersByTime(QUESTION_MS)
  expect(revoked).toEqual([])
  jest.runAllTimers()
  expect(revoked).toEqual(['blob:pdf'])
})

import { saveBlob } from './files.ts'

/** Safari asks before it reads the blob. */
const QUESTION_MS = 30_000

test('the address of a saved file outlives a question of the browser', () => {
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

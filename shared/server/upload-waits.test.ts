import { UPLOAD_WAITS } from './upload-waits.ts'

test('the API times out an upload well before the site does', () => {
  expect(UPLOAD_WAITS.site - UPLOAD_WAITS.api).toBeGreaterThanOrEqual(10_000)
})

import { LOADER_TIMES, RESOURCE_TIMEOUT_MS } from './constants.ts'

test('a file and the registry fail before the attempt that waits for them, so that the error names them', () => {
  const { attemptMs, registryMs, pauseMs } = LOADER_TIMES
  expect(RESOURCE_TIMEOUT_MS).toBeLessThan(attemptMs)
  expect(registryMs).toBeLessThan(attemptMs)
  expect(pauseMs).toBeLessThan(1000)
})

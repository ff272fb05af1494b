import { act, renderHook, waitFor } from '@testing-library/react'
import { fakeEngine } from '../testing/fake-engine.ts'
import { EngineProvider } from './engine/engine-context.ts'
import type { LoadProgress, PdfEngine } from './engine/pdf-engine.ts'
import { useViewer } from './use-viewer.ts'

test('a document that is loaded by ranges stays open while further ranges arrive', async () => {
  const { engine } = fakeEngine()
  let report: (progress: LoadProgress) => void = () => undefined
  const listening: PdfEngine = {
    open(request, onProgress) {
      report = onProgress
      return engine.open(request, onProgress)
    },
  }
  const load = async () => listening
  const source = { url: '/escaneos.pdf', token: () => undefined }
  const { result } = renderHook(() => useViewer(source), {
    wrapper: ({ children }) => <EngineProvider value={load}>{children}</EngineProvider>,
  })
  await waitFor(() => expect(result.current.document.kind).toBe('loaded'))
  act(() => report({ loaded: 1_300_000, total: 9_700_000 }))
  expect(result.current.document.kind).toBe('loaded')
})

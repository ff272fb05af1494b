import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderInShell } from 'shared/testing'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import type { DocumentSource } from '../viewer/use-document.ts'
import type { ViewerModel, ViewerOptions } from '../viewer/use-viewer.ts'
import { useViewer } from '../viewer/use-viewer.ts'
import type { ViewerProps } from '../viewer/Viewer.tsx'
import { Viewer } from '../viewer/Viewer.tsx'
import type { FakeEngineOptions } from './fake-engine.ts'
import { fakeEngine } from './fake-engine.ts'

export const source: DocumentSource = { url: '/documento.pdf', token: () => 'first' }

export interface ShownViewer extends ViewerOptions, Partial<Omit<ViewerProps, 'viewer'>> {
  readonly engine?: FakeEngineOptions
  /** null: a file without a URL. */
  readonly from?: DocumentSource | null
}

interface ScreenProps {
  readonly first: Omit<ShownViewer, 'engine'>
  readonly onRender: (model: ViewerModel, change: (over: Omit<ShownViewer, 'engine'>) => void) => void
}

function Screen({ first, onRender }: ScreenProps) {
  const [props, setProps] = useState(first)
  const { from = source, fileName = 'Contrato.pdf', mode = 'viewer', ...rest } = props
  const viewer = useViewer(from ?? undefined, rest)
  onRender(viewer, (over) => setProps({ ...props, ...over }))
  return <Viewer {...rest} viewer={viewer} fileName={fileName} mode={mode} />
}

export const showViewer = ({ engine, ...first }: ShownViewer = {}) => {
  const fake = fakeEngine(engine)
  let latest: Parameters<ScreenProps['onRender']> | undefined
  renderInShell(
    <EngineProvider value={fake.load}>
      <Screen
        first={first}
        onRender={(...now) => {
          latest = now
        }}
      />
    </EngineProvider>,
  )
  const now = () => {
    if (!latest) throw new Error('the viewer was not rendered')
    return latest
  }
  return {
    ...fake,
    user: userEvent.setup(),
    /** Values of the last render. */
    viewer: () => now()[0],
    view: () => now()[0].view.current(),
    change: (over: Omit<ShownViewer, 'engine'>) => act(() => now()[1](over)),
  }
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
export const stage = (): HTMLElement => screen.getByRole('group', { name: /^Página \d+$/ })

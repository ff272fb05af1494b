import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { REMOTE_BRAND, REMOTE_CONTRACT } from 'shared/contract'
import { type LoadedRemote, RemoteLoadError } from 'shared/host'
import { lazyPart, RemoteMount } from 'shared/remote'
import { renderInShell } from 'shared/testing'
import type { RemoteLoader } from './load-remote-app.ts'
import { RemoteRouteView } from './RemoteRouteView.tsx'
import { remoteHost } from './RemoteSlot.tsx'
import { RemoteView } from './RemoteView.tsx'
import { avoidedRelease } from './resolve-entry.ts'
import { FIRST_SCREEN_LIMIT_MS, RemoteLoaderContext } from './use-remote-app.ts'

const signing = (overrides: Partial<LoadedRemote> = {}): LoadedRemote => ({
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_signing',
  routes: [{ path: '/document', Component: () => <h1>Documento para Trazo</h1> }],
  slots: { 'url-generator': () => <p>URLs de Firma</p> },
  ...overrides,
})

const loaderOf = (
  load: () => Promise<LoadedRemote>,
  loaded?: LoadedRemote,
  previous: string | null = null,
): RemoteLoader => ({
  load: jest.fn(load),
  loaded: () => loaded,
  running: () => ({ release: '2.0.0', previous }),
  mounted: jest.fn(),
  crashed: jest.fn(),
})

const show = (loader: RemoteLoader, ui = <RemoteRouteView remote="mf_signing" path="/document" />) =>
  renderInShell(
    <>
      <nav>Encabezado</nav>
      <RemoteLoaderContext value={loader}>{ui}</RemoteLoaderContext>
    </>,
    { host: remoteHost },
  )

const Broken = () => {
  throw new Error('undefined is not a function')
}

const boundary = (container: HTMLElement) => container.querySelector('[data-boundary="mf_signing"]')

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => jest.restoreAllMocks())

test('the route shows the page of the remote inside its boundary', async () => {
  const { container } = show(loaderOf(async () => signing()))
  expect(await screen.findByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
  expect(boundary(container)).toContainElement(screen.getByRole('heading'))
})

test('a loaded remote shows its page immediately', async () => {
  show(loaderOf(async () => signing(), signing()))
  expect(screen.getByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
  await act(async () => undefined)
})

test('the view shows «Cargando…» only after 150 ms', () => {
  jest.useFakeTimers()
  try {
    show(loaderOf(() => new Promise(() => undefined)))
    act(() => jest.advanceTimersByTime(149))
    expect(screen.queryByText('Cargando…')).not.toBeInTheDocument()
    act(() => jest.advanceTimersByTime(1))
    expect(screen.getByText('Cargando…')).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test('a lazy chunk of the screen does not restart the delay before «Cargando…»', async () => {
  jest.useFakeTimers()
  try {
    const Endless = lazyPart(() => new Promise<never>(() => undefined))
    let arrive: (app: LoadedRemote) => void = () => undefined
    const loading = new Promise<LoadedRemote>((resolve) => {
      arrive = resolve
    })
    show(loaderOf(() => loading))
    await act(() => jest.advanceTimersByTimeAsync(149))
    await act(async () => arrive(signing({ routes: [{ path: '/document', Component: Endless }] })))
    expect(screen.queryByText('Cargando…')).not.toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(1))
    expect(screen.getByText('Cargando…')).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test.each([true, false])(
  'a screen that suspends for ever becomes a panel with the previous version; loaded before: %s',
  async (loadedBefore) => {
    jest.useFakeTimers()
    try {
      let arrive: (part: { default: ComponentType }) => void = () => undefined
      const Late = lazyPart(() => new Promise<{ default: ComponentType }>((resolve) => (arrive = resolve)))
      const app = signing({ routes: [{ path: '/document', Component: Late }] })
      show(loaderOf(async () => app, loadedBefore ? app : undefined, '1.0.0'))
      await act(() => jest.advanceTimersByTimeAsync(0))
      await act(() => jest.advanceTimersByTimeAsync(FIRST_SCREEN_LIMIT_MS - 1))
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      await act(() => jest.advanceTimersByTimeAsync(2))
      expect(screen.getByRole('alert')).toHaveTextContent('Esta pantalla no termina de abrirse')
      expect(screen.getByRole('button', { name: 'Recargar con la versión anterior' })).toBeVisible()
      await act(async () => arrive({ default: () => <h1>Documento para Trazo</h1> }))
      await act(() => jest.advanceTimersByTimeAsync(400))
      expect(screen.getByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    } finally {
      jest.useRealTimers()
    }
  },
)

test('a remote that cannot be loaded shows an error panel, and a retry loads the remote', async () => {
  let healthy = false
  const { container } = show(
    loaderOf(async () => {
      if (!healthy) throw new RemoteLoadError('mf_signing', [])
      return signing()
    }),
  )
  const panel = await screen.findByRole('alert')
  expect(panel).toHaveTextContent('No pudimos cargar esta parte de Trazo')
  expect(boundary(container)).toContainElement(panel)
  expect(screen.getByText('Encabezado')).toBeVisible()

  healthy = true
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['load', /Revisa tu conexión/],
  ['timeout', /Revisa tu conexión/],
  ['registry', /Revisa tu conexión/],
  ['contract', /Algo falló de nuestro lado/],
  ['version', /Algo falló de nuestro lado/],
] as const)('the panel blames the connection only for a release that did not arrive: %s', async (reason, text) => {
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  show(loaderOf(() => Promise.reject(new RemoteLoadError('mf_signing', [{ reason, message: 'x' }]))))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(reported).not.toHaveBeenCalled()
})

test('a bug in the loader is told as one, and reported once', async () => {
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const bug = new TypeError('x is undefined')
  show(loaderOf(() => Promise.reject(bug)))
  expect(await screen.findByRole('alert')).toHaveTextContent('Algo falló de nuestro lado')
  expect(reported.mock.calls).toEqual([[bug]])
})

test('a crashing screen shows an error panel, and a retry mounts the screen again', async () => {
  let healthy = false
  const Fragile = () => {
    if (!healthy) throw new Error('undefined is not a function')
    return <h1>Documento para Trazo</h1>
  }
  show(loaderOf(async () => signing({ routes: [{ path: '/document', Component: Fragile }] })))
  expect(await screen.findByRole('alert')).toHaveTextContent('Algo falló en esta pantalla')
  expect(screen.getByText('Encabezado')).toBeVisible()

  healthy = true
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
})

test('a screen that crashes again after a retry offers to reload the page', async () => {
  const reload = jest.fn()
  show(
    loaderOf(async () => signing()),
    <RemoteView remote="mf_signing" reload={reload}>
      {() => <Broken />}
    </RemoteView>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Algo falló en esta pantalla')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Recargar' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('after a crash, a reload with the previous release avoids the crashed release', async () => {
  const reload = jest.fn()
  show(
    loaderOf(async () => signing(), undefined, '1.0.0'),
    <RemoteView remote="mf_signing" reload={reload}>
      {() => <Broken />}
    </RemoteView>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Recargar con la versión anterior' }))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(avoidedRelease('mf_signing')).toBe('2.0.0')
  expect(avoidedRelease('mf_auth')).toBeNull()
})

test('the error panel offers no previous release if the remote has no previous release', async () => {
  show(
    loaderOf(async () => signing()),
    <RemoteView remote="mf_signing">{() => <Broken />}</RemoteView>,
  )
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Recargar con la versión anterior' })).not.toBeInTheDocument()
})

test('the view reports a mount, and no crash, after the lazy parts are loaded', async () => {
  let arrive: () => void = () => undefined
  const Part = lazyPart(async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return { default: () => <h1>Documento para Trazo</h1> }
  })
  const app = signing({ routes: [{ path: '/document', Component: Part }] })
  const loader = loaderOf(async () => app, app)
  await act(async () => void show(loader))
  expect(loader.mounted).not.toHaveBeenCalled()
  await act(async () => arrive())
  expect(await screen.findByRole('heading')).toBeVisible()
  expect(loader.mounted).toHaveBeenCalledWith('mf_signing')
  expect(loader.crashed).not.toHaveBeenCalled()
})

test('the view reports a crash for the remote whose boundary caught the error', async () => {
  const loader = loaderOf(async () => signing({ routes: [{ path: '/document', Component: Broken }] }))
  show(loader)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(loader.crashed).toHaveBeenCalledWith('mf_signing', { kind: 'render', error: expect.any(Error) })
  expect(loader.mounted).not.toHaveBeenCalled()
})

test('the view shows a notice of slow loading after 4 s', () => {
  jest.useFakeTimers()
  try {
    show(loaderOf(() => new Promise(() => undefined)))
    act(() => jest.advanceTimersByTime(3999))
    expect(screen.queryByText(/más de lo normal/)).not.toBeInTheDocument()
    act(() => jest.advanceTimersByTime(1))
    expect(screen.getByText(/más de lo normal/)).toBeVisible()
  } finally {
    jest.useRealTimers()
  }
})

describe('a lazy part that does not load', () => {
  beforeEach(() => void fireEvent.offline(window))

  const showMissing = async () => {
    let arrives = false
    const Editor = lazyPart(async () => {
      if (arrives) return { default: () => <h2>El editor</h2> }
      throw Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
    })
    const reload = jest.fn()
    show(
      loaderOf(async () => signing()),
      <RemoteView remote="mf_signing" reload={reload}>
        {() => <Editor />}
      </RemoteView>,
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('Falta una parte de esta página')
    return {
      reload,
      repair: () => {
        arrives = true
      },
    }
  }

  test("'Reintentar' loads the part again, also after a failed retry", async () => {
    const { reload, repair } = await showMissing()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Falta una parte de esta página')
    repair()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('heading', { name: 'El editor' })).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
  })

  test('the part loads again automatically when the network returns', async () => {
    const { repair } = await showMissing()
    repair()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByRole('heading', { name: 'El editor' })).toBeVisible()
  })

  test('the button «Recargar» reloads the page', async () => {
    const { reload } = await showMissing()
    await userEvent.click(screen.getByRole('button', { name: 'Recargar' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

test('a mount without a page in the remote shows the not-found page, and the console names the remote', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  show(loaderOf(async () => signing({ routes: [] })))
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(document.title).toBe('Página no encontrada · Trazo')
  expect(warn).toHaveBeenCalledWith('[mf_signing] has no page for /document')
})

test('a slot of another remote renders inside the boundary of that remote', async () => {
  const { container } = show(
    loaderOf(async () => signing()),
    <div data-boundary="mf_documents">
      <RemoteMount remote="mf_signing" slot="url-generator" props={{}} />
    </div>,
  )
  expect(await screen.findByText('URLs de Firma')).toBeVisible()
  expect(boundary(container)).toContainElement(screen.getByText('URLs de Firma'))
})

test('a slot that the remote does not have shows an error and leaves the rest of the page visible', async () => {
  show(
    loaderOf(async () => signing({ slots: {} })),
    <>
      <p>El resto del tablero</p>
      <RemoteMount remote="mf_signing" slot="url-generator" props={{}} />
    </>,
  )
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByText('El resto del tablero')).toBeVisible()
})

describe('a quiet slot', () => {
  const showQuiet = (loader: RemoteLoader) => {
    const onUnavailable = jest.fn()
    const { container } = show(
      loader,
      <RemoteMount remote="mf_signing" slot="url-generator" props={{}} quiet onUnavailable={onUnavailable} />,
    )
    return { onUnavailable, shown: () => boundary(container)?.textContent }
  }
  const Missing = lazyPart(() =>
    Promise.reject<{ default: ComponentType }>(
      Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }),
    ),
  )

  test('a quiet slot shows its content like any other slot', async () => {
    const { shown, onUnavailable } = showQuiet(loaderOf(async () => signing()))
    await waitFor(() => expect(shown()).toBe('URLs de Firma'))
    expect(onUnavailable).not.toHaveBeenCalled()
  })

  test('a quiet slot shows nothing while its remote loads', () => {
    jest.useFakeTimers()
    try {
      const { shown } = showQuiet(loaderOf(() => new Promise(() => undefined)))
      act(() => jest.advanceTimersByTime(10_000))
      expect(shown()).toBe('')
      expect(document.querySelector('[aria-busy]')).toBeNull()
    } finally {
      jest.useRealTimers()
    }
  })

  test('a quiet slot shows nothing while a lazy part of the slot loads', async () => {
    const Endless = lazyPart(() => new Promise<never>(() => undefined))
    const { shown } = showQuiet(loaderOf(async () => signing({ slots: { 'url-generator': Endless } })))
    jest.useFakeTimers()
    try {
      await act(() => jest.advanceTimersByTimeAsync(10_000))
      expect(shown()).toBe('')
    } finally {
      jest.useRealTimers()
    }
  })

  test.each<[string, RemoteLoader['load']]>([
    ['its remote cannot be loaded', () => Promise.reject(new RemoteLoadError('mf_signing', []))],
    ['an older release of its remote does not have it', async () => signing({ slots: {} })],
    ['it crashes', async () => signing({ slots: { 'url-generator': Broken } })],
    ['its chunk does not arrive', async () => signing({ slots: { 'url-generator': Missing } })],
  ])('a quiet slot shows nothing when %s, and notifies the page that mounts the slot', async (_case, load) => {
    const { shown, onUnavailable } = showQuiet(loaderOf(() => load('mf_signing')))
    await waitFor(() => expect(onUnavailable).toHaveBeenCalledTimes(1))
    expect(shown()).toBe('')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByText('Encabezado')).toBeVisible()
  })
})

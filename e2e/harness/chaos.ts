import type { BrowserContext, Page, Route } from 'playwright/test'
import { expect } from 'playwright/test'
import { mounts, type RemoteName } from 'shared/contract'
import { builtRelease, crashing, type Edit, goLive, hasAppFile, keepRelease, replacing } from './releases.ts'
import type { Trazo } from './trazo.ts'

/** `whole` and `previous` are texts of two releases. */
export interface Subject {
  readonly name: RemoteName
  readonly whole: string
  readonly previous: string
  readonly elsewhere: { readonly path: string; readonly text: string }
}

export const subjects: readonly Subject[] = [
  {
    name: 'mf_auth',
    whole: 'Tus documentos y sus firmas te esperan.',
    previous: 'Tus documentos y sus firmas te aguardan.',
    elsewhere: { path: '/document', text: 'Formato esperado:' },
  },
  {
    name: 'mf_documents',
    whole: 'Documentos Firmados',
    previous: 'Documentos ya firmados',
    elsewhere: { path: '/profile', text: 'Mi perfil' },
  },
  {
    name: 'mf_signing',
    whole: 'Agregar Firma Digital',
    previous: 'Poner mi firma digital',
    elsewhere: { path: '/login', text: 'Tus documentos y sus firmas te esperan.' },
  },
]

const UNREACHABLE = 'No pudimos cargar esta parte de Trazo'
export const CRASHED = 'Algo falló en esta pantalla'

/** Milliseconds; must match shell/src/remotes/constants.ts. */
export const ATTEMPT_MS = 15_000
export const RESOURCE_TIMEOUT_MS = 8000

type Answer = (route: Route) => Promise<unknown>

interface Fault {
  readonly file: RegExp
  /** If undefined, the request hangs. */
  readonly answer?: Answer
}

export interface Failure {
  readonly title: string
  readonly panel: string
  readonly fault?: Fault
  readonly edit?: Edit
  /** Range of `shared` in the registry. */
  readonly shared?: string
}

const MANIFEST = /^mf-manifest\.json$/
const ENTRY = /^remoteEntry\.(.*\.)?js$/
const CHUNK = /^app\.(.*\.)?js$/

/** Sets a global if it ever runs. */
const FOREIGN = 'globalThis.trazoForeign=1;'
const tampered: Answer = async (route) => {
  const response = await route.fetch()
  return route.fulfill({ response, body: `${FOREIGN}${await response.text()}` })
}

const fault = (title: string, file: RegExp, answer?: Answer): Failure => ({
  title,
  panel: UNREACHABLE,
  fault: { file, ...(answer ? { answer } : {}) },
})

export const failures: readonly Failure[] = [
  fault('manifest 503', MANIFEST, (route) => route.fulfill({ status: 503, body: '' })),
  fault('HTML in place of the manifest', MANIFEST, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Trazo</title>' }),
  ),
  {
    title: 'a manifest that is no JSON, and vouched for',
    panel: UNREACHABLE,
    edit: (file, text) => (MANIFEST.test(file) ? text.slice(0, -20) : text),
  },
  fault('entry aborted', ENTRY, (route) => route.abort()),
  fault('entry hanging', ENTRY),
  fault('chunk 404', CHUNK, (route) => route.fulfill({ status: 404, body: '' })),
  fault('a tampered entry', ENTRY, tampered),
  fault('a tampered chunk', CHUNK, tampered),
  { title: 'a range of shared that does not fit', panel: UNREACHABLE, shared: '^99.0.0' },
  { title: 'another contract', panel: UNREACHABLE, edit: replacing(/contract:[\w.$]+(?=,name:"mf_)/g, 'contract:99') },
  {
    title: 'components that throw',
    panel: CRASHED,
    edit: crashing,
  },
]

export const hangs = ({ fault }: Failure): boolean => fault !== undefined && fault.answer === undefined

const PREVIOUS = '0.0.9-previous'
const idOf = (failure: Failure): string => `0.0.9-broken-${failures.indexOf(failure)}`

export const keepReleases = async (trazo: Trazo, { name, whole, previous }: Subject): Promise<void> => {
  await keepRelease(trazo, name, PREVIOUS, replacing(whole, previous))
  for (const failure of failures) if (failure.edit) await keepRelease(trazo, name, idOf(failure), failure.edit)
}

export const chaosOf = (trazo: Trazo, context: BrowserContext, { name }: Subject, failure: Failure) => {
  const active = failure.edit ? idOf(failure) : builtRelease(name)
  const file = failure.fault?.file === CHUNK && !hasAppFile(name) ? ENTRY : failure.fault?.file
  const isOfActive = ({ pathname }: URL): boolean => pathname.startsWith(`/r/${name}/${active}/`)
  const meet = async (route: Route): Promise<unknown> => {
    const requested = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    if (!file?.test(requested)) return route.continue()
    return failure.fault?.answer?.(route)
  }
  return {
    async begin({ previous }: { readonly previous: boolean }) {
      await goLive(trazo, name, { active, previous: previous ? PREVIOUS : undefined, shared: failure.shared })
      if (failure.fault) await context.route(isOfActive, meet)
    },
    async repair() {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await goLive(trazo, name, { active: builtRelease(name) })
    },
  }
}

/** Navigates on the client. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/** @param link the signing link, for mf_signing */
export const pathOf = ({ name }: Subject, link: string): string =>
  name === 'mf_signing' ? link : (mounts.find(({ remote }) => remote === name)?.path ?? '/')

export const retry = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click()

export const expectOthersWhole = async (page: Page, { elsewhere }: Subject): Promise<void> => {
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'Cambiar al tema oscuro' }).click()
  await banner.getByRole('button', { name: 'Cambiar al tema claro' }).click()
  await banner.getByRole('link', { name: 'Inicio', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Un trazo, y queda firmado.' })).toBeVisible()
  await goWithin(page, elsewhere.path)
  await expect(page.getByRole('main').getByText(elsewhere.text).first()).toBeVisible()
}

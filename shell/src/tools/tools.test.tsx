import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { LoadEvent } from 'shared/contract/load-events'
import { createTools } from './create-tools.ts'
import { findBoundaries, labelOf, shellLabel } from './RemoteOutline.tsx'
import { ToolsPanel } from './ToolsPanel.tsx'
import { TOOLS_KEY } from './tools.ts'

const MANIFEST = 'http://localhost:3003/mf-manifest.json'
const load: LoadEvent = { remote: 'mf_signing', release: '1.2.0-a', outcome: 'loaded', ms: 180, error: null }

const allow = (origins: string, isConfirmed = true) => {
  const confirmed = isConfirmed ? '<meta name="trazo-mf-confirmed" content="1">' : ''
  document.head.innerHTML = `<meta name="trazo-mf-overrides" content="${origins}">${confirmed}`
}
const openAt = (search: string) => window.history.replaceState(null, '', `/document${search}`)
const kept = () => JSON.parse(sessionStorage.getItem(TOOLS_KEY) ?? 'null')

const start = (agrees = true, isTaken = true) => {
  const confirm = jest.fn(async () => isTaken)
  const page = { reload: jest.fn(), show: jest.fn(async () => undefined), agree: jest.fn(() => agrees), confirm }
  return { tools: createTools(page), ...page }
}

beforeEach(() => {
  sessionStorage.clear()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  openAt('')
  globalThis.fetch = jest.fn(async () => ({ json: async () => ({ release: '0.1.0-a' }) }) as Response)
  // jsdom has no paint entries.
  performance.getEntriesByName ??= () => []
})
afterEach(() => jest.restoreAllMocks())

test('a remote from an allowed origin stays for the session, also without its parameter', () => {
  allow('http://localhost:*')
  openAt(`?mf.mf_signing=${MANIFEST}`)
  expect(start().tools.overrideOf('mf_signing')).toBe(MANIFEST)
  openAt('')
  expect(start().tools.overrideOf('mf_signing')).toBe(MANIFEST)
  const { tools, show } = start()
  expect(tools.overrideOf('mf_auth')).toBeUndefined()
  expect(show).toHaveBeenCalledWith(tools)
})

test.each([
  ['a site that allows none', ''],
  ['a site that allows others', 'https://equipo.example'],
])('%s loads no remote from another origin and stores nothing', (_name, origins) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  if (origins) allow(origins)
  openAt(`?mf.mf_signing=${MANIFEST}`)
  const { tools, show } = start()
  expect(tools.overrideOf('mf_signing')).toBeUndefined()
  expect(show).not.toHaveBeenCalled()
  expect(kept()).toBeNull()
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('MF_OVERRIDE_ORIGINS'))
})

test('a link loads nothing before the person agrees, and the page requests consent once per address', () => {
  allow('http://localhost:*')
  openAt(`?mf.mf_signing=${MANIFEST}`)
  const refused = start(false)
  expect(refused.agree).toHaveBeenCalledWith('mf_signing', MANIFEST)
  expect([refused.tools.overrideOf('mf_signing'), kept()]).toEqual([undefined, null])
  expect(start(true).tools.overrideOf('mf_signing')).toBe(MANIFEST)
  const again = start(false)
  expect(again.agree).not.toHaveBeenCalled()
  expect(again.tools.overrideOf('mf_signing')).toBe(MANIFEST)
  openAt('?mf.mf_signing=http://localhost:3004/mf-manifest.json')
  const other = start(false)
  expect(other.agree).toHaveBeenCalledTimes(1)
  expect(other.tools.overrideOf('mf_signing')).toBeUndefined()
})

test('a page with the strict policy loads no remote from a link, and reloads after the agreement', async () => {
  allow('http://localhost:*', false)
  openAt(`?mf.mf_signing=${MANIFEST}`)
  const refused = start(false)
  expect([refused.confirm.mock.calls.length, kept()]).toEqual([0, null])
  const agreed = start()
  expect(agreed.tools.overrideOf('mf_signing')).toBeUndefined()
  await agreed.confirm.mock.results[0]?.value
  expect(agreed.reload).toHaveBeenCalledTimes(1)
  openAt('')
  const ended = start()
  expect(ended.agree).toHaveBeenCalledTimes(1)
  const failed = start(true, false)
  await failed.confirm.mock.results[0]?.value
  expect(failed.reload).not.toHaveBeenCalled()
  allow('http://localhost:*')
  expect(start(false).tools.overrideOf('mf_signing')).toBe(MANIFEST)
})

test('a stored remote is ignored when the site no longer allows its origin', () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  sessionStorage.setItem(TOOLS_KEY, JSON.stringify({ overrides: { mf_signing: MANIFEST }, outline: false }))
  expect(start().tools.overrideOf('mf_signing')).toBeUndefined()
})

test('the banner names the source of each remote, and removing a remote reloads the page without it', async () => {
  allow('http://localhost:*')
  openAt(`?mf.mf_signing=${MANIFEST}&mf.outline`)
  const { tools, reload } = start()
  render(<ToolsPanel tools={tools} />)
  expect(screen.getByRole('status')).toHaveTextContent('Usando mf_signing desde localhost:3003')
  await userEvent.click(screen.getByRole('button', { name: 'Quitar mf_signing' }))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(kept()).toEqual({ overrides: {}, outline: true })
})

test('a button and Alt+Shift+R show and hide the areas, and the session stores the choice', async () => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 200))
  openAt('?mf.outline')
  const { tools } = start()
  tools.note(load)
  document.body.innerHTML = '<div id="root"><div data-boundary="mf_signing"></div></div><div id="tools"></div>'
  const container = document.getElementById('tools') ?? undefined
  render(<ToolsPanel tools={tools} />, container && { container })
  expect(await screen.findByText('mf_signing · 1.2.0-a · 180 ms')).toBeInTheDocument()
  expect(await screen.findByText('shell · 0.1.0-a')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar áreas' }))
  expect(screen.queryByText(/180 ms/)).not.toBeInTheDocument()
  expect(kept()).toBeNull()
  await userEvent.keyboard('{Alt>}{Shift>}r{/Shift}{/Alt}')
  expect(await screen.findByText(/180 ms/)).toBeInTheDocument()
  expect(kept()).toEqual({ overrides: {}, outline: true })
})

test.each<[string, LoadEvent | undefined]>([
  ['mf_signing', undefined],
  ['mf_signing · 1.2.0-a · 180 ms', load],
  ['mf_signing · 1.2.0-a · 180 ms, al segundo intento', { ...load, outcome: 'retried' }],
  ['mf_signing · 1.1.0-b · 180 ms, la versión anterior', { ...load, release: '1.1.0-b', outcome: 'fell-back' }],
  ['mf_signing · sin versión · 180 ms, no se pudo cargar', { ...load, release: null, outcome: 'failed' }],
])('the label of an area is %s', (label, event) => expect(labelOf('mf_signing', event)).toBe(label))

test.each([
  [{ status: 'ok', release: '0.1.0-a' }, 412.4, 'shell · 0.1.0-a · 412 ms'],
  [{ status: 'ok', release: '0.1.0-a' }, undefined, 'shell · 0.1.0-a'],
  ['<!doctype html>', 412.4, 'shell · sin versión · 412 ms'],
])('the label of the shell shows the release that the site server reports: %j', (health, ms, label) =>
  expect(shellLabel(health, ms)).toBe(label),
)

test('an area without a visible size is not listed', () => {
  document.body.innerHTML = '<div id="root"></div><div data-boundary="mf_auth"></div>'
  expect(findBoundaries(document)).toEqual([])
})

import { screen } from '@testing-library/react'
import type { UserFile } from 'shared/contract'
import type { NetworkAnswer } from 'shared/testing'
import { settle } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import { type FakeApi, isList } from '../../testing/fake-files-api.ts'
import { renderDashboard } from '../../testing/render-dashboard.tsx'
import { SEARCH_PAUSE_MS } from './use-filter-form.ts'

const files = [
  documentWith({ id: 1, original_filename: 'Señal de alquiler.pdf', uploaded_at: '2026-01-03T00:00:00.000Z' }),
  documentWith({ id: 2, original_filename: 'Acta.pdf', status: 'COMPLETED', is_signed: true }),
  documentWith({ id: 3, original_filename: 'Contrato.pdf', status: 'PROCESSING' }),
]
const button = (name: string) => screen.getByRole('button', { name })
const search = () => screen.getByRole('searchbox', { name: 'Buscar' })
const shown = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const list = () => screen.getByRole('list', { name: 'Mis Documentos' })
const said = () => screen.getByRole('status').textContent
const choose = (label: string, option: string) => [screen.getByLabelText(label), option] as const

/** With `hold`, the test answers the list requests. */
const slowly = (stored: readonly UserFile[]) => {
  const held: { url: string; signal: AbortSignal | undefined; answer: (given: NetworkAnswer) => void }[] = []
  const slow = { hold: false, held }
  const api: FakeApi = {
    files: stored,
    answer: (call) =>
      slow.hold && isList(call)
        ? new Promise<NetworkAnswer>((answer) => held.push({ url: call.url, signal: call.signal, answer }))
        : undefined,
  }
  const answer = async (index: number, documents: readonly UserFile[], next_cursor: string | null = null) => {
    held[index]?.answer({ status: 200, body: { documents, next_cursor } })
    await settle()
  }
  return { api, slow, held, answer }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

describe('searching', () => {
  test('the search starts only after a pause in typing', async () => {
    const { user, calls } = await renderDashboard({ files })
    const before = calls.filter(isList).length
    await user.type(search(), 'senal')
    await settle(SEARCH_PAUSE_MS - 1)
    expect(calls.filter(isList)).toHaveLength(before)
    await settle(1)
    expect(calls.filter(isList)).toHaveLength(before + 1)
    expect(calls.filter(isList).at(-1)?.url).toBe(
      '/home/api/files/?q=senal&archived=false&sort=newest&limit=24&counts=true',
    )
    expect(shown()).toEqual(['Señal de alquiler.pdf'])
    expect(said()).toBe('1 documento coincide')
  })

  test('Enter starts the search without a pause, and Escape clears the search box', async () => {
    const { user } = await renderDashboard({ files })
    await user.type(search(), 'acta{Enter}')
    await settle()
    expect(shown()).toEqual(['Acta.pdf'])
    await user.type(search(), '{Escape}')
    await settle()
    expect(search()).toHaveValue('')
    expect(search()).toHaveFocus()
    expect(shown()).toHaveLength(3)
  })

  test('the old cards stay, dimmed, until the answer to the search arrives', async () => {
    const { api, slow, answer } = slowly(files)
    const { user } = await renderDashboard(api)
    slow.hold = true
    await user.type(search(), 'acta{Enter}')
    expect(shown()).toHaveLength(3)
    expect(list()).toHaveAttribute('aria-busy', 'true')
    expect(list()).toHaveClass('outdated')
    await answer(0, [documentWith({ original_filename: 'Acta.pdf' })])
    expect(shown()).toEqual(['Acta.pdf'])
    expect(list()).toHaveAttribute('aria-busy', 'false')
    expect(list()).not.toHaveClass('outdated')
  })

  test('the page drops the late answer to an older search', async () => {
    const { api, slow, held, answer } = slowly(files)
    const { user } = await renderDashboard(api)
    slow.hold = true
    await user.type(search(), 'ac{Enter}')
    await user.type(search(), 'ta{Enter}')
    expect(held.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    await answer(1, [documentWith({ original_filename: 'Nuevo.pdf' })])
    await answer(0, [documentWith({ original_filename: 'Viejo.pdf' })])
    expect(shown()).toEqual(['Nuevo.pdf'])
  })

  test('a search without results shows a message and a button that removes the filters', async () => {
    const { user } = await renderDashboard({ files })
    await user.type(search(), 'zzz{Enter}')
    await settle()
    expect(screen.getByText('Ningún documento coincide con lo que buscas')).toBeVisible()
    expect(said()).toBe('Ningún documento coincide')
    expect(search()).toHaveValue('zzz')
    await user.click(button('Quitar los filtros'))
    await settle()
    expect(shown()).toHaveLength(3)
    expect(search()).toHaveValue('')
    expect(search()).toHaveFocus()
  })

  test('a failed search shows an error in place of the cards, and the owner can retry', async () => {
    let failing = false
    const { user } = await renderDashboard({
      files,
      answer: (call) => (failing && isList(call) ? { status: 500, body: {} } : undefined),
    })
    failing = true
    await user.type(search(), 'acta{Enter}')
    await settle()
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudieron cargar tus documentos')
    expect(shown()).toEqual([])
    expect(search()).toHaveValue('acta')
    failing = false
    await user.click(button('Reintentar'))
    await settle()
    expect(shown()).toEqual(['Acta.pdf'])
  })
})

describe('filter and order', () => {
  test('the page requests the list with the chosen status and order', async () => {
    const { user, calls } = await renderDashboard({ files })
    await user.selectOptions(...choose('Estado', 'Procesando'))
    await settle()
    expect(shown()).toEqual(['Contrato.pdf'])
    await user.selectOptions(...choose('Estado', 'Todos'))
    await user.selectOptions(...choose('Orden', 'Nombre'))
    await settle()
    expect(calls.filter(isList).at(-1)?.url).toBe('/home/api/files/?archived=false&sort=name&limit=24&counts=true')
    expect(shown()).toEqual(['Acta.pdf', 'Contrato.pdf', 'Señal de alquiler.pdf'])
  })

  test('the status filter «Cancelado» shows cancelled documents', async () => {
    const cancelled = documentWith({ id: 4, original_filename: 'Renuncia.pdf', status: 'CANCELLED' })
    const { user } = await renderDashboard({ files: [...files, cancelled] })
    await user.selectOptions(...choose('Estado', 'Cancelado'))
    await settle()
    expect(shown()).toEqual(['Renuncia.pdf'])
  })

  test('the status filter «Vencido» requests and shows expired documents', async () => {
    const deadline = { date: '2026-02-03', expired: true }
    const expired = documentWith({ id: 4, original_filename: 'Vieja.pdf', status: 'PROCESSING', deadline })
    const { user, calls } = await renderDashboard({ files: [...files, expired] })
    await user.selectOptions(...choose('Estado', 'Vencido'))
    await settle()
    expect(calls.filter(isList).at(-1)?.url).toContain('expired=true')
    expect(shown()).toEqual(['Vieja.pdf'])
  })

  test('the signed list requests signed documents, ignores a status in the address and has no status filter', async () => {
    const { calls } = await renderDashboard({ files }, '/dashboard?tab=firmados&estado=fallido')
    expect(calls.filter(isList).at(-1)?.url).toMatch(/\?signed=true&sort=newest&limit=/)
    expect(screen.queryByLabelText('Estado')).toBeNull()
    expect(shown()).toEqual(['Acta.pdf'])
  })

  test('an empty list with only an order shows the empty list, not a search without results', async () => {
    await renderDashboard({ files: [] }, '/dashboard?orden=nombre')
    expect(screen.getByText('Aún no tienes documentos')).toBeVisible()
    expect(screen.queryByRole('search')).toBeNull()
  })
})

describe('the address', () => {
  test('the page reads search, status and order from its address', async () => {
    await renderDashboard({ files }, '/dashboard?tab=documentos&buscar=contrato&estado=procesando&orden=antiguos')
    expect(search()).toHaveValue('contrato')
    expect(screen.getByLabelText('Estado')).toHaveDisplayValue('Procesando')
    expect(screen.getByLabelText('Orden')).toHaveDisplayValue('Antiguos')
    expect(shown()).toEqual(['Contrato.pdf'])
  })

  test('the back button undoes one choice at a time, and further typing adds no history entry', async () => {
    const { user } = await renderDashboard({ files })
    await user.selectOptions(...choose('Orden', 'Nombre'))
    await user.type(search(), 'a')
    await settle(SEARCH_PAUSE_MS)
    await user.type(search(), 'ct')
    await settle(SEARCH_PAUSE_MS)
    expect(shown()).toEqual(['Acta.pdf'])
    await user.click(button('Atrás'))
    await settle()
    expect(search()).toHaveValue('')
    expect(shown()).toEqual(['Acta.pdf', 'Contrato.pdf', 'Señal de alquiler.pdf'])
    await user.click(button('Atrás'))
    await settle()
    expect(screen.getByLabelText('Orden')).toHaveDisplayValue('Recientes')
  })

  test('the search stays after a document is opened and closed', async () => {
    const { user } = await renderDashboard({ files }, '/dashboard?buscar=acta')
    await user.click(button('Acta.pdf'))
    expect(screen.getByRole('region', { name: 'document-editor' })).toHaveTextContent('"id":2')
    await user.click(button('Cerrar editor'))
    expect(search()).toHaveValue('acta')
    expect(shown()).toEqual(['Acta.pdf'])
  })

  test('leaving the tab during the pause in typing cancels the search', async () => {
    const { user, calls } = await renderDashboard({ files })
    await user.type(search(), 'acta')
    await user.click(screen.getByRole('tab', { name: 'Subir Documento' }))
    await settle(SEARCH_PAUSE_MS)
    expect(screen.getByRole('tab', { name: 'Subir Documento' })).toHaveAttribute('aria-selected', 'true')
    expect(calls.some(({ url }) => url.includes('q=acta'))).toBe(false)
  })
})

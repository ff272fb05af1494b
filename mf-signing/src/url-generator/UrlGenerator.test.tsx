import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserFile } from 'shared/contract'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell, settle } from 'shared/testing'
import { logInOwner, refusal, serveApi } from '../testing/fake-api.ts'
import { fileShelf } from '../testing/file-shelf.ts'
import { storedFile } from '../testing/wire.ts'
import UrlGenerator from './UrlGenerator.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())
Element.prototype.scrollIntoView = () => undefined

const contract = storedFile({ id: 3, original_filename: 'Contrato Único.pdf', uploaded_at: '2026-01-30T18:00:00.000Z' })
const minutes = storedFile({ id: 4, original_filename: 'acta.pdf', uploaded_at: '2026-01-29T18:00:00.000Z' })
const publicMinutes = { ...minutes, is_shared: true }

type Answer = (call: SentCall) => NetworkAnswer | undefined
const open = async (files: UserFile[] = [contract, minutes], answer: Answer = () => undefined) => {
  const shelf = fileShelf(files)
  const calls = serveApi({
    answer: (call) => (call.url.startsWith('/home/') ? (answer(call) ?? shelf.answer(call)) : undefined),
  })
  await act(() => logInOwner())
  renderInShell(<UrlGenerator />)
  await settle()
  calls.length = 0
  return { calls, user: userEvent.setup({ advanceTimers: settle }) }
}
const input = () => screen.getByLabelText('Nombre del archivo')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const row = (name: string) =>
  screen.getAllByRole('listitem').find((item) => within(item).queryByText(name) !== null) ?? document.body
const sentTo = (calls: readonly SentCall[], part: string) =>
  calls.filter(({ url }) => url.includes(part)).map(({ method, url }) => `${method} ${url}`)
const notice = 'Al generar la URL, cualquiera que la tenga podrá leer el documento.'
const path = `/sign/3/${encodeURIComponent('contrato-único')}`
const shownPath = '/sign/3/contrato-único'

describe('generation of a URL', () => {
  test('the page explains the consequence before the owner clicks, and shares nothing automatically', async () => {
    const { calls } = await open()
    expect(screen.getByText(notice)).toBeVisible()
    expect(button('Generar URL')).toHaveAccessibleDescription(notice)
    expect(button('Generar URL de acta.pdf')).toHaveAccessibleDescription(notice)
    expect(calls).toEqual([])
  })

  test.each([
    ['', 'Por favor ingresa el nombre del archivo.'],
    ['otro', 'Archivo no encontrado. Verifica el nombre del archivo.'],
    ['contrato', 'Archivo no encontrado. Verifica el nombre del archivo.'],
  ])("section 5: the page refuses the name '%s' and shares nothing", async (name, message) => {
    const { calls, user } = await open()
    if (name) await user.type(input(), name)
    await user.click(button('Generar URL'))
    await settle()
    expect(screen.getByText(message)).toBeVisible()
    expect(input()).toHaveFocus()
    expect(input()).toHaveAccessibleDescription(message)
    expect(sentTo(calls, '/share/')).toEqual([])
    await user.type(input(), 'x')
    expect(screen.queryByText(message)).toBeNull()
  })

  test('section 5: a name in any case shares its document, and the page shows both URLs', async () => {
    const { calls, user } = await open()
    await user.type(input(), 'CONTRATO único{Enter}')
    await settle()
    expect(sentTo(calls, '/share/')).toEqual(['POST /home/api/files/3/share/'])
    const result = screen.getByRole('region', { name: 'Contrato Único.pdf' })
    expect(within(result).getByText('URL relativa').nextElementSibling).toHaveTextContent(shownPath)
    expect(within(result).getByText('URL completa').nextElementSibling).toHaveTextContent(
      `http://localhost${shownPath}`,
    )
    expect(within(result).getByText('Público: solo leer')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Contrato Único.pdf' })).toHaveFocus()
    expect(within(row('Contrato Único.pdf')).getByText('Público: solo leer')).toBeVisible()
  })

  test('the owner chooses between two documents with the same name', async () => {
    const older = { ...contract, id: 9, uploaded_at: '2026-01-02T18:00:00.000Z', pages: 1 }
    const { calls, user } = await open([contract, older, minutes])
    await user.type(input(), 'contrato único{Enter}')
    await settle()
    const choice = screen.getByRole('region', { name: 'Hay 2 documentos con ese nombre. ¿De cuál quieres la URL?' })
    expect(within(choice).getByRole('heading')).toHaveFocus()
    expect(sentTo(calls, '/share/')).toEqual([])
    await user.click(within(choice).getByRole('button', { name: /del subido el 2 de enero de 2026/ }))
    await settle()
    expect(sentTo(calls, '/share/')).toEqual(['POST /home/api/files/9/share/'])
    expect(screen.getByText('URL relativa').nextElementSibling).toHaveTextContent('/sign/9/')
    expect(choice).not.toBeInTheDocument()
  })

  test('a document deleted in the meantime is reported as not found and leaves the list', async () => {
    const { user } = await open([contract, minutes], ({ method }) =>
      method === 'POST' ? refusal(404, 'NOT_FOUND', 'No encontramos lo que buscas.') : undefined,
    )
    await user.type(input(), 'acta{Enter}')
    await settle()
    expect(screen.getByText('Archivo no encontrado. Verifica el nombre del archivo.')).toBeVisible()
    expect(screen.queryByText('acta.pdf')).toBeNull()
  })

  test('without network the page shows the error, and the owner can retry', async () => {
    let down = true
    const { user } = await open([contract], ({ method }) => (method === 'POST' && down ? new TypeError() : undefined))
    await user.type(input(), 'contrato único{Enter}')
    await settle()
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('No se pudo generar la URL')
    expect(alert).toHaveTextContent('Error de conexión. Verifica tu internet')
    down = false
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await settle()
    expect(screen.getByText('URL relativa')).toBeVisible()
  })
})

describe('permissions of the URL', () => {
  const shareBody = (calls: readonly SentCall[]) => calls.find(({ url }) => url.includes('/share/'))?.body

  test('the URL allows only reading by default, and the choice of signing explains its consequence', async () => {
    const { calls, user } = await open()
    expect(screen.getByRole('radio', { name: 'Solo leer' })).toBeChecked()
    const sign = screen.getByRole('radio', { name: 'Leer y firmar' })
    expect(sign).toHaveAccessibleDescription(/La primera firma congela el documento/)
    await user.click(button('Generar URL de acta.pdf'))
    await settle()
    expect(shareBody(calls)).toEqual({ mode: 'read', email_code: false })
    expect(within(row('acta.pdf')).getByText('Público: solo leer')).toBeVisible()
  })

  test('the owner generates a URL for signing with a code by e-mail', async () => {
    const { calls, user } = await open()
    await user.click(screen.getByRole('radio', { name: 'Leer y firmar' }))
    const consequence = 'Al generar la URL, cualquiera que la tenga podrá leer y firmar el documento.'
    expect(button('Generar URL')).toHaveAccessibleDescription(consequence)
    await user.click(screen.getByRole('checkbox', { name: 'Pedir un código por correo' }))
    await user.type(input(), 'acta{Enter}')
    await settle()
    expect(shareBody(calls)).toEqual({ mode: 'sign', email_code: true })
    expect(screen.getByText('URL generada. Cualquiera que la tenga podrá leer y firmar el documento.')).toBeVisible()
    expect(within(row('acta.pdf')).getByText('Público: leer y firmar')).toBeVisible()
  })
})

describe('search by name', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    storedFile({ id: index + 100, original_filename: `Contrato ${index}.pdf` }),
  )
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

  test('the page suggests names from among 10,000 documents after a pause in typing', async () => {
    const { calls, user } = await open([...many, contract])
    await user.type(input(), 'unico')
    expect(calls).toEqual([])
    await settle(250)
    expect(sentTo(calls, 'q=')).toEqual(['GET /home/api/files/?q=unico&sort=newest&limit=24'])
    expect(options()).toEqual(['Contrato Único.pdf30 de enero de 2026'])
    expect(screen.getByText('1 documento sugerido')).toBeInTheDocument()
    expect(screen.getAllByRole('listitem')).toHaveLength(12)
    await user.clear(input())
    await user.type(input(), 'contrato')
    await settle(250)
    expect(options()).toHaveLength(6)
  })

  test('the owner chooses a suggestion with the keyboard, and the page shares exactly that document', async () => {
    const twin = { ...contract, id: 9, uploaded_at: '2026-01-02T18:00:00.000Z' }
    const { calls, user } = await open([contract, twin])
    await user.type(input(), 'contrato')
    await settle(250)
    expect(input()).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(input()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[1]?.id)
    await user.keyboard('{Enter}')
    expect(input()).toHaveValue('Contrato Único.pdf')
    expect(options()).toEqual([])
    await user.keyboard('{Enter}')
    await settle()
    expect(sentTo(calls, '/share/')).toEqual(['POST /home/api/files/9/share/'])
  })

  test('text typed after an arrow key overrides the active suggestion', async () => {
    const { calls, user } = await open([contract, minutes])
    await user.type(input(), 'contrato')
    await settle(250)
    await user.keyboard('{ArrowDown}')
    await user.clear(input())
    await user.type(input(), 'acta{Enter}')
    await settle()
    expect(sentTo(calls, '/share/')).toEqual(['POST /home/api/files/4/share/'])
  })

  test('the owner chooses a suggestion with the pointer; Escape closes the list and an arrow key reopens it', async () => {
    const { user } = await open()
    await user.type(input(), 'acta')
    await settle(250)
    await user.keyboard('{Escape}')
    expect(options()).toEqual([])
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('option'))
    expect(input()).toHaveValue('acta.pdf')
    expect(input()).toHaveFocus()
  })

  test('typing more cancels the earlier request, and its answer gives no suggestions', async () => {
    const { calls, user } = await open()
    await user.type(input(), 'acta')
    await act(() => jest.advanceTimersByTime(250))
    await user.type(input(), 'x')
    expect(calls.find(({ url }) => url.includes('q=acta'))?.signal?.aborted).toBe(true)
    await settle(250)
    expect(options()).toEqual([])
  })

  test('when the suggestions fail, the page still finds the typed name', async () => {
    const { user } = await open([minutes], ({ url }) => (url.includes('q=') ? new TypeError() : undefined))
    await user.type(input(), 'acta')
    await settle(250)
    await user.keyboard('{Enter}')
    await settle()
    expect(screen.getByText('URL relativa')).toBeVisible()
  })
})

describe('copying of URLs', () => {
  test('section 8: the owner copies the relative and the full URL, and the page confirms it once', async () => {
    const { user } = await open()
    await user.type(input(), 'contrato único{Enter}')
    await settle()
    await user.click(button('Copiar URL relativa'))
    expect(await navigator.clipboard.readText()).toBe(path)
    await user.click(button('Copiar URL completa'))
    await settle()
    expect(screen.getAllByText('URL copiada al portapapeles')).toHaveLength(1)
    expect(await navigator.clipboard.readText()).toBe(`http://localhost${path}`)
  })

  test('section 8: the page reports a clipboard that refuses the text', async () => {
    const { user } = await open([publicMinutes])
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    await user.click(button('Copiar URL de acta.pdf'))
    await settle()
    expect(screen.getByText('Error al copiar la URL')).toBeVisible()
  })
})

describe('the preview list', () => {
  test('the list is newest first, shows each URL and its sharing, and copies only public URLs', async () => {
    await open([publicMinutes, contract])
    const items = screen.getAllByRole('listitem')
    expect(items.map((item) => item.querySelector('p')?.textContent)).toEqual(['Contrato Único.pdf', 'acta.pdf'])
    const [unshared, shared] = items.map((item) => within(item))
    expect(unshared?.getByText(shownPath)).toBeVisible()
    expect(unshared?.getByText('No público')).toBeVisible()
    expect(unshared?.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Generar URL'])
    expect(shared?.getByText('/sign/4/acta')).toBeVisible()
    expect(shared?.getByText('Público: solo leer')).toBeVisible()
    expect(shared?.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Copiar URL',
      'Dejar de compartir',
    ])
  })

  test('the owner shares the document of a row and copies its URL', async () => {
    const { calls, user } = await open()
    await user.click(button('Generar URL de acta.pdf'))
    await settle()
    expect(sentTo(calls, '/share/')).toEqual(['POST /home/api/files/4/share/'])
    expect(screen.getByText('URL generada. Cualquiera que la tenga podrá leer el documento.')).toBeVisible()
    expect(button('Copiar URL de acta.pdf')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await navigator.clipboard.readText()).toBe('http://localhost/sign/4/acta')
  })

  test('a row that fails to share shows the reason and stays', async () => {
    const { user } = await open([minutes], ({ method }) => (method === 'POST' ? new TypeError() : undefined))
    await user.click(button('Generar URL de acta.pdf'))
    await settle()
    expect(screen.getByText('Error de conexión. Verifica tu internet')).toBeVisible()
    expect(button('Generar URL de acta.pdf')).toBeEnabled()
  })

  test("'Mostrar más' loads the next page, focuses its first row and announces the count", async () => {
    const files = Array.from({ length: 14 }, (_, index) =>
      storedFile({
        id: index + 1,
        original_filename: `${index}.pdf`,
        uploaded_at: `2026-01-${31 - index}T12:00:00.000Z`,
      }),
    )
    const { user } = await open(files)
    expect(screen.getAllByRole('listitem')).toHaveLength(12)
    await user.click(button('Mostrar más'))
    await settle()
    expect(screen.getAllByRole('listitem')).toHaveLength(14)
    expect(screen.getAllByRole('listitem')[12]).toHaveFocus()
    expect(screen.getByText('Se agregaron 2 documentos; ahora se muestran 14')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Mostrar más' })).toBeNull()
  })

  test('the list shows its loading state, and the form is already enabled', async () => {
    serveApi({ answer: ({ url }) => (url.startsWith('/home/api/files/') ? new Promise(() => undefined) : undefined) })
    await act(() => logInOwner())
    renderInShell(<UrlGenerator />)
    expect(screen.getByText('Cargando documentos…')).toBeInTheDocument()
    expect(input()).toBeEnabled()
  })

  test('a list that cannot be loaded shows the error and can be retried', async () => {
    let down = true
    const { user } = await open([minutes], () => (down ? new TypeError() : undefined))
    expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar tus documentos')
    down = false
    await user.click(button('Reintentar'))
    await settle()
    expect(screen.getByText('acta.pdf')).toBeVisible()
  })

  test('without documents the list shows an empty state without buttons', async () => {
    await open([])
    expect(screen.getByText('Aún no tienes documentos')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('end of sharing', () => {
  const question = () => screen.queryByRole('dialog', { name: '¿Dejar de compartir este documento?' })

  test('the owner ends the sharing of a row after a confirmation of the consequence', async () => {
    const { calls, user } = await open([publicMinutes])
    await user.click(button('Dejar de compartir: acta.pdf'))
    expect(question()).toHaveTextContent('«acta.pdf» ya no se podrá leer ni firmar con su URL.')
    await user.click(button('Cancelar'))
    expect(question()).toBeNull()
    expect(calls).toEqual([])

    await user.click(button('Dejar de compartir: acta.pdf'))
    await user.click(button('Dejar de compartir'))
    await settle()
    expect(sentTo(calls, '/share/')).toEqual(['DELETE /home/api/files/4/share/'])
    expect(question()).toBeNull()
    expect(screen.getByText('«acta.pdf» dejó de compartirse')).toBeVisible()
    expect(within(row('acta.pdf')).getByText('No público')).toBeVisible()
    expect(button('Generar URL de acta.pdf')).toHaveFocus()
  })

  test('ending the sharing also removes the generated URL from the page', async () => {
    const { user } = await open([minutes])
    await user.type(input(), 'acta{Enter}')
    await settle()
    const result = screen.getByRole('region', { name: 'acta.pdf' })
    await user.click(within(result).getByRole('button', { name: 'Dejar de compartir' }))
    await user.click(within(question() ?? document.body).getByRole('button', { name: 'Dejar de compartir' }))
    await settle()
    expect(result).not.toBeInTheDocument()
    expect(input()).toHaveFocus()
    expect(within(row('acta.pdf')).getByText('No público')).toBeVisible()
  })

  test('when ending the sharing fails, the page shows the error and the document stays public', async () => {
    const { user } = await open([publicMinutes], ({ method }) => (method === 'DELETE' ? new TypeError() : undefined))
    await user.click(button('Dejar de compartir: acta.pdf'))
    await user.click(button('Dejar de compartir'))
    await settle()
    expect(screen.getByText('Error de conexión. Verifica tu internet')).toBeVisible()
    expect(within(row('acta.pdf')).getByText('Público: solo leer')).toBeVisible()
  })
})

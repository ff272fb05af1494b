import { act, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import type { FakeApi } from '../../testing/fake-api.ts'
import { refusal } from '../../testing/fake-api.ts'
import type { User } from '../../testing/open-editor.tsx'
import { button, openEditor, sent, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const second = storedField({ id: 8, field_id: 'field_2', page: 2 })
const third = storedField({ id: 9, field_id: 'field_3', page: 5 })
const luz = storedField({ id: 10, field_id: 'luz', signer_name: 'Luz', signer_email: 'luz@example.com' })
const all = [ana, second, third]
const invitations = all.map(({ id }, index) => storedInvitation({ id: 70 + index, field_id: id }))

const dialog = () => screen.getByRole('dialog', { name: 'Invitar a Trazo' })
const rows = () => within(dialog()).queryAllByRole('listitem')
const open = async (api: FakeApi) => {
  const opened = await openEditor(api)
  await screen.findAllByText('Ana Mora')
  await opened.user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  return opened
}
const choose = (user: User, text: string) =>
  user.click(within(rows()[0] as HTMLElement).getByRole('button', { name: new RegExp(`^${text}`) }))
const post = (call: { url: string; body?: unknown }, path: string, body: object) =>
  call.url.includes(path) ? { status: 200, body } : undefined

describe('one row a person', () => {
  test('a person with three fields is one row and one invitation, and each call names all fields', async () => {
    const { user, calls } = await open({ fields: [...all, luz] })
    expect(rows()).toHaveLength(2)
    expect(rows()[0]).toHaveTextContent('ana@example.com · 3 campos en las páginas 1, 2 y 5')
    await user.click(button('Enviar 2 invitaciones'))
    expect(await screen.findByText(/^0 de 2 enviadas/)).toBeVisible()
    expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
      { field_id: 7, other_fields: [8, 9] },
      { field_id: 8, other_fields: [7, 9] },
      { field_id: 9, other_fields: [7, 8] },
      { field_id: 10, other_fields: [] },
    ])
  })

  test('what stops the first field of a person stops the others, and the person counts once', async () => {
    const { user, calls } = await open({
      fields: [...all, luz],
      answer: ({ url, body }) =>
        url.includes('send-invitation') && JSON.stringify(body).includes('ana@')
          ? { status: 503, body: {} }
          : undefined,
    })
    await user.click(button('Enviar 2 invitaciones'))
    expect(await screen.findByText('Se enviaron 1 invitación(es) de 2')).toBeVisible()
    expect(within(rows()[0] as HTMLElement).getByRole('alert')).toHaveTextContent('Error del servidor.')
    expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(2)
  })

  test('revoking takes all open invitations of the person', async () => {
    const { user, calls } = await open({ fields: all, invitations })
    await choose(user, 'Revocar')
    await user.click(button('Revocar invitación'))
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Revocada'))
    expect(sent(calls, 'DELETE', '/invitations/').map(({ url }) => url)).toEqual(
      [70, 71, 72].map((id) => `/home/api/files/3/invitations/${id}/`),
    )
  })
})

describe('the link in the owner’s hand', () => {
  const url = 'https://trazo.example/sign/3/contrato.pdf?token=abc'

  test('the dialog warns before it asks for the link, then offers to copy and to share it', async () => {
    const { user, calls } = await open({
      fields: [ana],
      invitations: [storedInvitation()],
      answer: (call) => post(call, '/link/', { url, expires_at: '2026-03-02T18:00:00.000Z' }),
    })
    await choose(user, 'Copiar enlace')
    const handing = screen.getByRole('dialog', { name: 'Enlace de Ana Mora' })
    expect(within(handing).getByText(/Quien tenga este enlace puede firmar como Ana Mora/)).toBeVisible()
    expect(sent(calls, 'POST', '/link/')).toEqual([])
    await user.click(within(handing).getByRole('button', { name: 'Entiendo, mostrar el enlace' }))
    expect(await within(handing).findByLabelText('Enlace')).toHaveValue(url)
    const share = within(handing).getByRole('link', { name: 'Compartir por WhatsApp' })
    expect(new URL(share.getAttribute('href') ?? '').searchParams.get('text')).toContain(url)
    await user.click(within(handing).getByRole('button', { name: 'Copiar enlace' }))
    expect(await within(handing).findByText('Enlace copiado.')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(url)
  })

  test('a field without an invitation does not take the menu from the person’s open one', async () => {
    const { user, calls } = await open({
      fields: [second, ana],
      invitations: [storedInvitation()],
      answer: (call) => post(call, '/link/', { url, expires_at: '2026-03-02T18:00:00.000Z' }),
    })
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Sin invitar'))
    await choose(user, 'Copiar enlace')
    await user.click(button('Entiendo, mostrar el enlace'))
    expect(await screen.findByLabelText('Enlace')).toHaveValue(url)
    expect(sent(calls, 'POST', '/link/').map((call) => call.url)).toEqual(['/home/api/files/3/invitations/70/link/'])
  })

  test('a refused link says why and can be asked for again', async () => {
    let refuse = true
    const { user } = await open({
      fields: [ana],
      invitations: [storedInvitation()],
      answer: (call) => {
        if (!call.url.includes('/link/')) return undefined
        if (refuse) return refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED)
        return { status: 200, body: { url, expires_at: '2026-03-02T18:00:00.000Z' } }
      },
    })
    await choose(user, 'Copiar enlace')
    await user.click(button('Entiendo, mostrar el enlace'))
    expect(await screen.findByText(errorMessages.FIELD_SIGNED)).toBeVisible()
    refuse = false
    await user.click(button('Entiendo, mostrar el enlace'))
    expect(await screen.findByLabelText('Enlace')).toHaveValue(url)
  })
})

describe('a corrected address', () => {
  const begin = async (over: Partial<FakeApi> = {}) => {
    const opened = await open({ fields: [ana], invitations: [storedInvitation()], ...over })
    await choose(opened.user, 'Corregir dirección')
    const correction = screen.getByRole('dialog', { name: 'Corregir la dirección de Ana Mora' })
    const box = within(correction).getByLabelText('Email correcto')
    const write = async (text: string) => {
      await opened.user.clear(box)
      await opened.user.type(box, text)
      await opened.user.click(within(correction).getByRole('button', { name: 'Corregir y enviar' }))
    }
    return { ...opened, correction, box, write }
  }

  test('the new address gets the invitation, and the list shows it', async () => {
    const api: Partial<FakeApi> = {
      fields: [ana],
      answer: (call) => {
        if (!call.url.includes('/address/')) return undefined
        api.fields?.splice(0, 1, { ...ana, signer_email: 'ana.mora@example.com' })
        return { status: 200, body: { success: true, message: 'ok', expires_at: '2026-03-02T18:00:00.000Z' } }
      },
    }
    const { calls, write, onChanged } = await begin(api)
    await write('ana.mora@example.com')
    await toast('Invitación enviada a ana.mora@example.com.')
    expect(sent(calls, 'POST', '/address/').map(({ url, body }) => [url, body])).toEqual([
      ['/home/api/files/3/invitations/70/address/', { email: 'ana.mora@example.com' }],
    ])
    await waitFor(() => expect(rows()[0]).toHaveTextContent('ana.mora@example.com'))
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['ANA@example.com', 'Escribe una dirección distinta de la que ya tiene.'],
    ['ana@', 'El email no es válido'],
  ])('the address «%s» is refused at the input, and the typed text stays', async (text, problem) => {
    const { calls, box, write } = await begin()
    await write(text)
    expect(box).toHaveAccessibleDescription(problem)
    expect(box).toHaveValue(text)
    expect(sent(calls, 'POST', '/address/')).toEqual([])
  })

  test('a refusal of the server keeps the dialog and the typed text', async () => {
    const { box, write } = await begin({
      answer: ({ url }) =>
        url.includes('/address/') ? refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED) : undefined,
    })
    await write('ana.mora@example.com')
    expect(await screen.findByText(errorMessages.FIELD_SIGNED)).toBeVisible()
    expect(box).toHaveValue('ana.mora@example.com')
  })
})

describe('the folded options', () => {
  test('the fold names what is set, and nothing else', async () => {
    const steps = [ana, luz].map(({ id, signer_name, signer_email }) => ({
      field_ids: [id],
      signer_name,
      signer_email,
      is_owner: false,
      state: 'now',
    }))
    const { user } = await open({
      fields: [ana, luz],
      answer: ({ url }) =>
        url.includes('/signing-order/')
          ? { status: 200, body: { mode: 'ordered', steps, can_change: true } }
          : undefined,
    })
    const fold = () => within(dialog()).getByText(/^Opciones/)
    await waitFor(() => expect(fold()).toHaveTextContent(/^Opcionespor orden$/))
    const [certificate] = screen.getAllByLabelText('Identificación de su certificado')
    if (certificate) await user.type(certificate, '01-0234-0567')
    expect(fold()).toHaveTextContent(/^Opcionespor orden · 1 certificado pedido$/)
  })

  test('without options the fold says nothing more', async () => {
    await open({ fields: [ana] })
    expect(within(dialog()).getByText('Opciones')).toHaveTextContent(/^Opciones$/)
  })
})

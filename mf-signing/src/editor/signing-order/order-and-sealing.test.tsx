import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserFile } from 'shared/contract'
import type { SigningOrder } from 'shared/contract/signing-order'
import { endSession } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import { logInOwner, refusal, serveApi } from '../../testing/fake-api.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedFile } from '../../testing/wire.ts'
import { SealingNotice } from '../header/SealingNotice.tsx'
import { OrderOfSigning } from './OrderOfSigning.tsx'
import { useSigningOrder } from './use-signing-order.ts'

stubDom()
afterEach(() => act(() => endSession()))

const step = (id: number, signer_name: string, state: SigningOrder['steps'][number]['state'], is_owner = false) => ({
  field_ids: [id],
  signer_name,
  signer_email: `${id}@example.com`,
  is_owner,
  state,
})
const inParallel: SigningOrder = {
  mode: 'parallel',
  steps: [step(7, 'Ana Mora', 'now'), step(8, 'Luis Vargas', 'now', true), step(9, 'Eva Ríos', 'now')],
  can_change: true,
}
const file = storedFile()
const changed = jest.fn()

function Order() {
  return <OrderOfSigning model={useSigningOrder(file, changed)} />
}

const open = async (order: SigningOrder, put?: (call: SentCall) => NetworkAnswer) => {
  const calls = serveApi({
    answer: (call) => {
      if (!call.url.includes('/signing-order/')) return undefined
      return call.method === 'PUT' && put ? put(call) : { status: 200, body: order }
    },
  })
  await act(() => logInOwner())
  renderInShell(<Order />)
  return { user: userEvent.setup(), sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the signing order', () => {
  test('a change to ordered sends every signer as a step, and only an ordered document shows the list', async () => {
    const ordered = { ...inParallel, mode: 'ordered' as const }
    const { user, sent } = await open(inParallel, () => ({ status: 200, body: ordered }))
    expect(await screen.findByLabelText('En paralelo: cada quien firma cuando quiera')).toBeChecked()
    expect(screen.queryByRole('list')).toBeNull()
    await user.click(screen.getByLabelText('Por orden: una persona después de otra'))
    expect(sent()).toEqual([{ mode: 'ordered', steps: [[7], [8], [9]] }])
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('the owner moves a signer forward, and the focus moves with the signer', async () => {
    const ordered: SigningOrder = { ...inParallel, mode: 'ordered' }
    const { user, sent } = await open(ordered, () => ({
      status: 200,
      body: {
        ...ordered,
        steps: [step(8, 'Luis Vargas', 'now', true), step(7, 'Ana Mora', 'later'), step(9, 'Eva Ríos', 'later')],
      },
    }))
    await user.click(await screen.findByRole('button', { name: 'Que Luis Vargas firme antes' }))
    expect(sent()).toEqual([{ mode: 'ordered', steps: [[8], [7], [9]] }])
    expect(rows()).toEqual(['Luis Vargas (tú)Es su turno', 'Ana MoraEspera su turno', 'Eva RíosEspera su turno'])
    expect(screen.getAllByRole('listitem')[0]).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Que Luis Vargas firme antes' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Que Eva Ríos firme después' })).toBeDisabled()
  })

  test('a document of a sending that asks one person shows and sets the order of all', async () => {
    const { steps } = inParallel
    const sending: SigningOrder = { mode: 'ordered', steps: steps.slice(0, 1), together: steps, can_change: true }
    const { user, sent } = await open(sending, () => ({ status: 200, body: sending }))
    await user.click(await screen.findByRole('button', { name: 'Que Eva Ríos firme antes' }))
    expect(sent()).toEqual([{ mode: 'ordered', steps: [[7], [9], [8]] }])
    expect(rows()).toHaveLength(3)
  })

  test('a refused change is reverted, and the form shows the reason', async () => {
    const words = 'Ya hay firmas: el orden de firma no se puede cambiar.'
    const { user } = await open(inParallel, () => refusal(409, 'DOCUMENT_FROZEN', words))
    await user.click(await screen.findByLabelText('Por orden: una persona después de otra'))
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByLabelText('En paralelo: cada quien firma cuando quiera')).toBeChecked()
  })

  test('after the first signature, the order is read-only and shows the state of each signer', async () => {
    const steps = [step(7, 'Ana Mora', 'signed'), step(9, 'Eva Ríos', 'now')]
    await open({ mode: 'ordered', steps, can_change: false })
    expect(await screen.findByText('Ya hay firmas: el orden no se puede cambiar.')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Orden de firma' })).toBeDisabled()
    expect(screen.queryByRole('button')).toBeNull()
    expect(rows()).toEqual(['Ana MoraFirmado', 'Eva RíosEs su turno'])
  })
})

describe('the notice about sealing', () => {
  const show = async (sealing: UserFile['sealing'], answer?: (call: SentCall) => NetworkAnswer | undefined) => {
    const calls = serveApi(answer ? { answer } : {})
    await act(() => logInOwner())
    const onChanged = jest.fn()
    const { container } = renderInShell(<SealingNotice file={{ id: 3, sealing }} onChanged={onChanged} />)
    return { calls, onChanged, container, user: userEvent.setup() }
  }

  test('a document without pending sealing has no notice', async () => {
    await show(null)
    expect(screen.queryByText(/Todas las firmas están/)).toBeNull()
  })

  test('during sealing, the notice shows the reason and that Trazo retries automatically', async () => {
    await show({ state: 'pending', reason: 'El almacenamiento del servidor no respondió bien.' })
    expect(screen.getByText('Todas las firmas están. Cerrando el documento…')).toBeVisible()
    expect(screen.getByText(/no respondió bien\. Lo intentamos de nuevo/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })

  test('after a permanent failure, the notice shows the reason, and the owner can retry', async () => {
    const failed = { state: 'failed', reason: 'No se pudo obtener el sello de tiempo final.' } as const
    let answers = 0
    const { user, calls, onChanged } = await show(failed, ({ url }) => {
      if (!url.endsWith('/seal/')) return undefined
      answers += 1
      return answers === 1
        ? refusal(503, 'UNAVAILABLE', 'El servicio no está disponible en este momento.')
        : { status: 200, body: storedFile({ sealing: null }) }
    })
    expect(screen.getByText(/sello de tiempo final\. Las firmas están guardadas: nadie tiene que firmar/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('El servicio no está disponible en este momento.')).toBeVisible()
    expect(onChanged).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(onChanged).toHaveBeenCalledTimes(1)
    expect(screen.queryByText(/el documento no se pudo cerrar/)).toBeNull()
    expect(calls.filter(({ url }) => url.endsWith('/files/3/seal/'))).toHaveLength(2)
    expect(within(document.body).queryByRole('alert')).toBeNull()
  })
})

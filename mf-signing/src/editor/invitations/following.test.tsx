import { act, screen, waitFor, within } from '@testing-library/react'
import type { Invitation } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import type { FakeApi } from '../../testing/fake-api.ts'
import { REMINDED_AT, refusal } from '../../testing/fake-api.ts'
import { button, openEditor, sent, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(REMINDED_AT))
})
afterEach(() => {
  jest.restoreAllMocks()
  act(() => endSession())
})

const ana = storedField()
const luz = storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz', signer_email: 'luz@example.com', page: 2 })
const eva = { at: '2026-02-01T15:00:00.000Z', name: 'Eva Ríos', email: 'eva@example.com', note: 'Es la gerente.' }
const card = async (name: string) => {
  const title = await screen.findByText(name, { selector: 'li p' })
  return title.closest('li') as HTMLElement
}
const open = async (invitation: Partial<Invitation> = {}, over: Partial<FakeApi> = {}) => {
  const opened = await openEditor({ fields: [ana, luz], invitations: [storedInvitation(invitation)], ...over })
  const anas = await card('Ana Mora')
  await waitFor(() => expect(anas).toHaveTextContent('puede firmar hasta'))
  return { ...opened, anas }
}

describe('reminding a guest', () => {
  test('after a manual reminder, the card shows its date and when the next reminder is possible', async () => {
    const { user, calls, onChanged, anas } = await open()
    expect(await card('Luz')).not.toHaveTextContent('Recordar')
    await user.click(button('Recordar a Ana Mora'))
    await toast('Le recordamos a Ana Mora por correo.')
    expect(sent(calls, 'POST', '/remind/').map(({ url }) => url)).toEqual(['/home/api/files/3/invitations/70/remind/'])
    expect(onChanged).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(anas).toHaveTextContent('Último recordatorio: 3 feb 2026'))
    expect(anas).toHaveTextContent('Podrás recordarle de nuevo el 4 feb 2026')
    expect(screen.queryByRole('button', { name: 'Recordar a Ana Mora' })).toBeNull()
  })

  test('the card shows the date of the next automatic reminder', async () => {
    const { anas } = await open({
      reminders: { sent: 0, last_at: null, next_at: '2026-02-10T18:00:00.000Z', silenced: false },
    })
    expect(anas).toHaveTextContent('Próximo recordatorio automático: 10 feb 2026')
  })

  test('the card offers no reminder of a mail that waits for its turn', async () => {
    await openEditor({ fields: [ana, luz], invitations: [storedInvitation({ waits: true, delivery: null })] })
    const anas = await card('Ana Mora')
    await waitFor(() => expect(anas).toHaveTextContent('su correo sale cuando le toque'))
    expect(screen.queryByRole('button', { name: 'Recordar a Ana Mora' })).toBeNull()
  })

  test('the card offers no reminder when the guest opted out of reminders', async () => {
    const { anas } = await open({ reminders: { sent: 1, last_at: null, next_at: null, silenced: true } })
    expect(anas).toHaveTextContent(errorMessages.REMINDERS_SILENCED)
    expect(screen.queryByRole('button', { name: 'Recordar a Ana Mora' })).toBeNull()
  })

  test('the card shows a refused reminder next to the guest, and the invitations reload', async () => {
    const { user, calls, anas, onChanged } = await open(
      {},
      {
        answer: ({ url }) =>
          url.includes('/remind/') ? refusal(409, 'REMINDER_TOO_SOON', errorMessages.REMINDER_TOO_SOON) : undefined,
      },
    )
    const before = sent(calls, 'GET', '/invitations/').length
    await user.click(button('Recordar a Ana Mora'))
    expect(await within(anas).findByRole('alert')).toHaveTextContent(errorMessages.REMINDER_TOO_SOON)
    await waitFor(() => expect(sent(calls, 'GET', '/invitations/')).toHaveLength(before + 1))
    expect(onChanged).not.toHaveBeenCalled()
  })

  test('the owner can also remind a guest from the invitation dialog', async () => {
    const { user, calls } = await open()
    await user.click(button('Invitar a Trazo'))
    const dialog = screen.getByRole('dialog', { name: 'Invitar a Trazo' })
    await user.click(within(dialog).getByRole('button', { name: /^Recordar/ }))
    await waitFor(() => expect(dialog).toHaveTextContent('Último recordatorio'))
    expect(sent(calls, 'POST', '/remind/')).toHaveLength(1)
  })
})

describe('a proposal of another signer', () => {
  test('when the owner accepts the proposal, the proposed signer gets the field and an invitation', async () => {
    const { user, calls, anas, onChanged } = await open({ proposal: eva })
    expect(anas).toHaveTextContent('Propone a otra persona')
    expect(anas).toHaveTextContent('Dice que le corresponde firmar a Eva Ríos (eva@example.com).')
    expect(anas).toHaveTextContent('«Es la gerente.»')
    expect(screen.queryByRole('button', { name: 'Recordar a Ana Mora' })).toBeNull()
    await user.click(button('Confirmar a Eva Ríos'))
    await toast('Invitamos a Eva Ríos a firmar.')
    expect(sent(calls, 'POST', '/proposal/')).toMatchObject([
      { url: '/home/api/files/3/invitations/70/proposal/', body: { accepted: true } },
    ])
    expect(await card('Eva Ríos')).toHaveTextContent('eva@example.com')
    await waitFor(async () => expect(await card('Eva Ríos')).toHaveTextContent('En cola'))
    expect(screen.queryByText('Ana Mora', { selector: 'li p' })).toBeNull()
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  test('when the owner rejects the proposal, the guest’s invitation stays valid', async () => {
    const { user, calls, anas } = await open({ proposal: eva })
    await user.click(button('No aceptar a Eva Ríos'))
    await toast('Le avisamos a Ana Mora que su invitación sigue en pie.')
    expect(sent(calls, 'POST', '/proposal/')).toMatchObject([{ body: { accepted: false } }])
    await waitFor(() => expect(anas).not.toHaveTextContent('Eva Ríos'))
    expect(button('Recordar a Ana Mora')).toBeVisible()
  })

  test('the card shows that the proposal was withdrawn', async () => {
    const { user, anas } = await open(
      { proposal: eva },
      {
        answer: ({ url }) =>
          url.includes('/proposal/') ? refusal(409, 'NO_PROPOSAL', errorMessages.NO_PROPOSAL) : undefined,
      },
    )
    await user.click(button('Confirmar a Eva Ríos'))
    expect(await within(anas).findByRole('alert')).toHaveTextContent(errorMessages.NO_PROPOSAL)
  })
})

test('the card shows a guest’s action as soon as the editor receives the updated document', async () => {
  const api: FakeApi = { fields: [ana], invitations: [storedInvitation()] }
  const { update } = await openEditor(api)
  const anas = await card('Ana Mora')
  await waitFor(() => expect(anas).toHaveTextContent('Enviada'))
  api.invitations = [storedInvitation({ seen_at: '2026-02-01T15:00:00.000Z' })]
  update({})
  await waitFor(() => expect(anas).toHaveTextContent('Visto el 1 feb 2026'))
})

import { screen, within } from '@testing-library/react'
import { button, callsTo, INVITATION_LINK, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()

const AT = '2026-02-03T18:00:00.000Z'
const messages = [
  { number: 1, by: 'guest', text: '¿Incluye el parqueo?', at: AT },
  { number: 2, by: 'owner', text: 'Sí.', at: AT },
]
const open = (path: string, field = storedField(), isOthers = false) =>
  openGuestPage({
    path,
    reply: { signature_field: field, ...(isOthers ? { signed_by_other: true } : {}) },
    answer: ({ url }) => (url.endsWith('/questions/') ? { status: 200, body: { messages } } : undefined),
  })

const signed = storedField({ is_signed: true, signed_at: AT })

test('the mail of an answer opens the questions of a signer at once', async () => {
  const { calls } = open(`${INVITATION_LINK}&preguntas=si`)
  const dialog = await screen.findByRole('dialog', { name: 'Preguntar antes de firmar' })
  expect(await within(dialog).findByText('Sí.')).toBeVisible()
  expect(callsTo(calls, '/questions/')).toHaveLength(1)
})

test('after signing, it leads to the questions, and no more can be asked', async () => {
  const { calls, user } = open(`${INVITATION_LINK}&preguntas=si`, signed)
  await screen.findByRole('heading', { name: 'Ya firmaste este documento' })
  expect(callsTo(calls, '/questions/')).toEqual([])
  await user.click(button('Mis preguntas'))
  const dialog = await screen.findByRole('dialog', { name: 'Mis preguntas' })
  expect(await within(dialog).findByText('Sí.')).toBeVisible()
  expect(within(dialog).getByText('Ya firmaste: aquí no se hacen más preguntas.')).toBeVisible()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

test('a person in whose place another signed reads who did', async () => {
  const { user } = open(`${INVITATION_LINK}&preguntas=si`, { ...signed, signer_name: 'Luis Rojas' }, true)
  await screen.findByRole('heading', { name: 'Ya firmó Luis Rojas' })
  await user.click(button('Mis preguntas'))
  const dialog = await screen.findByRole('dialog', { name: 'Mis preguntas' })
  expect(await within(dialog).findByText('Ya firmó Luis Rojas: aquí no se hacen más preguntas.')).toBeVisible()
})

test('the link of an invitation shows nothing about questions after signing', async () => {
  open(INVITATION_LINK, signed)
  await screen.findByRole('heading', { name: 'Ya firmaste este documento' })
  expect(screen.queryByRole('button', { name: 'Mis preguntas' })).toBeNull()
})

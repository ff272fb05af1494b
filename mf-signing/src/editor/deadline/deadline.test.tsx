import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserFile } from 'shared/contract'
import { endSession } from 'shared/state'
import type { NetworkAnswer } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import { logInOwner, serveApi } from '../../testing/fake-api.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedFile } from '../../testing/wire.ts'
import { ExpiredNotice, FoldedDeadline } from './Deadline.tsx'

stubDom()
afterEach(() => act(() => endSession()))

const done: NetworkAnswer = { status: 200, body: { success: true } }
const until = (date: string, expired = false): UserFile => storedFile({ deadline: { date, expired } })

const open = async (file: UserFile, answer: NetworkAnswer = done) => {
  const calls = serveApi({ answer: ({ url }) => (url.includes('/deadline/') ? answer : undefined) })
  await act(() => logInOwner())
  const onChanged = jest.fn()
  renderInShell(
    <>
      <FoldedDeadline {...{ file, onChanged }} />
      <ExpiredNotice {...{ file, onChanged }} />
    </>,
  )
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { user: userEvent.setup(), sent, onChanged }
}
const press = (name: string) => screen.getByRole('button', { name })
const date = () => screen.getByLabelText('Último día para firmar')

test('the owner sets a deadline, and the form requires a date', async () => {
  const { user, sent, onChanged } = await open(storedFile())
  await user.click(screen.getByText('Fecha límite: sin fecha'))
  await user.click(press('Guardar fecha'))
  expect(screen.getByText('Elige una fecha.')).toBeVisible()
  expect(sent()).toEqual([])
  await user.type(date(), '2099-02-03')
  await user.click(press('Guardar fecha'))
  expect(await screen.findByText('Se puede firmar hasta el final del 3 de febrero de 2099.')).toBeVisible()
  expect(sent()).toEqual([{ date: '2099-02-03' }])
  expect(onChanged).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Quitar fecha' })).toBeNull()
})

test('the form shows why the API refused a date, and keeps the date', async () => {
  const fields = { date: 'Esa fecha ya pasó. Elige hoy o un día posterior.' }
  const { user } = await open(storedFile(), { status: 400, body: { code: 'VALIDATION', message: 'Corrige.', fields } })
  await user.click(screen.getByText('Fecha límite: sin fecha'))
  await user.type(date(), '2020-02-03')
  await user.click(press('Guardar fecha'))
  expect(await screen.findByText('Esa fecha ya pasó. Elige hoy o un día posterior.')).toBeVisible()
  expect(date()).toHaveValue('2020-02-03')
})

test('the form shows the deadline, and the owner removes the deadline', async () => {
  const { user, sent } = await open(until('2099-02-03'))
  await user.click(screen.getByText('Fecha límite: 3 de febrero de 2099'))
  await user.click(press('Quitar fecha'))
  expect(await screen.findByText('El documento ya no tiene fecha límite.')).toBeVisible()
  expect(sent()).toEqual([{ date: null }])
})

test('an expired document offers to extend the deadline', async () => {
  const { user, sent } = await open(until('2026-02-03', true))
  expect(screen.getByText('El plazo para firmar terminó el 3 de febrero de 2026')).toBeVisible()
  await user.click(press('Ampliar la fecha'))
  const extension = screen.getByLabelText('Nuevo último día para firmar')
  await user.clear(extension)
  await user.type(extension, '2099-02-10')
  const save = screen.getAllByRole('button', { name: 'Guardar fecha' }).at(-1)
  if (save === undefined) throw new Error('no form')
  await user.click(save)
  expect(sent()).toEqual([{ date: '2099-02-10' }])
})

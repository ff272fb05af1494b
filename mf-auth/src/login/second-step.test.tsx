import { act, screen } from '@testing-library/react'
import { type NetworkAnswer, serveFetch, sampleSession as sessionReply, settle } from 'shared/testing'
import { address, isOnDashboard, renderPage, shownNotifications } from '../testing/render-page.tsx'
import { LoginPage } from './LoginPage.tsx'

const lacking = {
  code: 'SECOND_FACTOR_NEEDED',
  message: 'Falta el segundo paso',
  second_step: { token: 'paso', totp: true, options: null },
}

const openStep = async (answer: NetworkAnswer) => {
  const calls = serveFetch(({ url }) => {
    if (url.endsWith('/login/second-step/')) return answer
    if (url.endsWith('/login/')) return { status: 401, body: lacking }
    return { status: 200, body: sessionReply.user }
  })
  const user = renderPage('/login', LoginPage)
  await user.type(screen.getByLabelText('Nombre de usuario'), 'ana')
  await user.type(screen.getByLabelText('Contraseña'), 'secreto-1')
  await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await settle()
  return { user, calls }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('with a second factor, the login shows the second step and no error', async () => {
  const { user, calls } = await openStep({ status: 200, body: sessionReply })
  expect(screen.getByRole('heading', { name: 'Segundo paso' })).toBeVisible()
  expect(shownNotifications()).toEqual([])
  expect(localStorage).toHaveLength(0)
  await user.type(screen.getByLabelText('Código'), '123456')
  await user.click(screen.getByRole('button', { name: 'Continuar' }))
  await settle()
  const sent = calls.find(({ url }) => url.endsWith('/login/second-step/'))
  expect(sent?.body).toEqual({ token: 'paso', code: '123456' })
  await act(() => jest.advanceTimersByTimeAsync(1000))
  expect(isOnDashboard()).toBe(true)
})

test('a wrong code shows an error at its field, and an expired step returns to the login', async () => {
  const wrong = { code: 'VALIDATION', message: 'No es', fields: { code: 'El código no es correcto.' } }
  const over = { code: 'SECOND_STEP_EXPIRED', message: 'Empieza de nuevo.' }
  const answers: NetworkAnswer[] = [
    { status: 400, body: wrong },
    { status: 410, body: over },
  ]
  const calls = serveFetch(({ url }) => {
    if (url.endsWith('/login/second-step/')) return answers.shift() ?? { status: 500, body: {} }
    return { status: 401, body: lacking }
  })
  const user = renderPage('/login', LoginPage)
  await user.type(screen.getByLabelText('Nombre de usuario'), 'ana')
  await user.type(screen.getByLabelText('Contraseña'), 'secreto-1')
  await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await settle()
  const send = async () => {
    await user.type(screen.getByLabelText('Código'), '1')
    await user.click(screen.getByRole('button', { name: 'Continuar' }))
    await settle()
  }
  await send()
  expect(screen.getByLabelText('Código')).toHaveAccessibleDescription('El código no es correcto.')
  await send()
  expect(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  expect(calls.filter(({ url }) => url.endsWith('/login/second-step/'))).toHaveLength(2)
  expect(address()).toBe('/login')
})

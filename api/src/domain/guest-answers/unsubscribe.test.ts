import { unsubscribeCall } from 'shared/contract/unsubscribe'
import { countChanges, eventsOf, type Invited, startInvited } from '../../../test/support/invited.ts'
import { invitationToken, multipart } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' } as const

const addressOf = (mail: { unsubscribe_url: string | null } | undefined): URL => new URL(mail?.unsubscribe_url ?? '')

const start = async () => {
  const invited = await startInvited()
  const query = { token: await invitationToken(invited.server, 'ana@example.com') }
  return { ...invited, invited, query }
}

const isSilenced = async ({ anasInvitation }: Invited) => (await anasInvitation()).reminders.silenced

test('a one-click POST (RFC 8058) to the address in the mail stops reminders, also when repeated', async () => {
  const { server, invited, ana, anasInvitation } = await start()
  const mail = server.delivered.find(({ mail: { to_address } }) => to_address === 'ana@example.com')?.mail
  const { pathname, search } = addressOf(mail)
  expect(pathname).toBe(unsubscribeCall.path)
  const post = () =>
    server.app.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const changeCount = await countChanges(invited, async () => {
    expect((await post()).statusCode).toBe(200)
    expect((await post()).statusCode).toBe(200)
  })
  expect(changeCount).toBe(1)
  const { id, reminders } = await anasInvitation()
  expect(reminders).toMatchObject({ silenced: true, next_at: null })
  expect(await eventsOf(invited, 'reminders-silenced')).toEqual([
    { kind: 'reminders-silenced', actor: `guest:${id}`, data: { field: ana.id } },
  ])
})

test('a one-click POST with multipart encoding stops reminders', async () => {
  const { server, invited, query } = await start()
  const { payload, headers } = await multipart([['List-Unsubscribe', 'One-Click']])
  const response = await server.app.inject({ method: 'POST', url: unsubscribeCall.path, query, headers, payload })
  expect(response.statusCode).toBe(200)
  expect(await isSilenced(invited)).toBe(true)
})

test('the API refuses any other POST to the unsubscribe address', async () => {
  const { server, invited, query } = await start()
  const wrong = await multipart([['List-Unsubscribe', 'quizás']])
  const file = await multipart([['List-Unsubscribe', { bytes: Buffer.from('One-Click'), filename: 'a.pdf' }]])
  const requests = [
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'List-Unsubscribe=No' },
    { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(ONE_CLICK) },
    { headers: {} },
    wrong,
    file,
  ]
  for (const request of requests) {
    const response = await server.app.inject({ method: 'POST', url: unsubscribeCall.path, query, ...request })
    expect(response.json()).toMatchObject({ code: 'VALIDATION' })
  }
  expect(await isSilenced(invited)).toBe(false)
})

test('the API refuses an unknown unsubscribe token', async () => {
  const { server } = await start()
  const query = { token: 'inventado' }
  expect((await refuse(server, unsubscribeCall, { query, body: ONE_CLICK })).code).toBe('INVITATION_INVALID')
})

test('an expired invitation can be silenced', async () => {
  const { server, invited, query } = await start()
  server.clock.advance(31 * DAY_MS)
  await succeed(server, unsubscribeCall, { query, body: ONE_CLICK })
  expect(await isSilenced(invited)).toBe(true)
})

test('a GET of the unsubscribe address redirects to the signing page and changes nothing', async () => {
  const { server, invited, query, ana, document } = await start()
  const response = await server.app.inject({ method: 'GET', url: unsubscribeCall.path, query })
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toBe(
    `https://trazo.example/sign/${document.id}/contrato-de-alquiler?token=${query.token}&fieldId=${ana.id}&recordatorios=no`,
  )
  expect(await isSilenced(invited)).toBe(false)
  const lost = await server.app.inject({ method: 'GET', url: unsubscribeCall.path, query: { token: 'inventado' } })
  expect(lost.headers.location).toBe('https://trazo.example/')
})

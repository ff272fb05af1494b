import { shareFileCall, startAgentSessionCall } from 'shared/contract'
import { cedula, signable, uploadDocument } from '../../../test/support/people.ts'
import { openPublicDocument } from '../../../test/support/public-link.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { LINK_SESSION_LIFE } from '../access/link-session-constants.ts'
import type { SessionRequest } from './start-session.ts'

afterEach(closeTestServers)

const start = async (variables: Readonly<Record<string, string>> = {}) => {
  const { server, owner, document, enter } = await openPublicDocument(undefined, variables)
  const body = (wish: Partial<SessionRequest>) => ({
    user_file_id: document.id,
    field_id: null,
    identification: cedula,
    name: 'Luis Mata',
    ...wish,
  })
  return { server, bearer: owner, body, enter }
}

describe('the data that a guest states', () => {
  test.each([
    ['nacional', '', 'Por favor, ingrese su número de identificación'],
    ['nacional', '1-0234-0567', 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.'],
    ['nacional', '155800123456', 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.'],
    ['extranjero', '255800123456', 'El número tiene 12 dígitos: DIMEX empieza con 1 y DIDI con 5.'],
    ['extranjero', '01-0234-0567', 'El número tiene 12 dígitos: DIMEX empieza con 1 y DIDI con 5.'],
  ] as const)('the API refuses the identification %s %j', async (type, number, text) => {
    const { server, body } = await start()
    const wrong = body({ identification: { type, number } })
    expect(await refuse(server, startAgentSessionCall, { body: wrong })).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      fields: { 'identification.number': text },
    })
  })

  test.each([
    ['nacional', '09-0234-0567'],
    ['extranjero', '155800123456'],
    ['extranjero', '500000000000'],
  ] as const)('the API records the identification %s %s', async (type, number) => {
    const { server, enter } = await start()
    await enter({ identification: { type, number } })
    expect(await server.services.db.selectFrom('agent_sessions').selectAll().execute()).toMatchObject([
      { identification_type: type, identification_number: number },
    ])
  })

  test.each(['nadie', 'a@b.cr,c@d.cr'])('the API refuses the e-mail address %j', async (email) => {
    const { server, body } = await start()
    expect(await refuse(server, startAgentSessionCall, { body: body({ email }) })).toMatchObject({
      code: 'VALIDATION',
      fields: { email: 'El email no es válido' },
    })
  })

  test('a session without a signature is deleted a day after its end', async () => {
    const { server, enter } = await start()
    await enter({ name: 'Luis' })
    const names = async () =>
      (await server.services.db.selectFrom('agent_sessions').select('name').execute()).map(({ name }) => name)
    server.clock.advance(LINK_SESSION_LIFE + DAY_MS - 1)
    await enter({ name: 'Ana' })
    expect((await names()).sort()).toEqual(['Ana', 'Luis'])
    server.clock.advance(1)
    await enter({ name: 'Eva' })
    expect((await names()).sort()).toEqual(['Ana', 'Eva'])
  })
})

describe('rate limits of public-link sessions', () => {
  const from = (n: number) => `10.0.${Math.floor(n / 200)}.${n % 200}`

  test('the API admits 60 sessions in ten minutes from one IP address', async () => {
    const { server, body, enter } = await start({ RATE_LIMIT_FACTOR: '1' })
    for (let n = 0; n < 60; n++) await enter()
    expect(await refuse(server, startAgentSessionCall, { body: body({}) })).toMatchObject({ status: 429 })
    await succeed(server, startAgentSessionCall, { body: body({}), remoteAddress: '10.0.0.1' })
  })

  test('the API admits 300 sessions an hour to one document from all addresses together', async () => {
    const { server, bearer, body } = await start({ RATE_LIMIT_FACTOR: '1' })
    const enterFrom = (n: number, user_file_id = body({}).user_file_id) => ({
      body: { ...body({}), user_file_id },
      remoteAddress: from(n),
    })
    for (let n = 0; n < 300; n++) await succeed(server, startAgentSessionCall, enterFrom(n))
    expect(await refuse(server, startAgentSessionCall, enterFrom(300))).toMatchObject({ status: 429 })
    const other = (await uploadDocument(server, bearer)).id
    await succeed(server, shareFileCall, { bearer, params: { id: other }, body: signable })
    await succeed(server, startAgentSessionCall, enterFrom(301, other))
    server.clock.advance(HOUR_MS)
    await succeed(server, startAgentSessionCall, enterFrom(302))
  })
})

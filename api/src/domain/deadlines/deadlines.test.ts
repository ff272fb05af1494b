import { pdfsigPeople, testWith } from 'pdf/testing/node'
import { pino } from 'pino'
import {
  cancelDocumentCall,
  digitalSignCall,
  findFilesCall,
  forwardInvitationCall,
  getFileCall,
  listInvitationsCall,
  publicLinkCall,
  remindCall,
  revokeInvitationCall,
  sendInvitationCall,
  shareFileCall,
  silenceRemindersCall,
  startAgentSessionCall,
  unshareFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { setDeadlineCall, setSigningOrderCall } from 'shared/contract/signing-order'
import {
  aboutAna,
  countChanges,
  eventsOf,
  type Invited,
  startAsAna,
  startInvited,
  tokenIn,
} from '../../../test/support/invited.ts'
import {
  cedula,
  downloadBytes,
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  signable,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { UndeliverableError } from '../../platform/mail/transport.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { createDeadlineWorker } from './deadline-worker.ts'

afterEach(closeTestServers)

const END = Date.UTC(2026, 1, 4, 6)

const setDate = async ({ server, document, owner }: Invited, date: string | null) =>
  succeed(server, setDeadlineCall, { bearer: await owner(), params: { id: document.id }, body: { date } })

const refuseDate = async ({ server, document, owner }: Invited, date: string) =>
  refuse(server, setDeadlineCall, { bearer: await owner(), params: { id: document.id }, body: { date } })

const fileOf = async ({ server, document, owner }: Invited) =>
  succeed(server, getFileCall, { bearer: await owner(), params: { id: document.id } })

const advanceTo = ({ server }: Invited, instant: number): void => server.clock.advance(instant - server.clock.now())

const startWithDate = async (): Promise<Invited> => {
  const invited = await startInvited()
  await setDate(invited, '2026-02-03')
  await invited.server.relay.tick()
  return invited
}

const refuseSign = async (invited: Invited, bearer: string, field = invited.ana) =>
  refuse(invited.server, digitalSignCall, {
    bearer,
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data: drawing() },
  })

const validateAna = async ({ server }: Invited) => ({
  query: { token: await invitationToken(server, 'ana@example.com') },
})

describe('setting the deadline of a document', () => {
  test('owner and guest see a new deadline, and the log and the event stream record each change once', async () => {
    const invited = await startInvited()
    expect((await fileOf(invited)).deadline).toBeNull()
    expect(await countChanges(invited, () => setDate(invited, '2026-02-03'))).toBe(1)
    expect(await countChanges(invited, () => setDate(invited, '2026-02-03'))).toBe(0)
    const shown = { date: '2026-02-03', expired: false }
    expect((await fileOf(invited)).deadline).toEqual(shown)
    const found = await succeed(invited.server, findFilesCall, {
      bearer: await invited.owner(),
      query: { sort: 'name' },
    })
    expect(found.documents[0]?.deadline).toEqual(shown)
    const reply = await succeed(invited.server, validateInvitationCall, await validateAna(invited))
    expect(reply.sign_by).toBe('2026-02-03')
    await setDate(invited, null)
    expect((await fileOf(invited)).deadline).toBeNull()
    expect(await eventsOf(invited, 'deadline-changed')).toMatchObject([
      { actor: `user:${invited.olga.user.id}`, data: { deadline: '2026-02-03', before: 'sin fecha' } },
      { data: { deadline: 'sin fecha', before: '2026-02-03' } },
    ])
  })

  test.each([
    ['2026-01-30', 'Esa fecha ya pasó. Elige hoy o un día posterior.'],
    ['2026-02-30', 'Esa fecha no existe. Escribe otra.'],
    ['2026-13-01', 'Esa fecha no existe. Escribe otra.'],
    ['2028-06-01', 'Elige una fecha dentro de los próximos dos años.'],
    ['mañana', 'Escribe la fecha completa'],
  ])('the API refuses the date %s', async (date, text) => {
    expect(await refuseDate(await startInvited(), date)).toMatchObject({ code: 'VALIDATION', fields: { date: text } })
  })

  test('the owner can choose today, which ends at midnight in Costa Rica', async () => {
    const invited = await startInvited()
    await setDate(invited, '2026-01-31')
    advanceTo(invited, Date.UTC(2026, 1, 1, 6) - 1)
    await succeed(invited.server, validateInvitationCall, await validateAna(invited))
    expect((await refuseDate(invited, '2026-01-30')).code).toBe('VALIDATION')
    invited.server.clock.advance(1)
    expect((await refuse(invited.server, validateInvitationCall, await validateAna(invited))).code).toBe(
      'DOCUMENT_EXPIRED',
    )
    expect((await refuseDate(invited, '2026-01-31')).code).toBe('VALIDATION')
  })

  test('the API refuses to set a deadline for strangers, guests and anonymous callers', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const call = { params: { id: document.id }, body: { date: '2026-12-24' } }
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    expect((await refuse(server, setDeadlineCall, { ...call, bearer: stranger })).status).toBe(404)
    const guest = await invited.open('ana@example.com')
    expect((await refuse(server, setDeadlineCall, { ...call, bearer: guest })).status).toBe(403)
    expect((await refuse(server, setDeadlineCall, call)).status).toBe(401)
    expect((await fileOf(invited)).deadline).toBeNull()
  })

  test('the API refuses a deadline for a cancelled or a completed document', async () => {
    const cancelled = await startInvited()
    const call = { bearer: await cancelled.owner(), params: { id: cancelled.document.id } }
    await succeed(cancelled.server, cancelDocumentCall, { ...call, body: {} })
    expect((await refuseDate(cancelled, '2026-02-03')).code).toBe('DOCUMENT_CANCELLED')
    const finished = await startInvited()
    await finished.sign(await finished.open('ana@example.com'), finished.ana)
    await finished.sign(await finished.open('luis@example.com'), finished.luis)
    expect((await refuseDate(finished, '2026-02-03')).code).toBe('DOCUMENT_FINISHED')
  })
})

describe('after the deadline', () => {
  test('the API refuses signatures, invitations and reminders even before the deadline worker runs', async () => {
    const invited = await startWithDate()
    const { server, document, ana } = invited
    const own = await placeField(server, await invited.owner(), document.id, { field_type: 'PRIMARY' })
    advanceTo(invited, END - SECOND_MS)
    const guest = await invited.open('ana@example.com')
    await invited.sign(await invited.open('luis@example.com'), invited.luis)
    server.clock.advance(SECOND_MS)
    expect((await refuseSign(invited, guest)).code).toBe('DOCUMENT_EXPIRED')
    expect((await refuse(server, validateInvitationCall, await validateAna(invited))).code).toBe('DOCUMENT_EXPIRED')
    const bearer = await invited.owner()
    expect(await refuseSign(invited, bearer, own)).toMatchObject({
      status: 410,
      code: 'DOCUMENT_EXPIRED',
      message: expect.stringContaining('Amplía la fecha'),
    })
    const reminding = { ...(await aboutAna(invited)), body: {} }
    expect((await refuse(server, remindCall, reminding)).message).toContain('Amplía la fecha')
    const about = { bearer, params: { id: document.id } }
    const body = {
      email: 'ana@example.com',
      signer_name: 'Ana',
      document_url: '',
      field_id: ana.id,
      field_coordinates: null,
    }
    expect((await refuse(server, sendInvitationCall, { ...about, body })).code).toBe('DOCUMENT_EXPIRED')
    expect(await succeed(server, listInvitationsCall, about)).toMatchObject([
      { state: 'standing', reminders: { next_at: null } },
      { state: 'signed' },
    ])
    expect(await server.reminderMailer.tick()).toBe(0)
    const luis = { query: { token: await invitationToken(server, 'luis@example.com') } }
    expect((await succeed(server, validateInvitationCall, luis)).signature_field.is_signed).toBe(true)
    expect((await fileOf(invited)).deadline?.expired).toBe(true)
  })

  test('the list filter finds an expired document until the owner extends the date or everyone signs', async () => {
    const invited = await startWithDate()
    const { server, document } = invited
    const find = async () => {
      const { documents } = await succeed(server, findFilesCall, {
        bearer: await invited.owner(),
        query: { expired: 'true' as const },
      })
      return documents.map(({ id }) => id)
    }
    const unsigned = await uploadDocument(server, await invited.owner(), undefined, 'Otro.pdf')
    const body = { date: '2026-02-03' }
    await succeed(server, setDeadlineCall, { bearer: await invited.owner(), params: { id: unsigned.id }, body })
    advanceTo(invited, END - SECOND_MS)
    expect(await find()).toEqual([])
    server.clock.advance(SECOND_MS)
    expect(new Set(await find())).toEqual(new Set([unsigned.id, document.id]))
    await setDate(invited, '2026-02-10')
    expect(await find()).toEqual([unsigned.id])
    await invited.sign(await invited.open('ana@example.com'), invited.ana)
    await invited.sign(await invited.open('luis@example.com'), invited.luis)
    server.clock.advance(30 * DAY_MS)
    expect(await find()).toEqual([unsigned.id])
  })

  test('the API refuses to change the signing order', async () => {
    const invited = await startWithDate()
    const { server, document, ana, luis } = invited
    advanceTo(invited, END)
    const body = { mode: 'ordered' as const, steps: [[luis.id], [ana.id]] }
    const call = { bearer: await invited.owner(), params: { id: document.id }, body }
    expect((await refuse(server, setSigningOrderCall, call)).code).toBe('DOCUMENT_EXPIRED')
  })

  test('a signature that finishes after the deadline is not stored', async () => {
    const invited = await startWithDate()
    const { signer, db } = invited.server.services
    advanceTo(invited, END - SECOND_MS)
    const bearer = await invited.open('ana@example.com')
    const really = signer.sign
    jest.spyOn(signer, 'sign').mockImplementationOnce(async (input) => {
      invited.server.clock.advance(SECOND_MS)
      return really(input)
    })
    expect((await refuseSign(invited, bearer)).code).toBe('DOCUMENT_EXPIRED')
    expect(await db.selectFrom('signatures').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('revisions').selectAll().where('kind', '=', 'signed').execute()).toEqual([])
  })

  test('public links open the document for reading and refuse to sign', async () => {
    const invited = await startInvited()
    const { server, olga } = invited
    const bare = await uploadDocument(server, olga.access_token, undefined, 'Enlace.pdf')
    const params = { id: bare.id }
    const bearer = olga.access_token
    await succeed(server, shareFileCall, { bearer, params, body: signable })
    await succeed(server, setDeadlineCall, { bearer, params, body: { date: '2026-02-03' } })
    advanceTo(invited, END - SECOND_MS)
    const entry = { user_file_id: bare.id, field_id: null, name: 'Eva Mora', email: '', identification: cedula }
    const { access_token: guest, signature_field } = await succeed(server, startAgentSessionCall, { body: entry })
    expect((await succeed(server, publicLinkCall, { params })).closed).toBeUndefined()
    server.clock.advance(SECOND_MS)
    expect((await succeed(server, publicLinkCall, { params })).closed).toBe('expired')
    expect((await refuse(server, startAgentSessionCall, { body: entry })).code).toBe('DOCUMENT_EXPIRED')
    expect((await refuseSign(invited, guest, signature_field)).code).toBe('DOCUMENT_EXPIRED')
    expect((await succeed(server, unshareFileCall, { bearer: await invited.owner(), params })).deadline?.expired).toBe(
      true,
    )
  })

  test('the owner gets one mail, however many workers run', async () => {
    const invited = await startWithDate()
    const { server } = invited
    const other = createDeadlineWorker({ ...server.services, log: pino({ level: 'silent' }) })
    expect(await server.deadlines.tick()).toBe(0)
    advanceTo(invited, END)
    const mails = await invited.mailsOf(async () => {
      const done = await Promise.all([server.deadlines.tick(), other.tick(), server.deadlines.tick()])
      expect(done.reduce((a, b) => a + b)).toBe(1)
    })
    expect(mails).toEqual(['document-expired olga@example.com'])
    expect(invited.lastMail('olga@example.com')).toContain('El 3 de febrero de 2026 terminó el plazo')
    expect(invited.lastMail('olga@example.com')).toContain('Luis Mata')
    expect(await eventsOf(invited, 'document-expired')).toEqual([
      { kind: 'document-expired', actor: 'system', data: { deadline: '2026-02-03' } },
    ])
    expect(await fileOf(invited)).toMatchObject({ status: 'PROCESSING', waits_for: null, deadline: { expired: true } })
  })

  testWith(['pdfsig'], 'an extended deadline reopens the invitations, and the new signatures are valid', async () => {
    const invited = await startWithDate()
    const { server, document } = invited
    advanceTo(invited, END + HOUR_MS)
    await server.deadlines.tick()
    await setDate(invited, '2026-02-10')
    expect(await fileOf(invited)).toMatchObject({
      waits_for: 'others',
      deadline: { date: '2026-02-10', expired: false },
    })
    await invited.sign(await invited.open('ana@example.com'), invited.ana)
    await invited.sign(await invited.open('luis@example.com'), invited.luis)
    expect(await fileOf(invited)).toMatchObject({ is_signed: true, deadline: { expired: false } })
    const people = pdfsigPeople(await downloadBytes(server, await invited.owner(), document.id))
    expect(people).toHaveLength(2)
    advanceTo(invited, END + 30 * DAY_MS)
    expect(await server.deadlines.tick()).toBe(0)
    expect((await fileOf(invited)).deadline?.expired).toBe(false)
  })

  test('removing the deadline reopens the document, and a second deadline expires again', async () => {
    const invited = await startWithDate()
    advanceTo(invited, END)
    await invited.server.deadlines.tick()
    await setDate(invited, null)
    await succeed(invited.server, validateInvitationCall, await validateAna(invited))
    await setDate(invited, '2026-02-05')
    invited.server.clock.advance(3 * DAY_MS)
    expect(await invited.server.deadlines.tick()).toBe(1)
  })
})

test('reminders are sent at 8 in the morning, 3 days and 1 day before the deadline', async () => {
  const invited = await startInvited()
  await setDate(invited, '2026-02-05')
  const { server, mailsOf, lastMail } = invited
  const sent: string[] = []
  for (let hour = 0; hour < 6 * 24; hour += 1) {
    server.clock.advance(HOUR_MS)
    const mails = await mailsOf(() => server.reminderMailer.tick())
    if (mails.includes('reminder ana@example.com')) sent.push(new Date(server.clock.now()).toISOString())
  }
  expect(sent).toEqual(['2026-02-02T14:00:00.000Z', '2026-02-04T14:00:00.000Z'])
  expect(lastMail('ana@example.com')).toMatch(/Firmar antes del:? final del 5 de febrero de 2026/)
  expect(lastMail('ana@example.com')).not.toContain('Puedes firmar hasta')
})

describe('mails to pending signers about a changed deadline', () => {
  const mailedBy = async (invited: Invited, date: string | null) =>
    (await invited.mailsOf(() => setDate(invited, date))).toSorted()
  const ANA = 'deadline-changed ana@example.com'
  const LUIS = 'deadline-changed luis@example.com'
  const pending = ({ server }: Invited) =>
    server.services.db
      .selectFrom('outbox')
      .select(['to_address', 'subject'])
      .where('kind', '=', 'deadline-changed')
      .where('state', '=', 'pending')
      .orderBy('to_address')
      .execute()

  test('each pending signer gets one mail per change, with a working link and an unsubscribe address', async () => {
    const invited = await startInvited()
    const { server } = invited
    const token = await invitationToken(server, 'ana@example.com')
    expect(await mailedBy(invited, '2026-02-03')).toEqual([ANA, LUIS])
    const mail = server.delivered.find(({ mail: { to_address } }) => to_address === 'ana@example.com')?.mail
    expect(mail?.unsubscribe_url).toBe(`https://trazo.example/home/api/unsubscribe?token=${token}`)
    expect(invited.lastMail('ana@example.com')).toContain(`token=${token}&fieldId=${invited.ana.id}&recordatorios=no`)
    expect(invited.lastMail('ana@example.com')).toContain('Puedes firmar hasta el final del 3 de febrero de 2026')
    expect(await mailedBy(invited, '2026-02-03')).toEqual([])
    expect(await mailedBy(invited, '2026-02-10')).toEqual([ANA, LUIS])
    expect(await mailedBy(invited, '2026-02-05')).toEqual([ANA, LUIS])
    expect(await mailedBy(invited, null)).toEqual([ANA, LUIS])
    const subjects = server.delivered.filter(({ mail: { to_address } }) => to_address === 'luis@example.com')
    expect(subjects.slice(1).map(({ mail: { subject } }) => subject)).toEqual(
      ['puso una fecha límite', 'amplió el plazo', 'adelantó la fecha límite', 'quitó la fecha límite'].map(
        (deed) => `María José Núñez ${deed} para firmar «Contrato de alquiler.pdf»`,
      ),
    )
    expect(await eventsOf(invited, 'mail-queued')).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ about: 'deadline-changed', to: 'luis@example.com' }) }),
    )
    await succeed(server, validateInvitationCall, await validateAna(invited))
  })

  test('the mail about an extended deadline says that the document can be signed again', async () => {
    const invited = await startWithDate()
    advanceTo(invited, END + HOUR_MS)
    expect(await mailedBy(invited, '2026-02-10')).toEqual([ANA, LUIS])
    expect(invited.server.delivered.at(-1)?.mail.subject).toBe('Puedes firmar otra vez «Contrato de alquiler.pdf»')
    expect(invited.lastMail('luis@example.com')).toContain(
      'Puedes firmar otra vez hasta el final del 10 de febrero de 2026',
    )
  })

  test('signers who signed, silenced or proposed, or whose link ended or turn is later, get no mail', async () => {
    const signed = await startInvited()
    await signed.sign(await signed.open('ana@example.com'), signed.ana)
    await signed.server.relay.tick()
    expect(await mailedBy(signed, '2026-02-03')).toEqual([LUIS])

    const silenced = await startAsAna()
    await succeed(silenced.server, silenceRemindersCall, { ...silenced.call, body: { silenced: true } })
    expect(await mailedBy(silenced.invited, '2026-02-03')).toEqual([LUIS])

    const revoked = await startInvited()
    await succeed(revoked.server, revokeInvitationCall, { ...(await aboutAna(revoked)), body: {} })
    expect(await mailedBy(revoked, '2026-02-03')).toEqual([LUIS])

    const proposing = await startAsAna()
    const body = { name: 'Eva Mora', email: 'eva@example.com', note: '' }
    await succeed(proposing.server, forwardInvitationCall, { ...proposing.call, body })
    await proposing.server.relay.tick()
    expect(await mailedBy(proposing.invited, '2026-02-03')).toEqual([LUIS])

    const ordered = await startInvited()
    const order = { mode: 'ordered' as const, steps: [[ordered.luis.id], [ordered.ana.id]] }
    const call = { bearer: await ordered.owner(), params: { id: ordered.document.id }, body: order }
    await succeed(ordered.server, setSigningOrderCall, call)
    await ordered.server.relay.tick()
    expect(await mailedBy(ordered, '2026-02-03')).toEqual([LUIS])

    const late = await startInvited()
    late.server.clock.advance(31 * DAY_MS)
    expect(await mailedBy(late, '2026-03-20')).toEqual([])
  })

  test('a signer with several fields gets one mail', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const bearer = await invited.owner()
    await inviteSigner(
      server,
      bearer,
      await placeField(server, bearer, document.id, { signer_email: 'ANA@example.com' }),
    )
    await server.relay.tick()
    expect(await mailedBy(invited, '2026-02-03')).toEqual([ANA, LUIS])
  })

  test('the queue keeps only the last change, and drops the mail after silencing or a cancellation', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    await setDate(invited, '2026-02-03')
    await setDate(invited, '2026-02-10')
    expect(await pending(invited)).toMatchObject([
      { to_address: 'ana@example.com', subject: expect.stringContaining('amplió') },
      { to_address: 'luis@example.com', subject: expect.stringContaining('amplió') },
    ])
    const bearer = await invited.open('ana@example.com')
    await succeed(server, silenceRemindersCall, {
      bearer,
      params: { fieldId: invited.ana.id },
      body: { silenced: true },
    })
    expect(await pending(invited)).toMatchObject([{ to_address: 'luis@example.com' }])
    await succeed(server, cancelDocumentCall, {
      bearer: await invited.owner(),
      params: { id: document.id },
      body: {},
    })
    expect(await pending(invited)).toEqual([])
  })

  test('no mail is queued when the change is not stored', async () => {
    const invited = await startInvited()
    const { invitationTokens } = invited.server.services
    const really = invitationTokens.tokenOf
    jest
      .spyOn(invitationTokens, 'tokenOf')
      .mockImplementationOnce(really)
      .mockImplementationOnce(() => {
        throw new Error('no key')
      })
    expect((await refuseDate(invited, '2026-02-03')).status).toBe(500)
    expect(await pending(invited)).toEqual([])
    expect((await fileOf(invited)).deadline).toBeNull()
    expect(await eventsOf(invited, 'deadline-changed')).toEqual([])
    expect(await mailedBy(invited, '2026-02-03')).toEqual([ANA, LUIS])
  })

  test('a signer whose invitation has a random token of earlier versions gets a working link', async () => {
    const invited = await startInvited()
    const { server, ana } = invited
    const token_hash = hashToken(newToken())
    await server.services.db.updateTable('invitations').set({ token_hash }).where('field_id', '=', ana.id).execute()
    expect(await mailedBy(invited, '2026-02-03')).toEqual([ANA, LUIS])
    await succeed(server, validateInvitationCall, { query: { token: tokenIn(invited.lastMail('ana@example.com')) } })
  })

  test('a signer gets no reminder within a day after the mail', async () => {
    const invited = await startInvited()
    const { server } = invited
    advanceTo(invited, Date.UTC(2026, 1, 2, 4))
    await setDate(invited, '2026-02-05')
    expect((await invited.anasInvitation()).reminders.next_at).toBe('2026-02-03T04:00:00.000Z')
    advanceTo(invited, Date.UTC(2026, 1, 3, 4) - 1)
    expect(await server.reminderMailer.tick()).toBe(0)
    server.clock.advance(1)
    expect(await server.reminderMailer.tick()).toBe(2)
  })

  test('the owner gets a mail when the mail to a signer cannot be delivered', async () => {
    const problems: Error[] = []
    const transport = async () => {
      const problem = problems.pop()
      if (problem !== undefined) throw problem
    }
    const invited = await startInvited({ transport })
    problems.push(new UndeliverableError('550 no such user'))
    await mailedBy(invited, '2026-02-03')
    expect((await invited.anasInvitation()).delivery?.state).toBe('failed')
    const mails = await invited.server.services.db
      .selectFrom('outbox')
      .select(['to_address', 'text_body'])
      .where('kind', '=', 'mail-undelivered')
      .execute()
    expect(mails).toMatchObject([{ to_address: 'olga@example.com' }])
    expect(mails[0]?.text_body).toContain('El aviso de la nueva fecha límite')
  })

  test('the API refuses the 21st change of a document’s deadline within an hour', async () => {
    const invited = await startInvited({ variables: { RATE_LIMIT_FACTOR: '1' } })
    for (let n = 0; n < 10; n += 1) for (const date of ['2026-02-03', '2026-02-04']) await setDate(invited, date)
    expect((await refuseDate(invited, '2026-02-05')).status).toBe(429)
  })
})

import { answerProposalCall, deleteFileCall, forwardInvitationCall, renewInvitationCall } from 'shared/contract'
import {
  addContactCall,
  changeContactCall,
  findContactsCall,
  forgetContactCall,
  forgetContactsCall,
  importContactsCall,
} from 'shared/contract/signing-order'
import { aboutAna, type Invited, startInvited } from '../../../test/support/invited.ts'
import {
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { eraseDocument } from '../personal-data/erase-document.ts'
import { purgeExpired } from '../personal-data/purge-expired.ts'
import { forgetSigner } from '../personal-data/signers/forget-signer.ts'

afterEach(closeTestServers)

const find = async ({ server, owner }: Invited, q?: string) =>
  succeed(server, findContactsCall, { bearer: await owner(), ...(q === undefined ? {} : { query: { q } }) })

const emails = async (invited: Invited, q?: string) => (await find(invited, q)).contacts.map(({ email }) => email)

const invite = async ({ server, document, owner }: Invited, signer_name: string, signer_email: string) => {
  server.clock.advance(MINUTE_MS)
  const bearer = await owner()
  const field = await placeField(server, bearer, document.id, { signer_name, signer_email })
  await inviteSigner(server, bearer, field)
  return field
}

describe('contacts of an account', () => {
  test('the list shows recent contacts first and finds parts of a name or address, ignoring accents', async () => {
    const invited = await startInvited()
    await invite(invited, 'José Ángel Núñez', 'Jose@Example.com')
    expect((await emails(invited))[0]).toBe('Jose@Example.com')
    expect(await emails(invited, 'nunez')).toEqual(['Jose@Example.com'])
    expect(await emails(invited, 'ÁNGEL jos')).toEqual(['Jose@Example.com'])
    expect(await emails(invited, 'luis@')).toEqual(['luis@example.com'])
    expect(await emails(invited, '%')).toEqual([])
    expect(await emails(invited, '_')).toHaveLength(3)
    await invite(invited, 'Ana Rojas de Mora', 'ANA@example.com')
    expect((await find(invited)).contacts).toMatchObject([
      { name: 'Ana Rojas de Mora', email: 'ANA@example.com' },
      { email: 'Jose@Example.com' },
      { email: 'luis@example.com' },
    ])
  })

  test('the list offers at most eight contacts and returns the total number', async () => {
    const invited = await startInvited()
    for (let number = 0; number < 8; number += 1) await invite(invited, `Persona ${number}`, `p${number}@example.com`)
    const { contacts, total } = await find(invited)
    expect([contacts.length, total]).toEqual([8, 10])
    const call = { bearer: await invited.owner(), query: { limit: '101' } }
    expect((await refuse(invited.server, findContactsCall, call)).code).toBe('VALIDATION')
  })

  test('an account can neither read nor delete the contacts of another account', async () => {
    const invited = await startInvited()
    const { access_token: bearer } = await registerPerson(invited.server, 'pedro')
    expect(await succeed(invited.server, findContactsCall, { bearer })).toEqual({ contacts: [], total: 0 })
    const [ana] = (await find(invited)).contacts
    const call = { bearer, params: { contactId: ana?.id ?? 0 } }
    expect((await refuse(invited.server, forgetContactCall, call)).status).toBe(404)
    await succeed(invited.server, forgetContactsCall, { bearer })
    expect(await emails(invited)).toHaveLength(2)
  })

  test('a proposed person becomes a contact when the owner accepts the proposal', async () => {
    const invited = await startInvited()
    const bearer = await invited.open('ana@example.com')
    const body = { name: 'Carmen Díaz', email: 'carmen@example.com', note: '' }
    await succeed(invited.server, forwardInvitationCall, { bearer, params: { fieldId: invited.ana.id }, body })
    expect(await emails(invited, 'carmen')).toEqual([])
    await succeed(invited.server, answerProposalCall, { ...(await aboutAna(invited)), body: { accepted: true } })
    expect(await emails(invited, 'carmen')).toEqual(['carmen@example.com'])
  })
})

describe('contacts that the owner adds and changes', () => {
  test('an added contact comes first, and a known address gets the new name', async () => {
    const invited = await startInvited()
    const bearer = await invited.owner()
    invited.server.clock.advance(MINUTE_MS)
    const body = { name: 'José Núñez', email: 'jose@example.com' }
    const added = await succeed(invited.server, addContactCall, { bearer, body })
    expect((await find(invited)).contacts[0]).toEqual(added)
    const renamed = { name: 'José Núñez Mora', email: 'JOSE@example.com' }
    expect(await succeed(invited.server, addContactCall, { bearer, body: renamed })).toEqual({ ...added, ...renamed })
    expect(await emails(invited, 'nunez mora')).toEqual(['JOSE@example.com'])
  })

  test('a changed contact is found by its new name and address only', async () => {
    const invited = await startInvited()
    const ana = (await find(invited, 'ana@')).contacts[0]
    const call = { bearer: await invited.owner(), params: { contactId: ana?.id ?? 0 } }
    const body = { name: 'Ánna Rojas', email: 'anna@example.com' }
    expect(await succeed(invited.server, changeContactCall, { ...call, body })).toEqual({ id: ana?.id, ...body })
    expect(await emails(invited, 'anna')).toEqual(['anna@example.com'])
    expect(await emails(invited, 'ana@')).toEqual([])
  })

  test('the address of another contact is refused at its field, and another account’s contact is not found', async () => {
    const invited = await startInvited()
    const { server } = invited
    const ana = (await find(invited, 'ana@')).contacts[0]
    const params = { contactId: ana?.id ?? 0 }
    const body = { name: 'Ana', email: 'LUIS@example.com' }
    const refusal = await refuse(server, changeContactCall, { bearer: await invited.owner(), params, body })
    expect(refusal.fields).toEqual({ email: 'Ya tienes un contacto con este email. Cámbialo o elimínalo primero.' })
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    expect((await refuse(server, changeContactCall, { bearer, params, body })).status).toBe(404)
    expect(await emails(invited, 'ana@')).toEqual(['ana@example.com'])
  })
})

describe('import of a CSV file', () => {
  const fileOf = (...lines: string[]) => ({ file: Buffer.from(lines.join('\r\n')).toString('base64') })

  test('rows without a problem are saved, and each other row is named with its problem', async () => {
    const invited = await startInvited()
    const body = fileOf(
      'Correo electrónico;Nombre completo;Notas',
      'eva@example.com;Eva Ríos;nueva',
      'sin-arroba;Raúl Mora;',
      ';Luz Díaz;',
      'pedro@example.com;;',
      '',
      'EVA@example.com;Eva otra vez;',
      'ANA@example.com;Ana Rojas Mora;',
    )
    const reply = await succeed(invited.server, importContactsCall, { bearer: await invited.owner(), body })
    expect(reply).toEqual({
      saved: 2,
      ready: 2,
      sample: [
        { row: 2, name: 'Eva Ríos', email: 'eva@example.com' },
        { row: 8, name: 'Ana Rojas Mora', email: 'ANA@example.com' },
      ],
      problems: [
        { row: 3, message: 'El email no es válido' },
        { row: 4, message: 'Falta el email.' },
        { row: 5, message: 'Falta el nombre.' },
        { row: 7, message: 'Repite el email de la fila 2.' },
      ],
    })
    expect((await emails(invited)).toSorted()).toEqual(['ANA@example.com', 'eva@example.com', 'luis@example.com'])
    expect(await emails(invited, 'rojas mora')).toEqual(['ANA@example.com'])
  })

  test('a preview finds the same and saves nothing', async () => {
    const invited = await startInvited()
    const body = { ...fileOf('Nombre,Email', 'Eva Ríos,eva@example.com', 'Raúl,nada'), preview: true }
    const call = { bearer: await invited.owner(), body }
    const seen = await succeed(invited.server, importContactsCall, call)
    expect(seen).toMatchObject({ saved: 0, ready: 1, problems: [{ row: 3, message: 'El email no es válido' }] })
    expect(await emails(invited)).not.toContain('eva@example.com')
    const saved = await succeed(invited.server, importContactsCall, { ...call, body: { ...body, preview: false } })
    expect(saved).toEqual({ ...seen, saved: 1 })
    expect(await emails(invited)).toContain('eva@example.com')
  })

  const latin = Buffer.from('Nombre;Correo\r\nJosé Núñez;jose@example.com\r\n', 'latin1')
  const jose = { name: 'José Núñez', email: 'jose@example.com' }
  test.each([
    [
      'titles in English, commas and quotes',
      Buffer.from('Full name,Email address\n"José Núñez",jose@example.com\n'),
      2,
    ],
    ['a byte order mark', Buffer.from('\uFEFFNombre;Email\nJosé Núñez;jose@example.com'), 2],
    ['Latin-1, as Excel writes it', latin, 2],
    ['no titles', Buffer.from('jose@example.com;José Núñez\nsin-arroba;Eva Mora'), 1],
  ])('a file with %s is read', async (_, file, row) => {
    const invited = await startInvited()
    const body = { file: file.toString('base64'), preview: true }
    const reply = await succeed(invited.server, importContactsCall, { bearer: await invited.owner(), body })
    expect(reply.sample).toEqual([{ row, ...jose }])
  })

  test('attack: formulas stay text, and long, hidden or doubled values are refused by row', async () => {
    const invited = await startInvited()
    const body = fileOf(
      'Nombre;Email',
      `${'x'.repeat(65)};largo@example.com`,
      `Eva Mora;${'e'.repeat(250)}@example.com`,
      'Eva\u202EMora;eva@example.com',
      '"Eva\nBcc: otra@example.com";eva@example.com',
      '"=HYPERLINK(""http://x.example"")";formula@example.com',
      'Dos Correos;a@example.com,b@example.com',
    )
    const reply = await succeed(invited.server, importContactsCall, { bearer: await invited.owner(), body })
    expect(reply.sample).toEqual([{ row: 6, name: '=HYPERLINK("http://x.example")', email: 'formula@example.com' }])
    expect(reply.problems.map(({ row }) => row)).toEqual([2, 3, 4, 5, 7])
    expect(reply.problems[0]?.message).toBe('En el nombre usa como máximo 64 caracteres.')
    expect(JSON.stringify(reply.problems)).not.toContain('example.com')
  })

  test('attack: an import never reaches the contacts of another account', async () => {
    const invited = await startInvited()
    const { access_token: stranger } = await registerPerson(invited.server, 'ajena')
    const body = fileOf('Nombre;Email', 'Otro Nombre;ana@example.com')
    expect((await succeed(invited.server, importContactsCall, { bearer: stranger, body })).saved).toBe(1)
    expect(await emails(invited, 'otro nombre')).toEqual([])
  })

  test.each([
    ['no column of names', ['Email', 'eva@example.com'], 'no tiene una columna «Nombre». Tiene: Email.'],
    ['neither column', ['Persona X', 'Eva'], 'no tiene una columna «Nombre» ni «Email»'],
    [
      'too many rows',
      ['Nombre,Email', ...Array.from({ length: 1001 }, () => 'Eva,eva@example.com')],
      'más de 1000 filas',
    ],
    ['no rows', ['Nombre,Email'], 'al menos una fila de datos'],
  ])('a file with %s is refused, and nothing is saved', async (_, lines, message) => {
    const invited = await startInvited()
    const call = { bearer: await invited.owner(), body: fileOf(...lines) }
    expect((await refuse(invited.server, importContactsCall, call)).message).toContain(message)
    expect(await emails(invited)).toHaveLength(2)
  })
})

describe('deleting contacts', () => {
  test('a deleted contact returns when the owner invites again, not when the guest renews the link', async () => {
    const invited = await startInvited()
    const { server } = invited
    const token = await invitationToken(server, 'ana@example.com')
    const ana = (await find(invited, 'ana@')).contacts[0]
    const call = { bearer: await invited.owner(), params: { contactId: ana?.id ?? 0 } }
    await succeed(server, forgetContactCall, call)
    expect((await refuse(server, forgetContactCall, call)).status).toBe(404)
    expect(await emails(invited)).toEqual(['luis@example.com'])
    server.clock.advance(31 * DAY_MS)
    await succeed(server, renewInvitationCall, { body: { token } })
    expect(await emails(invited)).toEqual(['luis@example.com'])
    await inviteSigner(server, await invited.owner(), invited.ana)
    expect((await emails(invited))[0]).toBe('ana@example.com')
  })

  test('the owner deletes all contacts with one request', async () => {
    const invited = await startInvited()
    await succeed(invited.server, forgetContactsCall, { bearer: await invited.owner() })
    expect(await find(invited)).toEqual({ contacts: [], total: 0 })
  })

  test('a contact ends two years after the last invitation or when the signer’s data is removed', async () => {
    const invited = await startInvited()
    const { server, document, ana } = invited
    const { db, clock } = server.services
    const theirs = { fields: [], parts: [], alternates: [] }
    const signer = { documentId: document.id, fieldId: ana.id, email: 'ana@example.com', name: 'Ana Rojas', ...theirs }
    await db.transaction().execute((transaction) => forgetSigner(transaction, signer as never, clock()))
    expect(await emails(invited)).toEqual(['luis@example.com'])
    const purge = (days: number) => purgeExpired(db, { before: 0, now: clock() + days * DAY_MS })
    await purge(729)
    expect(await emails(invited)).toHaveLength(1)
    await purge(730)
    expect(await emails(invited)).toEqual([])
  })
})

test('erasing a document deletes the contacts that no other document of the account invites', async () => {
  const invited = await startInvited()
  const { server, olga, document } = invited
  const { services, clock } = server
  const bearer = olga.access_token
  const other = await uploadDocument(server, bearer, undefined, 'Otro.pdf')
  const field = await placeField(server, bearer, other.id, { signer_name: 'Ana', signer_email: 'ANA@example.com' })
  await inviteSigner(server, bearer, field)
  await server.relay.tick()
  await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
  expect(await emails(invited)).toHaveLength(2)
  expect(await eraseDocument(services, { documentId: document.id, deletedBy: clock.now() })).toBe(true)
  expect(await emails(invited)).toEqual(['ANA@example.com'])
})

import { digitalSignCall, validateInvitationCall } from 'shared/contract'
import { evidenceCall } from 'shared/contract/evidence'
import {
  checkpointText,
  formatNote,
  leafHashOf,
  parseCheckpoint,
  parseInclusion,
  parseNote,
  parseSealedEntry,
  rootOfHashes,
} from 'shared/contract/transparency-log'
import { checkEvidence, readStoredZip } from '#offline-verifier'
import type { Invited } from '../../../test/support/invited.ts'
import { drawing, invitationToken, inviteSigner, placeField, uploadDocument } from '../../../test/support/people.ts'
import { deleteDocumentOf, erase, RETENTION, startSigned } from '../../../test/support/personal-data.ts'
import { closeTestServers, pathOf, succeed, type TestServer } from '../../../test/support/test-server.ts'
import {
  closeWitnesses,
  introduceLog,
  policyFile,
  publicText,
  startWitness,
  type TestWitness,
} from '../../../test/support/witnesses.ts'
import { noteCrypto } from './note-crypto.ts'
import { restartSealLog } from './restart-seal-log.ts'
import { lastCheckpoint, signerOfTree } from './seal-log.ts'

afterEach(async () => {
  await closeTestServers()
  await closeWitnesses()
})

const { sha256 } = noteCrypto

const evidenceOf = async (invited: Invited) => {
  const { server, document } = invited
  const response = await server.app.inject({
    method: 'GET',
    url: pathOf(evidenceCall, { id: document.id }),
    headers: { authorization: `Bearer ${await invited.owner()}` },
  })
  expect(response.statusCode).toBe(200)
  const files = readStoredZip(new Uint8Array(response.rawPayload))
  const textOf = (name: string) => Buffer.from(files.find((file) => file.name === name)?.bytes ?? []).toString()
  const policy = await publicText(server, '/pki/log/policy')
  const options = { ...server.services.verification.authorities, policy, now: new Date(server.clock.now()) }
  return { files, textOf, options }
}

const sealFinding = async (invited: Invited, change: (proof: string) => string = (proof) => proof) => {
  const { files, options } = await evidenceOf(invited)
  const changed = files.map((file) =>
    file.name === 'sellos.tlog-proof'
      ? { ...file, bytes: new Uint8Array(Buffer.from(change(Buffer.from(file.bytes).toString()))) }
      : file,
  )
  const { kind, findings } = await checkEvidence(changed, options)
  const { tone, title } = findings.find(({ file }) => file === 'sellos.tlog-proof') ?? { tone: '', title: '' }
  return { kind, tone, title }
}

/** Another document of the owner, signed by one guest. */
const signAnother = async ({ server, owner }: Invited): Promise<number> => {
  const bearer = await owner()
  const { id } = await uploadDocument(server, bearer, undefined, 'Otro.pdf')
  const signer = { signer_name: 'Eva Sol', signer_email: `eva${id}@example.com` }
  const field = await placeField(server, bearer, id, signer)
  await inviteSigner(server, bearer, field)
  await server.relay.tick()
  const token = await invitationToken(server, signer.signer_email)
  const guest = (await succeed(server, validateInvitationCall, { query: { token } })).access_token
  const body = { field_id: field.id, signature_data: drawing() }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
  await server.sealing.tick()
  return id
}

const statusOf = async ({ services }: TestServer, id: number): Promise<string> =>
  (await services.db.selectFrom('documents').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const startWitnessed = async (count = 1, ...quorum: string[]) => {
  const names = Array.from({ length: count }, (_, index) => `w${index + 1}`)
  const witnesses = await Promise.all(names.map((name) => startWitness(name, Date.now)))
  const path = await policyFile(witnesses, ...(quorum.length === 0 ? ['quorum w1'] : quorum))
  const invited = await startSigned({ variables: { WITNESS_POLICY: path } })
  await introduceLog(invited.server, witnesses)
  await invited.server.sealLog.tick()
  return { invited, witnesses }
}

/** A tree that our key signed and this database does not have, as after a restored backup. */
const signForeign = async ({ services }: TestServer, entries: readonly string[]): Promise<string> => {
  const last = await lastCheckpoint(services.db)
  if (last === undefined) throw new Error('no log')
  const leaves = await Promise.all(entries.map((entry) => leafHashOf(Buffer.from(entry), sha256)))
  const root = new Uint8Array(await rootOfHashes(leaves, sha256))
  const text = checkpointText({ origin: last.origin, size: entries.length, root })
  return formatNote({ text, signatures: [(await signerOfTree(services.sealLog, last)).sign(text, 0)] })
}

/** As if the witness had signed it, before the database was restored. */
const remember = async ({ held }: TestWitness, note: string): Promise<void> => {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '')
  const state = held.state()
  const known = state.logs[checkpoint?.origin ?? '']
  if (checkpoint === undefined || known === undefined) throw new Error('the witness does not know the log')
  const { origin, size } = checkpoint
  await held.save({ ...state, logs: { ...state.logs, [origin]: { ...known, size, note } } })
}

const stops = ({ adminEvents }: TestServer) => adminEvents.filter(({ event }) => event === 'seal-log-stopped')

it('a completed document is in the public log, which says nothing about it', async () => {
  const invited = await startSigned()
  const { server, document } = invited
  await server.sealLog.tick()
  const checkpoint = parseCheckpoint(parseNote(await publicText(server, '/pki/log/checkpoint'))?.text ?? '')
  expect(checkpoint?.size).toBe(1)
  const tile = await server.app.inject({ method: 'GET', url: '/pki/log/tile/0/000.p/1' })
  expect(tile.rawPayload.equals(Buffer.from(checkpoint?.root ?? []))).toBe(true)
  const entries = await server.app.inject({ method: 'GET', url: '/pki/log/tile/entries/000.p/1' })
  expect(entries.rawPayload.subarray(0, 2).toString('hex')).toBe('0020')
  const entry = entries.rawPayload.subarray(2)
  expect(Buffer.from(await leafHashOf(entry, sha256)).equals(tile.rawPayload)).toBe(true)
  const { textOf } = await evidenceOf(invited)
  const opening = Buffer.from(parseInclusion(textOf('sellos.tlog-proof'))?.extra ?? []).toString()
  expect(parseSealedEntry(opening)).toMatchObject({ documentId: document.id })
  expect(Buffer.from(sha256(Buffer.from(opening)) as Uint8Array).equals(entry)).toBe(true)
  expect(await sealFinding(invited)).toMatchObject({ kind: 'valid', tone: 'neutral' })
})

const NOT_THERE = [
  '/pki/log/tile/0/001',
  '/pki/log/tile/0/000',
  '/pki/log/tile/0/000.p/2',
  '/pki/log/tile/0/000.p/256',
  '/pki/log/tile/64/000.p/1',
  '/pki/log/tile/0/x000/000.p/1',
  '/pki/log/tile/0/0.p/1',
  '/pki/log/tile/entries/000.p/01',
  '/pki/log/1/checkpoint',
  '/pki/log/2/checkpoint',
]
it('tiles that do not exist, and other forms of a path, are not found', async () => {
  const { server } = await startSigned()
  await server.sealLog.tick()
  for (const url of NOT_THERE)
    expect([url, (await server.app.inject({ method: 'GET', url })).statusCode]).toEqual([url, 404])
})

it('witnesses sign, and the evidence shows it', async () => {
  const { invited } = await startWitnessed(3, 'group some 2 w1 w2 w3', 'quorum some')
  const { kind, tone, title } = await sealFinding(invited)
  expect([kind, tone]).toEqual(['valid', 'good'])
  expect(title).toContain('sus testigos lo vieron')
  const { textOf } = await evidenceOf(invited)
  expect(textOf('sellos.tlog-proof').match(/^— w\d/gm)).toHaveLength(3)
  expect(textOf('testigos.txt')).toContain('quorum some')
})

it('the proof of a document does not change when the log grows', async () => {
  const { invited } = await startWitnessed()
  const before = (await evidenceOf(invited)).textOf('sellos.tlog-proof')
  await signAnother(invited)
  await invited.server.sealLog.tick()
  expect((await lastCheckpoint(invited.server.services.db))?.size).toBe(2)
  expect((await evidenceOf(invited)).textOf('sellos.tlog-proof')).toBe(before)
})

it.each<[string, (proof: string) => string]>([
  ['another index', (proof) => proof.replace('index 0', 'index 1')],
  ['no signature of the log', (proof) => proof.replace(/^— (?!w1 ).*\n/m, '')],
  ['another size', (proof) => proof.replace('\n1\n', '\n2\n')],
  ['another opening', (proof) => proof.replace(/^extra .*$/m, `extra ${Buffer.from('[]').toString('base64')}`)],
  ['no form', () => 'nothing'],
])('a proof with %s is told as altered', async (_, change) => {
  const { invited } = await startWitnessed()
  expect((await sealFinding(invited)).tone).toBe('good')
  expect(await sealFinding(invited, change)).toMatchObject({ kind: 'altered', tone: 'bad' })
})

it('the proof of one document is none for another', async () => {
  const { invited } = await startWitnessed()
  const other = { ...invited, document: { ...invited.document, id: await signAnother(invited) } }
  await invited.server.sealLog.tick()
  const { textOf } = await evidenceOf(other)
  expect(await sealFinding(invited, () => textOf('sellos.tlog-proof'))).toMatchObject({ kind: 'altered', tone: 'bad' })
})

it.each<[string, readonly string[]]>([
  ['a later tree', ['1', '2', '3']],
  ['another tree of the same size', ['another']],
])('a database is restored, and a witness knows %s: nothing more is sealed', async (_, entries) => {
  const { invited, witnesses } = await startWitnessed(2, 'group both all w1 w2', 'quorum both')
  const { server } = invited
  const [first] = witnesses
  if (first !== undefined) await remember(first, await signForeign(server, entries))
  await server.sealLog.compare()
  expect(stops(server)).toHaveLength(1)
  const id = await signAnother(invited)
  expect(await statusOf(server, id)).not.toBe('COMPLETED')
  await server.sealLog.tick()
  expect((await lastCheckpoint(server.services.db))?.size).toBe(1)

  const restart = { ...server.services, clock: server.clock.now }
  expect(await restartSealLog(restart, 'Se restauró la copia del lunes.')).toBe(2)
  await introduceLog(server, witnesses)
  await server.sealing.tick()
  expect(await statusOf(server, id)).toBe('COMPLETED')
  await server.sealLog.tick()
  const again = await lastCheckpoint(server.services.db)
  expect(again).toMatchObject({ tree: 2, size: 3, isWitnessed: true })
  expect(await sealFinding(invited)).toMatchObject({ kind: 'valid', tone: 'good' })
  const published = await server.app.inject({ method: 'GET', url: '/pki/log/2/tile/entries/000.p/3' })
  expect(published.rawPayload.toString()).toContain('Se restauró la copia del lunes.')
})

it('nothing is restarted that was not stopped', async () => {
  const { invited } = await startWitnessed()
  const services = { ...invited.server.services, clock: invited.server.clock.now }
  expect(await restartSealLog(services, 'Por si acaso.')).toBeUndefined()
})

it('one witness that lies does not stop the site', async () => {
  const { invited, witnesses } = await startWitnessed(2, 'group both all w1 w2', 'quorum both')
  const [liar] = witnesses
  const size = 999
  const known = Object.entries(liar?.held.state().logs ?? {})
  for (const [origin, log] of known)
    await liar?.held.save({ ...liar.held.state(), logs: { [origin]: { ...log, size, note: null } } })
  await invited.server.sealLog.compare()
  expect(stops(invited.server)).toEqual([])
  expect(await statusOf(invited.server, await signAnother(invited))).toBe('COMPLETED')
})

it('a witness that is away holds nothing up', async () => {
  const witness = await startWitness('w1', Date.now)
  const path = await policyFile([{ ...witness, url: 'http://127.0.0.1:9' }], 'quorum w1')
  const invited = await startSigned({ variables: { WITNESS_POLICY: path } })
  await invited.server.sealLog.compare()
  await invited.server.sealLog.tick()
  expect(await lastCheckpoint(invited.server.services.db)).toMatchObject({ size: 1, isWitnessed: false })
  expect(await sealFinding(invited)).toMatchObject({ kind: 'valid', tone: 'neutral' })
})

it('an answer of another key is no signature', async () => {
  const witness = await startWitness('w1', Date.now)
  const other = await startWitness('w2', Date.now)
  const path = await policyFile([{ ...witness, url: other.url }], 'quorum w1')
  const { server } = await startSigned({ variables: { WITNESS_POLICY: path } })
  await introduceLog(server, [other])
  await server.sealLog.tick()
  expect(await lastCheckpoint(server.services.db)).toMatchObject({ size: 1, isWitnessed: false })
})

it('an erased document leaves a hash without its salt', async () => {
  const { invited } = await startWitnessed()
  const { server } = invited
  await deleteDocumentOf(invited)
  server.clock.advance(RETENTION + 1)
  await erase(server)
  const { db } = server.services
  expect(await db.selectFrom('seal_log_openings').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('seal_log_entries').select(['tree', 'position']).execute()).toEqual([
    { tree: 1, position: 0 },
  ])
  await server.sealLog.compare()
  expect(stops(server)).toEqual([])
})

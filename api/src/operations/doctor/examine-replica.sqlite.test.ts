import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { erase, RETENTION, startSigned } from '../../../test/support/personal-data.ts'
import { closeTestServers, openTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { examineReplica } from './examine-replica.ts'
import { openReadOnlyDatabase } from './open-read-only-database.ts'

let folder: string
let REPLICA_DIR: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-replica-'))
  REPLICA_DIR = join(folder, 'copies')
})
afterEach(async () => {
  await closeTestServers()
  await rm(folder, { recursive: true })
})

/** Both folders of a test are on one disk. */
const SAME_DISK = { subject: 'replica', level: 'warning', message: expect.stringContaining('mismo disco') }

const examine = async ({ dataDir }: TestServer, variables: Readonly<Record<string, string>> = { REPLICA_DIR }) => {
  const environment = parseApiEnvironment({ DATA_DIR: dataDir, ...variables })
  const ledger = await openReadOnlyDatabase(environment)
  return examineReplica({ environment }, ledger).finally(() => ledger?.close())
}

test('the doctor counts the files without a copy, and names a folder on the same disk', async () => {
  await mkdir(REPLICA_DIR)
  const server = await openTestServer({ variables: { REPLICA_DIR } })
  expect(await examine(server)).toMatchObject([
    { level: 'ok', message: expect.stringContaining('recibirá') },
    SAME_DISK,
  ])
  await server.replica?.tick()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  await uploadDocument(server, bearer)
  expect(await examine(server)).toMatchObject([
    { level: 'warning', message: 'A 1 de 1 archivos les falta la segunda copia.' },
    SAME_DISK,
  ])
  await server.replica?.tick()
  expect(await examine(server)).toMatchObject([
    { level: 'ok', message: 'Los 1 archivos tienen su segunda copia.' },
    SAME_DISK,
  ])
})

test('the doctor says why a folder is unavailable, and that removals wait for one without its variable', async () => {
  await mkdir(REPLICA_DIR)
  const signed = await startSigned({ variables: { REPLICA_DIR } })
  const { server } = signed
  await server.replica?.tick()
  await rename(REPLICA_DIR, `${REPLICA_DIR}-away`)
  expect(await examine(server)).toMatchObject([{ message: expect.stringContaining('no existe') }])
  await mkdir(REPLICA_DIR)
  expect(await examine(server)).toMatchObject([{ message: expect.stringContaining('no tiene la marca') }])
  await writeFile(join(REPLICA_DIR, 'trazo-replica'), '00000000-0000-0000-0000-000000000000\n')
  expect(await examine(server)).toMatchObject([{ message: expect.stringContaining('otra instalación') }])
  await server.services.db.updateTable('documents').set({ deleted_at: 0 }).execute()
  server.clock.advance(RETENTION)
  await erase(server)
  const files = (await server.services.db.selectFrom('blob_removals').selectAll().execute()).length
  expect(files).toBeGreaterThan(1)
  expect(await examine(server, {})).toMatchObject([
    { level: 'warning', message: expect.stringContaining(`esperan ser borradas: ${files}.`) },
  ])
})

test('without a replica the doctor has nothing to say', async () => {
  expect(await examine(await openTestServer(), {})).toEqual([])
})

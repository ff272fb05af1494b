import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startSigned } from '../../../test/support/personal-data.ts'
import { closeTestServers, type TestServer } from '../../../test/support/test-server.ts'
import { closeWitnesses, introduceLog, policyFile, startWitness } from '../../../test/support/witnesses.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { examineSealLog } from './examine-seal-log.ts'
import { openReadOnlyDatabase } from './open-read-only-database.ts'

afterEach(async () => {
  await closeTestServers()
  await closeWitnesses()
})

const examine = async ({ dataDir }: TestServer, variables: Readonly<Record<string, string>> = {}) => {
  const environment = parseApiEnvironment({ DATA_DIR: dataDir, ...variables })
  const ledger = await openReadOnlyDatabase(environment)
  const findings = await examineSealLog(environment, ledger)
  await ledger?.close()
  return findings.map(({ level, message }) => `${level}: ${message}`)
}

const change = ({ dataDir }: TestServer, ...statements: readonly string[]): void => {
  const database = new DatabaseSync(join(dataDir, 'trazo.sqlite'))
  for (const statement of statements) database.exec(statement)
  database.close()
}

const FREE = ['drop trigger seal_log_nodes_fixed', 'drop trigger seal_log_nodes_keep']

it('a whole log has no problem', async () => {
  const { server } = await startSigned()
  expect(await examine(server)).toEqual(['ok: Comienza en el próximo inicio.'])
  await server.sealLog.tick()
  expect(await examine(server)).toEqual(['ok: 1 entradas, sin testigos independientes.'])
})

it.each<[string, readonly string[], string]>([
  ['a changed entry', [...FREE, `update seal_log_nodes set hash = '${'0'.repeat(64)}'`], 'no tiene las entradas'],
  ['a removed entry', [...FREE, 'delete from seal_log_nodes'], 'no tiene las entradas'],
  [
    'another signature',
    ["update seal_log_checkpoints set note = replace(note, '/pki/log ', '/pki/log2 ')"],
    'La firma',
  ],
  ['an unfinished document', ["update documents set status = 'PENDING'"], 'hay 1 diferencias'],
  ['a changed opening', ["update seal_log_openings set opening = '[]'"], 'hay 1 diferencias'],
  [
    'a removed opening',
    ['update documents set completed_at = completed_at + 1000', 'delete from seal_log_openings'],
    'hay 1 diferencias',
  ],
  ['an entry of another hash', [`update seal_log_entries set entry = '${'0'.repeat(64)}'`], 'hay 1 diferencias'],
  ['a stop', ["insert into seal_log_stops values (1, 1, 'why', null)"], 'No se sella nada: why'],
])('the doctor reports %s', async (_, statements, message) => {
  const { server } = await startSigned()
  await server.sealLog.tick()
  change(server, ...statements)
  expect(await examine(server)).toContainEqual(expect.stringMatching(`^error: .*${message}`))
})

it('the doctor compares with the witnesses', async () => {
  const witness = await startWitness('w1', Date.now)
  const variables = { WITNESS_POLICY: await policyFile([witness], 'quorum w1') }
  const { server } = await startSigned({ variables })
  await introduceLog(server, [witness])
  expect(await examine(server, variables)).toEqual([
    'warning: Faltan firmas de testigos en el final del registro de sellos.',
  ])
  await server.sealLog.tick()
  expect(await examine(server, variables)).toEqual(['ok: 1 entradas, con sus testigos.'])
  const [[origin, known] = ['', undefined]] = Object.entries(witness.held.state().logs)
  if (known === undefined) throw new Error('the witness knows no log')
  const note = known.note?.replace('\n1\n', '\n5\n') ?? null
  await witness.held.save({ ...witness.held.state(), logs: { [origin]: { ...known, size: 5, note } } })
  expect(await examine(server, variables)).toEqual(['error: El testigo w1 firmó 5 entradas, y aquí hay 1.'])
})

/** A log of a million synthetic entries: how long it takes to grow, to sign and to prove, and how large a proof is. */

import { createHash } from 'node:crypto'
import { judgeInclusion, parsePolicy, parseSealedEntry, sealedEntryText } from 'shared/contract/transparency-log'
import { noteCrypto } from '../src/domain/seal-log/note-crypto.ts'
import { proveDocument, sealLogPolicy } from '../src/domain/seal-log/prove-entry.ts'
import { signCheckpoint, withSealLogLocked } from '../src/domain/seal-log/seal-log.ts'
import { registerPerson, uploadDocument } from '../test/support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from '../test/support/test-server.ts'
import { formatMilliseconds, timeWork } from './support/measure.ts'

const ENTRIES = Number(process.argv[2] ?? 1_000_000)
/** Of one statement. */
const ROWS = 500
/** A proof is to stay near this. */
const PROOF_BYTES = 2048

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const openingOf = (documentId: number): string =>
  sealedEntryText({ salt: hashOf('salt'), documentId, sha256: hashOf('file'), logHead: hashOf('log'), completedAt: 1 })

const queue = async ({ services: { db } }: TestServer, documentId: number): Promise<void> => {
  const opening = openingOf(documentId)
  const ids = Array.from({ length: ENTRIES }, (_, index) => index + 1)
  const entryOf = (id: number) => hashOf(id === Math.ceil(ENTRIES / 2) ? opening : `entry ${id}`)
  for (let from = 0; from < ids.length; from += ROWS)
    await db
      .insertInto('seal_log_entries')
      .values(ids.slice(from, from + ROWS).map((id) => ({ id, entry: entryOf(id), tree: null, position: null })))
      .execute()
  const row = { document_id: documentId, entry_id: Math.ceil(ENTRIES / 2), opening }
  await db.insertInto('seal_log_openings').values(row).execute()
}

try {
  const server = await openTestServer()
  const services = { ...server.services, clock: server.clock.now }
  const olga = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, olga.access_token)
  await server.sealLog.tick()
  await queue(server, id)
  const growth = await timeWork(async () => {
    while ((await withSealLogLocked(services, () => signCheckpoint(services))) > 0);
  })
  const row = { id: ENTRIES + 1, entry: hashOf('one more'), tree: null, position: null }
  await services.db.insertInto('seal_log_entries').values(row).execute()
  const one = await timeWork(async () => {
    await withSealLogLocked(services, () => signCheckpoint(services))
  })
  let text = ''
  const proving = await timeWork(async () => {
    text = (await proveDocument(services, id)) ?? ''
  })
  const reading = await parsePolicy(await sealLogPolicy(services), noteCrypto.sha256)
  if (reading.kind === 'malformed') throw new Error(reading.reason)
  const entryOf = async (extra: Uint8Array) =>
    parseSealedEntry(Buffer.from(extra).toString()) && noteCrypto.sha256(new Uint8Array(extra))
  const checking = await timeWork(async () => {
    const judged = await judgeInclusion(text, entryOf, reading.policy, noteCrypto)
    if (judged.kind === 'refused') throw new Error(`the proof is refused: ${judged.fault}`)
  })
  const shown = [
    `${ENTRIES} entries: ${formatMilliseconds(growth)}`,
    `one more checkpoint: ${formatMilliseconds(one)}`,
    `proof: ${text.length} bytes, made in ${formatMilliseconds(proving)}, checked in ${formatMilliseconds(checking)}`,
  ]
  process.stdout.write(`${shown.join('\n')}\n`)
  if (text.length > PROOF_BYTES) process.exitCode = 1
} finally {
  await closeTestServers()
}

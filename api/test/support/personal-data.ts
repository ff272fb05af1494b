import { setImmediate } from 'node:timers/promises'
import { deleteFileCall } from 'shared/contract'
import { deleteAccountCall } from 'shared/contract/accounts'
import { sweepFolder } from '../../src/domain/storage-cleanup/sweep-files.ts'
import { DAY_MS } from '../../src/platform/clock.ts'
import { type Invited, startInvited } from './invited.ts'
import { prove } from './security.ts'
import { succeed, type TestServer, type TestServerOptions } from './test-server.ts'

export const RETENTION = 30 * DAY_MS

/** The worker may have claimed the certificate job. */
const certified = async ({ server, document }: Invited): Promise<void> => {
  for (let isKept = false; !isKept; ) {
    await server.completion.tick()
    const row = await server.services.db
      .selectFrom('completion_certificates')
      .select('sha256')
      .where('document_id', '=', document.id)
      .executeTakeFirst()
    isKept = typeof row?.sha256 === 'string'
    await setImmediate()
  }
}

/** Signed, sealed and certified; all mails sent. */
export const startSigned = async (options: TestServerOptions = {}): Promise<Invited> => {
  const invited = await startInvited(options)
  const { server, ana, luis, open, sign } = invited
  await sign(await open('ana@example.com'), ana)
  await sign(await open('luis@example.com'), luis)
  await server.sealing.tick()
  await certified(invited)
  await server.anchors.tick()
  await server.relay.tick()
  return invited
}

export const deleteDocumentOf = async ({ server, document, owner }: Invited) =>
  succeed(server, deleteFileCall, { bearer: await owner(), params: { id: document.id } })

export const deleteAccountOf = async ({ server, owner }: Invited) => {
  const bearer = await owner()
  return succeed(server, deleteAccountCall, { bearer, body: { username: 'olga', proof: await prove(server, bearer) } })
}

export const erase = async ({ retention }: TestServer): Promise<number> => {
  let rounds = 0
  while ((await retention.tick()) > 0) rounds += 1
  return rounds
}

export const sweepAll = async ({ services, clock, stored }: TestServer): Promise<void> => {
  const { db, blobs: files } = services
  const options = { db, files, clock: clock.now, retention: RETENTION }
  const folders = new Set((await stored()).map((sha256) => sha256.slice(0, 2)))
  for (const folder of folders) await sweepFolder(options, folder)
}

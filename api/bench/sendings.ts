/**
 * One act in several documents against as many single signatures, through HTTP on a real database, alternated.
 * Exits with 1 if the act costs more than 1.3 times their sum.
 */

import { digitalSignCall, type SignatureField, type UserFile } from 'shared/contract'
import { createSendingCall } from 'shared/contract/sendings'
import { drawing, placeField, registerPerson, uploadDocument } from '../test/support/people.ts'
import { ANA, actOn, openAsInvited, signAs } from '../test/support/sendings.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../test/support/test-server.ts'
import { buildDocument } from './support/build-document.ts'
import { documentShapes, formatMilliseconds, medianOf, timeWork } from './support/measure.ts'

const ROUNDS = 15
const WARM_UP = 3
const LIMIT = 1.3

interface Prepared {
  readonly documents: readonly UserFile[]
  readonly fields: readonly SignatureField[]
}

const prepare = async (server: TestServer, bearer: string, bytes: Uint8Array, count: number): Promise<Prepared> => {
  const documents: UserFile[] = []
  const fields: SignatureField[] = []
  for (let index = 0; index < count; index += 1) {
    const document = await uploadDocument(server, bearer, bytes, `Documento ${index + 1}.pdf`)
    documents.push(document)
    fields.push(await placeField(server, bearer, document.id, ANA))
  }
  return { documents, fields }
}

const timeSingles = async (server: TestServer, bearer: string, { fields }: Prepared): Promise<number> => {
  const guests: string[] = []
  for (const field of fields) {
    // The newest mail is the field's.
    server.clock.advance(1000)
    guests.push((await openAsInvited(server, bearer, field)).access_token)
  }
  return timeWork(async () => {
    for (const [index, field] of fields.entries())
      await succeed(server, digitalSignCall, {
        bearer: guests[index] ?? '',
        params: { fieldId: field.id },
        body: { field_id: field.id, signature_data: drawing() },
      })
  })
}

const timeAct = async (server: TestServer, bearer: string, { documents, fields }: Prepared): Promise<number> => {
  await succeed(server, createSendingCall, { bearer, body: { documents: documents.map(({ id }) => id) } })
  const [first] = fields
  if (first === undefined) throw new Error('nothing was prepared')
  const guest = await openAsInvited(server, bearer, first)
  return timeWork(() => signAs({ server }, guest, actOn(documents)))
}

const compare = async (title: string, bytes: Uint8Array, count: number): Promise<boolean> => {
  const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '1000' } })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const times = { singles: [] as number[], act: [] as number[] }
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    server.clock.advance(1000)
    const singles = await timeSingles(server, bearer, await prepare(server, bearer, bytes, count))
    server.clock.advance(1000)
    const act = await timeAct(server, bearer, await prepare(server, bearer, bytes, count))
    if (round < 0) continue
    times.singles.push(singles)
    times.act.push(act)
  }
  const [singles, act] = [medianOf(times.singles), medianOf(times.act)]
  console.log(
    `${title.padEnd(24)} ${count} single signatures ${formatMilliseconds(singles)}; one act ${formatMilliseconds(act)}, ` +
      `${(act / singles).toFixed(2)} times`,
  )
  await closeTestServers()
  return act / singles <= LIMIT
}

let isGood = true
for (const [title, shape] of documentShapes) isGood = (await compare(title, buildDocument(shape), 3)) && isGood
process.exitCode = isGood ? 0 : 1

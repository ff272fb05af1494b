import fc from 'fast-check'
import { applyTagsCall, listTagsCall, TAGS_EACH_MAX, tagKey } from 'shared/contract/tags'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { registerPerson } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { newId } from '../../platform/ids.ts'

let server: TestServer
let bearer: string
let owner: number
let foreign: number

beforeAll(async () => {
  server = await openTestServer()
  bearer = (await registerPerson(server, 'olga')).access_token
  await registerPerson(server, 'pedro')
  owner = await ownerId(server.services.db, 'olga')
  const seeds = [{ name: 'a.pdf', uploadedAt: 1 }]
  const [id = 0] = await insertDocuments(server.services.db, await ownerId(server.services.db, 'pedro'), seeds)
  foreign = id
})
afterAll(closeTestServers)

const names = fc.subarray(['Alquiler', 'ALQUILÉR', 'Venta', 'Año', 'ano', '2026', '日本'])
const many = fc.constantFrom(0, 10, 19).map((count) => Array.from({ length: count }, (_, index) => `t${index}`))
const places = fc.subarray([0, 1, 2])
const step = fc.record({
  add: names,
  extra: many,
  remove: names,
  documents: places,
  templates: places,
  foreign: fc.boolean(),
})

interface Model {
  /** Keys of tags by document or template. */
  readonly tagged: Map<number, Set<string>>
  readonly spellings: Map<string, string>
}

interface Change {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly ids: readonly number[]
}

/** The rules in words: all or nothing, the first spelling stays, twenty for each. */
const applyToModel = ({ tagged, spellings }: Model, { add, remove, ids }: Change): boolean => {
  const next = ids.map((id) => {
    const own = new Set(tagged.get(id))
    for (const name of add) own.add(tagKey(name))
    for (const name of remove) own.delete(tagKey(name))
    return [id, own] as const
  })
  if (next.some(([id, own]) => own.size > TAGS_EACH_MAX && own.size > (tagged.get(id)?.size ?? 0))) return false
  for (const [id, own] of next) tagged.set(id, own)
  for (const name of add) if (!spellings.has(tagKey(name))) spellings.set(tagKey(name), name)
  return true
}

const stored = async (ids: readonly number[]): Promise<Map<number, Set<string>>> => {
  const { db } = server.services
  const rows = [
    ...(await db
      .selectFrom('document_tags')
      .innerJoin('tags', 'tags.id', 'tag_id')
      .select(['document_id as id', 'name_key'])
      .where('tags.user_id', '=', owner)
      .execute()),
    ...(await db
      .selectFrom('template_tags')
      .innerJoin('tags', 'tags.id', 'tag_id')
      .select(['template_id as id', 'name_key'])
      .where('tags.user_id', '=', owner)
      .execute()),
  ]
  return new Map(ids.map((id) => [id, new Set(rows.filter((row) => row.id === id).map(({ name_key }) => name_key))]))
}

const freshObjects = async () => {
  const { db } = server.services
  await db.deleteFrom('tags').where('user_id', '=', owner).execute()
  const documents = await insertDocuments(
    db,
    owner,
    [1, 2, 3].map((uploadedAt) => ({ name: 'a.pdf', uploadedAt })),
  )
  const templates = [newId(), newId(), newId()]
  const row = { owner_id: owner, name: 'Alquiler', version: 1, created_at: 0, updated_at: 0 }
  await db
    .insertInto('templates')
    .values(templates.map((id) => ({ ...row, id })))
    .execute()
  return { documents, templates }
}

test('whatever is applied, documents and templates have the tags of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      const { documents, templates } = await freshObjects()
      const ids = [...documents, ...templates]
      const model: Model = { tagged: new Map(ids.map((id) => [id, new Set()])), spellings: new Map() }
      for (const { add, extra, remove, documents: some, templates: others, foreign: attacks } of steps) {
        const chosen = some.map((index) => documents[index] ?? 0)
        const body = {
          add: [...add, ...extra].slice(0, TAGS_EACH_MAX),
          remove,
          documents: attacks ? [...chosen, foreign] : chosen,
          templates: others.map((index) => templates[index] ?? 0),
        }
        const answer = await server.app.inject({
          method: 'POST',
          url: pathOf(applyTagsCall),
          headers: { authorization: `Bearer ${bearer}` },
          payload: body,
        })
        const removed = new Set(remove.map(tagKey))
        const isInvalid =
          body.add.length + remove.length === 0 ||
          body.documents.length + body.templates.length === 0 ||
          body.add.some((name) => removed.has(tagKey(name)))
        if (isInvalid) expect(answer.statusCode).toBe(400)
        else if (attacks) expect(answer.statusCode).toBe(404)
        else {
          const change = { add: body.add, remove, ids: [...chosen, ...body.templates] }
          expect(answer.statusCode).toBe(applyToModel(model, change) ? 200 : 409)
        }
      }
      expect(await stored(ids)).toEqual(model.tagged)
      const { tags } = await succeed(server, listTagsCall, { bearer })
      expect(tags.map(({ name }) => name).toSorted()).toEqual([...model.spellings.values()].toSorted())
    }),
    { numRuns: 40 },
  )
})

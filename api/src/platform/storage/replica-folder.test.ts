import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashHex } from 'shared/server'
import {
  initialiseReplica,
  inspectReplica,
  judgeReplica,
  openReplicaFolder,
  ReplicaUnavailableError,
} from './replica-folder.ts'

const [one, two] = ['11111111-1111-1111-1111-111111111111', '22222222-2222-2222-2222-222222222222']

test.each([
  ['absent', undefined, undefined, undefined],
  ['absent', one, undefined, undefined],
  ['initialise', undefined, undefined, []],
  ['initialise', undefined, undefined, ['lost+found']],
  ['filled', undefined, undefined, ['files', 'tmp']],
  ['filled', undefined, undefined, ['trazo.sqlite', 'files', 'tmp']],
  ['filled', one, undefined, ['trazo.sqlite', 'files', 'tmp', 'trazo-replica-new']],
  ['unmarked', one, undefined, []],
  ['unmarked', one, undefined, ['files', 'tmp', 'lost+found']],
  ['initialise', one, undefined, ['trazo-replica-new']],
  ['initialise', one, undefined, ['files', 'tmp', 'trazo-replica-new', 'lost+found']],
  ['here', one, one, ['files', 'tmp', 'trazo-replica']],
  ['foreign', one, two, ['files', 'tmp', 'trazo-replica']],
  ['foreign', one, two, ['files', 'tmp', 'trazo-replica', 'trazo-replica-new']],
  ['foreign', undefined, two, ['files', 'tmp', 'trazo-replica']],
] as const)(
  'the folder is %s if the database knows %s, its mark is %s and it has %j',
  (state, known, marker, names) => {
    expect(judgeReplica(known, { marker, names })).toBe(state)
  },
)

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trazo-replica-'))
})
afterEach(() => rm(directory, { recursive: true }))

const bytes = Buffer.from('segunda copia')
const sha256 = hashHex(bytes)

test('a folder that loses its mark, its id or its folders refuses every call and stays as it is', async () => {
  await initialiseReplica(directory, one)
  const folder = openReplicaFolder(directory, one)
  await folder.write(sha256, bytes)
  expect(Buffer.from(await folder.read(sha256))).toEqual(bytes)
  const expectAway = async () => {
    for (const call of [
      () => folder.has(sha256),
      () => folder.read(sha256),
      () => folder.verify(sha256),
      () => folder.write(sha256, bytes),
      () => folder.remove(sha256),
      () => folder.list(sha256.slice(0, 2)),
      () => folder.clean(),
    ])
      await expect(call()).rejects.toThrow(ReplicaUnavailableError)
  }
  const mark = join(directory, 'trazo-replica')
  await writeFile(mark, `${two}\n`)
  await expectAway()
  await rm(mark)
  await expectAway()
  await writeFile(join(directory, 'elsewhere'), `${one}\n`)
  await symlink(join(directory, 'elsewhere'), mark)
  await expectAway()
  await rm(mark)
  await writeFile(mark, `${one}\n`)
  await rename(join(directory, 'files'), join(directory, 'moved'))
  await expectAway()
  await symlink(join(directory, 'moved'), join(directory, 'files'))
  await expectAway()
  expect((await readdir(directory)).sort()).toEqual(['elsewhere', 'files', 'moved', 'tmp', 'trazo-replica'])
  expect(await readFile(join(directory, 'moved', sha256.slice(0, 2), sha256))).toEqual(bytes)
})

test('a file in the place of the folder is no replica', async () => {
  await mkdir(join(directory, 'a'))
  await writeFile(join(directory, 'a', 'b'), '')
  expect(await inspectReplica(join(directory, 'a', 'b'))).toEqual({ marker: undefined, names: undefined })
  expect(await inspectReplica(join(directory, 'c'))).toEqual({ marker: undefined, names: undefined })
})

import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import {
  checkpointText,
  consistencyRanges,
  emptyRoot,
  formatNote,
  formatNoteKey,
  judgeKey,
  leafHashOf,
  parseNote,
  parseNoteKey,
  parseSignatures,
  rootOfHashes,
} from 'shared/contract/transparency-log'
import { closeWitnesses, startWitness, type TestWitness } from '../../../test/support/witnesses.ts'
import { createLogSigner, noteCrypto } from '../../domain/seal-log/note-crypto.ts'
import { addLog, createWitness, holdState } from './witness-state.ts'

afterEach(closeWitnesses)

const NOW = 1_800_000_000_000
const ORIGIN = 'trazo.example/pki/log'
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const seed = randomBytes(32)

const leavesOf = (count: number, word: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => leafHashOf(Buffer.from(`${word} ${at}`), sha256)))

const rootOf = (leaves: readonly Uint8Array[]) =>
  leaves.length === 0 ? emptyRoot(sha256) : rootOfHashes(leaves, sha256)

interface Submitted {
  readonly oldSize: number
  readonly size: number
  readonly word?: string
  readonly origin?: string
  readonly secret?: Uint8Array
  readonly proof?: readonly Uint8Array[]
}

const bodyOf = async ({ oldSize, size, word = 'entry', origin = ORIGIN, secret = seed, proof }: Submitted) => {
  const leaves = await leavesOf(size, word)
  const ranges = oldSize === 0 || oldSize > size ? [] : consistencyRanges(oldSize, size)
  const honest = await Promise.all(ranges.map(({ start, end }) => rootOf(leaves.slice(start, end))))
  const signer = await createLogSigner(secret, origin)
  const text = checkpointText({ origin, size, root: new Uint8Array(await rootOf(leaves)) })
  const lines = (proof ?? honest).map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
  return `old ${oldSize}\n${lines}\n${formatNote({ text, signatures: [signer.sign(text, 0)] })}`
}

const post = async ({ url }: TestWitness, body: string) => {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** Knows the log, and has signed its first three entries. */
const start = async () => {
  const witness = await startWitness('w.example', () => NOW)
  await addLog(witness.held, formatNoteKey((await createLogSigner(seed, ORIGIN)).key))
  expect(await post(witness, await bodyOf({ oldSize: 0, size: 3 }))).toMatchObject({ status: 200 })
  return witness
}

it('an extension is signed, with the time', async () => {
  const witness = await start()
  const body = await bodyOf({ oldSize: 3, size: 7 })
  const { status, text } = await post(witness, body)
  expect(status).toBe(200)
  const note = parseNote(body.slice(body.indexOf('\n\n') + 2))
  const key = await parseNoteKey(witness.key, sha256)
  if (note === undefined || key === undefined) throw new Error('no note')
  const signatures = parseSignatures(text) ?? []
  expect(await judgeKey({ ...note, signatures }, key, noteCrypto)).toEqual({ kind: 'true', time: NOW / 1000 })
  expect(await (await fetch(`${witness.url}/last-checkpoint?origin=${ORIGIN}`)).text()).toBe(formatNote(note))
})

it.each<[string, Submitted, number]>([
  ['the same tree again', { oldSize: 3, size: 3 }, 200],
  ['a fork that grows', { oldSize: 3, size: 7, word: 'other' }, 422],
  ['a fork of the same size', { oldSize: 3, size: 3, word: 'other' }, 409],
  ['an extension without its proof', { oldSize: 3, size: 7, proof: [] }, 422],
  ['a smaller tree', { oldSize: 3, size: 2 }, 400],
  ['a replayed first tree', { oldSize: 0, size: 3 }, 409],
  ['an older state', { oldSize: 1, size: 2 }, 409],
  ['an old size of the future', { oldSize: 5, size: 7 }, 409],
  ['another key', { oldSize: 3, size: 7, secret: randomBytes(32) }, 403],
  ['an unknown log', { oldSize: 3, size: 7, origin: 'other.example' }, 404],
  ['a name of every object', { oldSize: 3, size: 7, origin: 'constructor' }, 404],
  ['a proof that is too long', { oldSize: 3, size: 7, proof: Array.from({ length: 64 }, () => sha256(seed)) }, 400],
])('%s is answered as the protocol asks', async (_, submitted, status) => {
  const witness = await start()
  const before = witness.held.state()
  expect((await post(witness, await bodyOf(submitted))).status).toBe(status)
  if (status !== 200) expect(witness.held.state()).toEqual(before)
})

it('another old size is answered with the size of the last tree', async () => {
  const witness = await start()
  const { text, type } = await post(witness, await bodyOf({ oldSize: 0, size: 7 }))
  expect([text, type]).toEqual(['3\n', 'text/x.tlog.size'])
})

it('two extensions at once: one is signed', async () => {
  const witness = await start()
  const bodies = [await bodyOf({ oldSize: 3, size: 7 }), await bodyOf({ oldSize: 3, size: 9 })]
  const replies = await Promise.all(bodies.map((body) => post(witness, body)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

it.each(['', 'old 3', 'old 03\n\nx', 'new 3\n\nx', 'old 3\nAAAA\n\nx\n1\n\n', 'x'.repeat(70_000)])(
  'a malformed request is refused: %#',
  async (body) => {
    const { status } = await post(await start(), body)
    expect(status).toBe(body.length > 65_536 ? 413 : 400)
  },
)

it('its new state is on the disk before it answers', async () => {
  const witness = await start()
  await post(witness, await bodyOf({ oldSize: 3, size: 7 }))
  expect(JSON.parse(await readFile(witness.statePath, 'utf8'))).toEqual(witness.held.state())
})

it('one process holds a state, which a damaged file is not', async () => {
  const { statePath, held } = await startWitness('w.example', () => NOW)
  await expect(holdState(statePath)).rejects.toThrow('Otro proceso usa este testigo')
  await expect(createWitness(statePath, 'w.example')).rejects.toThrow('¿ya hay un testigo?')
  await expect(createWitness(`${statePath}2`, 'a b')).rejects.toThrow('no lleva espacios')
  await held.release()
  await writeFile(statePath, '{')
  await expect(holdState(statePath)).rejects.toThrow('no se puede leer')
  await expect(holdState(statePath)).rejects.toThrow('no se puede leer')
})

it('a log is added once, by its key', async () => {
  const { held, key } = await start()
  const log = formatNoteKey((await createLogSigner(seed, ORIGIN)).key)
  await expect(addLog(held, log)).rejects.toThrow('ya conoce')
  await expect(addLog(held, key)).rejects.toThrow('La llave del registro')
})

import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { encodeBase64 } from '../values/base64.ts'
import { checkpointText, parseCheckpoint } from './checkpoint.ts'
import { type InclusionJudgement, judgeCheckpoint, judgeInclusion } from './judge-checkpoint.ts'
import { formatInclusion, parseInclusion } from './log-inclusion.ts'
import { leafHashOf, rootOfHashes } from './merkle.ts'
import {
  cosignatureOf,
  cosignedBytes,
  formatNote,
  formatNoteKey,
  LOG_KEY,
  type NoteCrypto,
  type NoteKey,
  noteKeyOf,
  parseNote,
  parseNoteKey,
  WITNESS_KEY,
} from './note.ts'
import { parsePolicy, type WitnessPolicy } from './policy.ts'
import { commitmentOf, parseSealedEntry, sealedEntryText } from './sealed-entry.ts'

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const crypto: NoteCrypto = {
  sha256,
  verify: (publicKey, message, signature) => {
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  },
}

interface Signer {
  readonly key: NoteKey
  readonly secret: KeyObject
}

const makeSigner = async (name: string, type: number): Promise<Signer> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })).slice(SPKI_PREFIX.length)
  return { key: await noteKeyOf(name, type, raw, sha256), secret: privateKey }
}

const ownSignature = ({ key, secret }: Signer, text: string) => ({
  name: key.name,
  keyId: key.id,
  signature: new Uint8Array(sign(null, Buffer.from(text), secret)),
})

const witnessed = ({ key, secret }: Signer, text: string, time: number) =>
  cosignatureOf(key, time, sign(null, cosignedBytes(text, time), secret))

const ORIGIN = 'trazo.example/tlog'
const entry = {
  salt: 'a'.repeat(64),
  documentId: 7,
  sha256: 'b'.repeat(64),
  logHead: 'c'.repeat(64),
  completedAt: 1_800_000_000_000,
}
const opening = sealedEntryText(entry)

const readPolicy = async (text: string): Promise<WitnessPolicy> => {
  const reading = await parsePolicy(text, sha256)
  if (reading.kind !== 'policy') throw new Error(`${reading.line}: ${reading.reason}`)
  return reading.policy
}

const setUp = async () => {
  const log = await makeSigner(ORIGIN, LOG_KEY)
  const witnesses = await Promise.all(['w1.example', 'w2.example', 'w3.example'].map((name) => makeSigner(name, 4)))
  const lines = [
    `log ${formatNoteKey(log.key)} https://trazo.example/tlog`,
    ...witnesses.map(({ key }, index) => `witness w${index + 1} ${formatNoteKey(key)}`),
    'group some 2 w1 w2 w3',
    'quorum some',
  ]
  const policy = await readPolicy(lines.join('\n'))
  const leaf = await leafHashOf(await commitmentOf(opening, sha256), sha256)
  const other = await leafHashOf(Buffer.from('another entry'), sha256)
  const root = new Uint8Array(await rootOfHashes([other, leaf], sha256))
  const text = checkpointText({ origin: ORIGIN, size: 2, root })
  const noteBy = (count: number, own = ownSignature(log, text)) =>
    formatNote({ text, signatures: [own, ...witnesses.slice(0, count).map((each, at) => witnessed(each, text, at))] })
  const proofWith = (checkpoint: string, changes = {}) =>
    formatInclusion({
      extra: new Uint8Array(Buffer.from(opening)),
      index: 1,
      proof: [new Uint8Array(other)],
      checkpoint,
      ...changes,
    })
  return { log, witnesses, policy, text, lines, noteBy, proofWith }
}

const entryOf = async (extra: Uint8Array): Promise<Uint8Array | undefined> => {
  const text = Buffer.from(extra).toString()
  return parseSealedEntry(text) === undefined ? undefined : commitmentOf(text, sha256)
}

it.each([
  [0, false],
  [1, false],
  [2, true],
  [3, true],
])('a quorum of two is met by %s witnesses: %s', async (count, isWitnessed) => {
  const { policy, noteBy } = await setUp()
  const judged = await judgeCheckpoint(noteBy(count), policy, crypto)
  expect(judged).toMatchObject({ kind: 'signed', isWitnessed, checkpoint: { origin: ORIGIN, size: 2 } })
})

it('no witness is invented: a policy that asks for none is never witnessed', async () => {
  const { lines, noteBy } = await setUp()
  const policy = await readPolicy([...lines.slice(0, 4), 'quorum none'].join('\n'))
  expect(await judgeCheckpoint(noteBy(3), policy, crypto)).toMatchObject({ kind: 'signed', isWitnessed: false })
})

it('a witness that signs twice counts once, and a stranger not at all', async () => {
  const { policy, witnesses, text, noteBy } = await setUp()
  const [first] = witnesses
  if (first === undefined) throw new Error('no witness')
  const stranger = await makeSigner('w2.example', WITNESS_KEY)
  const note = parseNote(noteBy(1))
  const signatures = [...(note?.signatures ?? []), witnessed(first, text, 9), witnessed(stranger, text, 9)]
  const judged = await judgeCheckpoint(formatNote({ text, signatures }), policy, crypto)
  expect(judged).toMatchObject({ isWitnessed: false, witnesses: [{ name: 'w1', time: 9 }] })
})

type SetUp = Awaited<ReturnType<typeof setUp>>
const attacks: readonly [string, (given: SetUp) => string | Promise<string>, string][] = [
  ['another root', ({ noteBy }) => noteBy(3).replace('\n2\n', '\n3\n'), 'false-signature'],
  ['another log', ({ noteBy }) => noteBy(3).replace(ORIGIN, 'other.example'), 'unknown-log'],
  ['no signature of the log', ({ noteBy }) => noteBy(3).replace(/— trazo.*\n/, ''), 'false-signature'],
  [
    'the log’s key under a witness’s name',
    async ({ log, text, witnesses: [first], noteBy }) => {
      const keyId = first?.key.id ?? ''
      const forged = { ...witnessed(log, text, 1), name: 'w1.example', keyId }
      const note = parseNote(noteBy(0))
      return formatNote({ text, signatures: [...(note?.signatures ?? []), forged] })
    },
    'false-signature',
  ],
  [
    'a witness’s earlier time',
    ({ text, witnesses: [first], noteBy }) => {
      if (first === undefined) return ''
      const { signature } = witnessed(first, text, 100)
      const moved = cosignatureOf(first.key, 50, signature.slice(8))
      return formatNote({ text, signatures: [...(parseNote(noteBy(0))?.signatures ?? []), moved] })
    },
    'false-signature',
  ],
  ['no note', () => 'text', 'unreadable'],
  ['carriage returns', ({ noteBy }) => noteBy(3).replaceAll('\n', '\r\n'), 'unreadable'],
]
it.each(attacks)('a checkpoint with %s is refused', async (_, forge, fault) => {
  const given = await setUp()
  expect(await judgeCheckpoint(await forge(given), given.policy, crypto)).toEqual({ kind: 'refused', fault })
})

it('a proof shows that the log holds the entry', async () => {
  const { policy, noteBy, proofWith } = await setUp()
  const judged = await judgeInclusion(proofWith(noteBy(2)), entryOf, policy, crypto)
  expect(judged).toMatchObject({ kind: 'signed', index: 1, isWitnessed: true })
  expect(parseInclusion(proofWith(noteBy(2)))?.checkpoint).toBe(noteBy(2))
})

it.each<[string, object, Extract<InclusionJudgement, { kind: 'refused' }>['fault']]>([
  ['of another place', { index: 0 }, 'not-included'],
  ['without its hashes', { proof: [] }, 'not-included'],
  ['of another entry', { extra: Buffer.from(sealedEntryText({ ...entry, documentId: 8 })) }, 'not-included'],
  ['of no entry', { extra: Buffer.from('{}') }, 'not-included'],
])('a proof %s is refused', async (_, changes, fault) => {
  const { policy, noteBy, proofWith } = await setUp()
  const judged = await judgeInclusion(proofWith(noteBy(2), changes), entryOf, policy, crypto)
  expect(judged).toEqual({ kind: 'refused', fault })
})

it.each([
  ['c2sp.org/tlog-proof@v2\nindex 0\n\nx'],
  ['c2sp.org/tlog-proof@v1\nindex 01\n\nx'],
  ['c2sp.org/tlog-proof@v1\nextra ?\nindex 1\n\nx'],
  ['c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nx'],
  ['c2sp.org/tlog-proof@v1\nindex 1'],
])('%j is no proof', (text) => {
  expect(parseInclusion(text)).toBeUndefined()
})

const root = encodeBase64(new Uint8Array(32))
it.each([
  [`o\n1\n${root}\n`, true],
  [`o\n1\n${root}\nextension\n`, true],
  [`o\n01\n${root}\n`, false],
  [`o\n-1\n${root}\n`, false],
  [`\n1\n${root}\n`, false],
  [`o\n1\n${root}`, false],
  [`o\n1\n${root}\n\n`, false],
  ['o\n1\nAAAA\n', false],
  ['o\n9007199254740993\nAAAA\n', false],
])('whether %j is a checkpoint: %s', (text, isCheckpoint) => {
  expect(parseCheckpoint(text) !== undefined).toBe(isCheckpoint)
})

it('a key is read back, and one with another id is refused', async () => {
  const { key } = await makeSigner('w.example/a', WITNESS_KEY)
  const text = formatNoteKey(key)
  expect(await parseNoteKey(text, sha256)).toEqual(key)
  for (const wrong of [text.replace('w.example', 'v.example'), `${text}AAAA`, text.replace('+', ' '), ''])
    expect(await parseNoteKey(wrong, sha256)).toBeUndefined()
})

it.each([
  ['quorum none', undefined],
  ['# a comment\n\n\tquorum none  ', undefined],
  ['', 'falta la línea quorum'],
  ['quorum none\nquorum none', 'hay dos líneas quorum'],
  ['quorum w1', 'w1 no está definido antes'],
  ['group g any\nquorum g', 'el mínimo es «any», «all» o un número de 1 hasta sus miembros'],
  ['group g 1 w1\nquorum g', 'w1 no está definido antes'],
  ['log x+y', 'la llave no tiene la forma nombre+huella+base64, o es de otra clase'],
  ['constructor x', 'la línea no empieza con log, witness, group ni quorum'],
])('the policy %j', async (text, reason) => {
  const reading = await parsePolicy(text, sha256)
  expect(reading.kind === 'malformed' ? reading.reason : undefined).toBe(reason)
})

it.each([
  ['group a any w1 w2\ngroup b any w2\nquorum b', 'w2 ya es miembro de un grupo'],
  ['group a 4 w1 w2 w3\nquorum a', 'el mínimo es «any», «all» o un número de 1 hasta sus miembros'],
  ['group w1 any w2\nquorum w1', 'el nombre w1 se repite'],
])('the rules of groups: %j', async (more, reason) => {
  const { lines } = await setUp()
  const reading = await parsePolicy([...lines.slice(0, 4), more].join('\n'), sha256)
  expect(reading).toMatchObject({ kind: 'malformed', reason })
})

it('nested groups count their own members', async () => {
  const { lines, noteBy } = await setUp()
  const nested = ['group first any w1 w2', 'group both all first w3', 'quorum both']
  const policy = await readPolicy([...lines.slice(0, 4), ...nested].join('\n'))
  const judged = await Promise.all([2, 3].map((count) => judgeCheckpoint(noteBy(count), policy, crypto)))
  expect(judged).toMatchObject([{ isWitnessed: false }, { isWitnessed: true }])
})

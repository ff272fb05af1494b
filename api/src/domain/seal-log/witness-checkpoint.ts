import {
  formatNote,
  judgeKey,
  meetsQuorum,
  type NoteSignature,
  parseCheckpoint,
  type SignedNote,
  type WitnessPolicy,
} from 'shared/contract/transparency-log'
import type { ServiceLog } from '../../platform/logging.ts'
import { readLastCheckpoint, submitCheckpoint, type WitnessAnswer } from './ask-witness.ts'
import { noteCrypto } from './note-crypto.ts'
import { lastCheckpoint, type SealLogServices, type StoredCheckpoint, signerOfTree } from './seal-log.ts'
import { stopSealing } from './stops.ts'
import { proveExtension, rootOfTree } from './tree-store.ts'

type Witness = WitnessPolicy['witnesses'][number]

/** Sizes that witnesses have told this process, by name. */
export type WitnessSizes = Map<string, number>

export type WitnessServices = SealLogServices & { readonly log: Pick<ServiceLog, 'warn'> }

interface Asked {
  readonly witness: Witness
  readonly answer: WitnessAnswer
}

const hasSigned = ({ signatures }: SignedNote, { key }: Witness): boolean =>
  signatures.some(({ name, keyId }) => name === key.name && keyId === key.id)

/** A witness that has another size than we thought is asked once more, with the proof for its size. */
const askOne = async (
  { db }: WitnessServices,
  { tree, size, note }: StoredCheckpoint,
  witness: Witness,
  sizes: WitnessSizes,
): Promise<Asked> => {
  const submit = async (oldSize: number) =>
    submitCheckpoint(witness, note, { oldSize, proof: await proveExtension(db, tree, oldSize, size) })
  const first = await submit(Math.min(sizes.get(witness.name) ?? size, size))
  const answer = first.kind === 'has-size' && first.size <= size ? await submit(first.size) : first
  if (answer.kind === 'signed') sizes.set(witness.name, size)
  return { witness, answer }
}

const isContradiction = ({ kind }: WitnessAnswer): boolean => kind === 'contradicts' || kind === 'has-size'

/** Our signature on a tree that this database does not have: no one else can have made it. */
const isProven = async (
  { db, sealLog }: WitnessServices,
  { tree, origin, size }: StoredCheckpoint,
  witness: Witness,
): Promise<boolean> => {
  const seen = await readLastCheckpoint(witness, origin)
  const other = seen && parseCheckpoint(seen.text)
  if (seen === undefined || other?.origin !== origin) return false
  const { key } = await signerOfTree(sealLog, { tree, origin })
  if ((await judgeKey(seen, key, noteCrypto)).kind !== 'true') return false
  return other.size > size || !Buffer.from(await rootOfTree(db, tree, other.size)).equals(other.root)
}

/**
 * One witness alone does not stop the site by a lie: it shows our own signature, or so many contradict that their
 * signatures would have counted.
 */
const findContradiction = async (
  services: WitnessServices,
  policy: WitnessPolicy,
  checkpoint: StoredCheckpoint,
  asked: readonly Asked[],
): Promise<string | undefined> => {
  const against = asked.filter(({ answer }) => isContradiction(answer)).map(({ witness }) => witness)
  for (const witness of against)
    if (await isProven(services, checkpoint, witness))
      return `the witness ${witness.name} has a checkpoint with our signature that this database does not have`
  return meetsQuorum(policy, new Set(against.map(({ name }) => name)))
    ? `witnesses have another log than this database: ${against.map(({ name }) => name).join(', ')}`
    : undefined
}

const storeSignatures = async (
  { db }: WitnessServices,
  policy: WitnessPolicy,
  { tree, size, note }: StoredCheckpoint,
  added: readonly NoteSignature[],
): Promise<void> => {
  const whole = { ...note, signatures: [...note.signatures, ...added] }
  const signed = policy.witnesses.filter((witness) => hasSigned(whole, witness)).map(({ name }) => name)
  await db
    .updateTable('seal_log_checkpoints')
    .set({ note: formatNote(whole), is_witnessed: meetsQuorum(policy, new Set(signed)) ? 1 : 0 })
    .where('tree', '=', tree)
    .where('size', '=', size)
    .execute()
}

/**
 * Asks the witnesses that have not signed the newest checkpoint; `everyone` asks the others again, which shows whether
 * the database is still the one that they know. Stops sealing if it is not. Call it under the log's lock.
 */
export const witnessCheckpoint = async (
  services: WitnessServices,
  sizes: WitnessSizes,
  everyone: boolean,
): Promise<void> => {
  const { witnesses } = services.sealLog
  const checkpoint = await lastCheckpoint(services.db)
  if (witnesses === null || checkpoint === undefined) return
  const { policy } = witnesses
  const reachable = policy.witnesses.filter(({ url }) => url !== undefined)
  const due = reachable.filter((witness) => everyone || !hasSigned(checkpoint.note, witness))
  const asked = await Promise.all(due.map((witness) => askOne(services, checkpoint, witness, sizes)))
  for (const { witness, answer } of asked)
    if (answer.kind !== 'signed') services.log.warn({ witness: witness.name, answer }, 'a witness did not sign')
  const contradiction = await findContradiction(services, policy, checkpoint, asked)
  if (contradiction !== undefined) return stopSealing(services, contradiction)
  const added = asked.flatMap(({ witness, answer }) =>
    answer.kind === 'signed' && !hasSigned(checkpoint.note, witness) ? [answer.signature] : [],
  )
  if (added.length > 0) await storeSignatures(services, policy, checkpoint, added)
}

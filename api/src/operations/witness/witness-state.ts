import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatNoteKey, LOG_KEY, type NoteKey, parseNoteKey } from 'shared/contract/transparency-log'
import { EnvironmentError, writeDurably } from 'shared/server'
import * as v from 'valibot'
import { createWitnessSigner, noteCrypto } from '../../domain/seal-log/note-crypto.ts'

const SEED_BYTES = 32
const OWNER_ONLY = 0o600

/** The whole memory of a witness. A lost or restored file ends it: it could sign a fork. */
const StateSchema = v.strictObject({
  version: v.literal(1),
  name: v.string(),
  /** Secret, base64. */
  seed: v.string(),
  logs: v.record(
    v.string(),
    v.strictObject({
      key: v.string(),
      size: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      /** The last signed note, with the log's signature; null before the first. */
      note: v.nullable(v.string()),
    }),
  ),
})
export type WitnessState = v.InferOutput<typeof StateSchema>

const readState = async (path: string): Promise<WitnessState> => {
  try {
    return v.parse(StateSchema, JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new EnvironmentError(`El estado del testigo no se puede leer (${path}).`, { cause })
  }
}

const writeState = (path: string, state: WitnessState): Promise<void> =>
  writeDurably(
    path,
    join(dirname(path), `.${randomUUID()}`),
    Buffer.from(`${JSON.stringify(state, null, 1)}\n`),
    OWNER_ONLY,
  )

export const witnessSigner = ({ seed, name }: WitnessState) => createWitnessSigner(Buffer.from(seed, 'base64'), name)

export const witnessKeyText = async (state: WitnessState): Promise<string> =>
  formatNoteKey((await witnessSigner(state)).key)

/** @throws EnvironmentError if the file exists or the name cannot be a key's */
export const createWitness = async (path: string, name: string): Promise<WitnessState> => {
  if (!/^[^\s+]+$/u.test(name))
    throw new EnvironmentError('El nombre del testigo no lleva espacios ni «+»: por ejemplo, testigo.example.cr.')
  const state: WitnessState = { version: 1, name, seed: randomBytes(SEED_BYTES).toString('base64'), logs: {} }
  const file = await open(path, 'wx', OWNER_ONLY).catch((cause: unknown) => {
    throw new EnvironmentError(`No se puede crear ${path}: ¿ya hay un testigo?`, { cause })
  })
  await file.close()
  await writeState(path, state)
  return state
}

/** A state file that one process holds. */
export interface HeldState {
  readonly state: () => WitnessState
  /** Durable when it resolves. */
  readonly save: (state: WitnessState) => Promise<void>
  readonly release: () => Promise<void>
}

/** Two processes of one witness could sign two futures of a log. @throws EnvironmentError */
export const holdState = async (path: string): Promise<HeldState> => {
  const lock = `${path}.lock`
  const file = await open(lock, 'wx', OWNER_ONLY).catch((cause: unknown) => {
    throw new EnvironmentError(
      `Otro proceso usa este testigo. Si ninguno está en marcha, borra ${lock} e inícialo otra vez.`,
      { cause },
    )
  })
  await file.close()
  let current = await readState(path).catch(async (error: unknown) => {
    await rm(lock)
    throw error
  })
  return {
    state: () => current,
    save: async (state) => {
      await writeState(path, state)
      current = state
    },
    release: () => rm(lock, { force: true }),
  }
}

/** @param text of a log's key @throws EnvironmentError */
export const addLog = async ({ state, save }: HeldState, text: string): Promise<NoteKey> => {
  const key = await parseNoteKey(text, noteCrypto.sha256)
  if (key?.type !== LOG_KEY)
    throw new EnvironmentError(
      'La llave del registro tiene la forma nombre+huella+base64 (línea «log» de /pki/log/policy).',
    )
  const { logs } = state()
  if (Object.hasOwn(logs, key.name)) throw new EnvironmentError(`El testigo ya conoce el registro ${key.name}.`)
  await save({ ...state(), logs: { ...logs, [key.name]: { key: text, size: 0, note: null } } })
  return key
}

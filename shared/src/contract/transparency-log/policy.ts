import type { HashBytes } from './merkle.ts'
import { LOG_KEY, type NoteKey, parseNoteKey, WITNESS_KEY } from './note.ts'

interface KnownLog {
  readonly key: NoteKey
  readonly url: string | undefined
}

interface KnownWitness {
  /** Within the policy. */
  readonly name: string
  readonly key: NoteKey
  /** Prefix to which checkpoints are submitted. */
  readonly url: string | undefined
}

interface WitnessGroup {
  readonly atLeast: number
  readonly members: readonly string[]
}

/** Whose signatures make a checkpoint count (C2SP tlog-policy). */
export interface WitnessPolicy {
  readonly logs: readonly KnownLog[]
  readonly witnesses: readonly KnownWitness[]
  readonly groups: ReadonlyMap<string, WitnessGroup>
  /** A witness or a group; undefined: no one has to sign. */
  readonly quorum: string | undefined
}

export type PolicyReading =
  | { readonly kind: 'policy'; readonly policy: WitnessPolicy }
  /** `line` from 1; 0 for the whole file. `reason`: Spanish, for operators. */
  | { readonly kind: 'malformed'; readonly line: number; readonly reason: string }

const LINES_MAX = 1000

class PolicyFault extends Error {}

interface Draft {
  readonly logs: KnownLog[]
  readonly witnesses: KnownWitness[]
  readonly groups: Map<string, WitnessGroup>
  readonly members: Set<string>
  quorum: string | null | undefined
}

const require = (condition: boolean, reason: string): void => {
  if (!condition) throw new PolicyFault(reason)
}

const keyOf = async (text: string | undefined, type: number, hash: HashBytes): Promise<NoteKey> => {
  const key = await parseNoteKey(text ?? '', hash)
  if (key?.type !== type) throw new PolicyFault('la llave no tiene la forma nombre+huella+base64, o es de otra clase')
  return key
}

const isSameKey = (a: NoteKey, b: NoteKey): boolean => a.publicKey.every((byte, index) => byte === b.publicKey[index])

const isKnown = ({ witnesses, groups }: Draft, name: string): boolean =>
  groups.has(name) || witnesses.some((witness) => witness.name === name)

const thresholdOf = (word: string | undefined, members: number): number => {
  if (word === 'any') return 1
  if (word === 'all') return members
  return /^[1-9]\d*$/.test(word ?? '') ? Number(word) : 0
}

const requireNewName = (draft: Draft, name: string): void => {
  require(name !== '' && name !== 'none', 'falta el nombre, o es «none»')
  require(!isKnown(draft, name), `el nombre ${name} se repite`)
}

type ReadLine = (draft: Draft, words: readonly string[], hash: HashBytes) => Promise<void> | void

const readers: Readonly<Record<string, ReadLine>> = {
  log: async (draft, [text, url, ...rest], hash) => {
    const key = await keyOf(text, LOG_KEY, hash)
    require(rest.length === 0, 'sobran palabras')
    require(!draft.logs.some((log) => isSameKey(log.key, key)), 'la llave se repite')
    draft.logs.push({ key, url })
  },
  witness: async (draft, [name = '', text, url, ...rest], hash) => {
    requireNewName(draft, name)
    const key = await keyOf(text, WITNESS_KEY, hash)
    require(rest.length === 0, 'sobran palabras')
    require(!draft.witnesses.some((witness) => isSameKey(witness.key, key)), 'la llave se repite')
    draft.witnesses.push({ name, key, url })
  },
  group: (draft, [name = '', word, ...members]) => {
    requireNewName(draft, name)
    const atLeast = thresholdOf(word, members.length)
    require(atLeast >= 1 && atLeast <= members.length, 'el mínimo es «any», «all» o un número de 1 hasta sus miembros')
    for (const member of members) {
      require(isKnown(draft, member), `${member} no está definido antes`)
      require(!draft.members.has(member), `${member} ya es miembro de un grupo`)
      draft.members.add(member)
    }
    draft.groups.set(name, { atLeast, members })
  },
  quorum: (draft, [name = '', ...rest]) => {
    require(draft.quorum === undefined, 'hay dos líneas quorum')
    require(rest.length === 0, 'sobran palabras')
    require(name === 'none' || isKnown(draft, name), `${name} no está definido antes`)
    draft.quorum = name === 'none' ? null : name
  },
}

const readLine = async (draft: Draft, line: string, hash: HashBytes): Promise<void> => {
  const [word = '', ...words] = line.split(/[ \t]+/).filter((each) => each !== '')
  if (word === '' || word.startsWith('#')) return
  const read = Object.hasOwn(readers, word) ? readers[word] : undefined
  if (read === undefined) throw new PolicyFault('la línea no empieza con log, witness, group ni quorum')
  await read(draft, words, hash)
}

/** Reads a policy file, which has exactly one line `quorum`. */
export const parsePolicy = async (text: string, hash: HashBytes): Promise<PolicyReading> => {
  const draft: Draft = { logs: [], witnesses: [], groups: new Map(), members: new Set(), quorum: undefined }
  const lines = text.split('\n')
  if (lines.length > LINES_MAX) return { kind: 'malformed', line: 0, reason: 'es demasiado larga' }
  for (const [index, line] of lines.entries()) {
    try {
      await readLine(draft, line, hash)
    } catch (error) {
      if (!(error instanceof PolicyFault)) throw error
      return { kind: 'malformed', line: index + 1, reason: error.message }
    }
  }
  const { logs, witnesses, groups, quorum } = draft
  if (quorum === undefined) return { kind: 'malformed', line: 0, reason: 'falta la línea quorum' }
  return { kind: 'policy', policy: { logs, witnesses, groups, quorum: quorum ?? undefined } }
}

/** @param signed names of the witnesses that signed. A policy that asks for none is never met: no one has seen it. */
export const meetsQuorum = ({ groups, quorum }: WitnessPolicy, signed: ReadonlySet<string>): boolean => {
  const hasSeen = (name: string): boolean => {
    const group = groups.get(name)
    return group === undefined ? signed.has(name) : group.members.filter(hasSeen).length >= group.atLeast
  }
  return quorum !== undefined && hasSeen(quorum)
}

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPdf } from 'pdf'
import { inflateInBrowser } from 'pdf/inflate'
import type { VerificationReport } from 'pdf/verify'
import { beliefsOf, type EscapeKind, judge, look, type Shown, showSigned, type Verify, visibleIn } from './judge.ts'
import { type Mutated, makeSignedFile, mutate, type SignedFile } from './mutations.ts'
import { createRandom } from './random.ts'
import type { Renderers } from './renderers.ts'
import type { Signers } from './sign-files.ts'

export interface OracleOptions {
  readonly mutations: number
  readonly seed: number
  readonly only?: string
  readonly keep?: string
  readonly onEscape?: (found: Escape) => void
  readonly onProgress?: (tried: number) => void
}

/** Lowers the verdicts of a report by what pages look like. */
export type JudgePictures = (bytes: Uint8Array, report: VerificationReport) => Promise<VerificationReport>

export interface Judges {
  readonly structure: Verify
  readonly picture: JudgePictures | undefined
}

/** `picture` judges alone what the structure judge is made to accept. */
export const JUDGES = ['structure', 'picture', 'both'] as const
export type JudgeName = (typeof JUDGES)[number]

export interface Escape {
  readonly judge: JudgeName
  readonly kind: EscapeKind
  readonly id: string
  readonly seed: number
  readonly file: string
  /** The attacker's means: decoy, trap and oddity. */
  readonly means: string
  readonly mutation: string
  readonly renderers: ReadonlyMap<string, readonly number[]>
  readonly beliefs: readonly string[]
}

export interface Summary {
  readonly tried: number
  /** In at least one renderer. */
  readonly visible: number
  readonly escapes: Readonly<Record<JudgeName, readonly Escape[]>>
}

/** Signing is slower than forging. */
const GROUP_SIZE = 12
/** One group in N attacks a real PDF. */
const FOREIGN_EVERY = 8

/** Optional real PDFs from public test suites. */
const FOLDER = resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../../shared/pdfs')

function foreignFiles(): SignedFile[] {
  if (!existsSync(FOLDER)) return []
  const files = readdirSync(FOLDER).filter((file) => /^signed__.*\.pdf$/.test(file))
  return files.sort().map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FOLDER, name))) }))
}

function fileOf(group: number, seed: number, signers: Signers): Promise<SignedFile> {
  const foreign = group % FOREIGN_EVERY === FOREIGN_EVERY - 1 ? foreignFiles() : []
  const chosen = foreign[Math.floor(group / FOREIGN_EVERY) % Math.max(1, foreign.length)]
  return chosen === undefined ? makeSignedFile(createRandom(seed, group), signers) : Promise.resolve(chosen)
}

const describeMutation = ({
  mutation: { target, alteration, decoy, oddity, link, style, order, isResealed },
}: Mutated): string =>
  `${target}: ${alteration}; decoy ${decoy}${oddity === 'none' ? '' : ` (${oddity})`}; link ${link}; ${style}; ${order}${isResealed ? '; sealed again' : ''}`

const describeMeans = ({ trap }: SignedFile, { mutation: { decoy, oddity, alteration } }: Mutated): string =>
  [
    decoy === 'trap' ? `trap ${trap?.name}` : decoy,
    ...(oddity === 'none' ? [] : [`(${oddity})`]),
    ...(alteration === 'none' ? [] : ['and another change']),
  ].join(' ')

export interface Tools {
  readonly signers: Signers
  readonly renderers: Renderers
  readonly judges: Judges
}

const canRead = (bytes: Uint8Array): boolean => {
  try {
    return openPdf(bytes, { inflate: inflateInBrowser }).pages().length > 0
  } catch {
    return false
  }
}

interface Attempt {
  readonly id: string
  readonly file: SignedFile
  readonly made: Mutated
}

async function* attempts({ mutations, seed, only }: OracleOptions, signers: Signers): AsyncGenerator<Attempt> {
  let tried = 0
  for (let group = 0; tried < mutations && group < mutations; group++) {
    if (only !== undefined && !only.startsWith(`${group}.`)) continue
    const file = await fileOf(group, seed, signers)
    if (!canRead(file.bytes)) continue
    for (let index = 0; index < GROUP_SIZE && tried < mutations; index++) {
      const id = `${group}.${index}`
      if (only !== undefined && only !== id) continue
      const made = await mutate(file, createRandom(seed, group, index), signers)
      if (made === undefined) continue
      tried++
      yield { id, file, made }
    }
    if (only !== undefined) return
  }
}

export async function listMutations(options: OracleOptions, signers: Signers): Promise<string[]> {
  const list: string[] = []
  for await (const { id, file, made } of attempts(options, signers))
    list.push(`${id}: ${file.name}: ${describeMutation(made)}`)
  return list
}

/** A structure judge that accepts everything and tells nothing. */
export function acceptAll(report: VerificationReport): VerificationReport {
  if (report.kind !== 'signed') return report
  const signatures = report.signatures.map((each) => ({ ...each, verdict: 'valid', changes: [] }) as const)
  return { ...report, verdict: 'valid', signatures }
}

type Opinions = Readonly<Partial<Record<JudgeName, VerificationReport>>>

async function ask(bytes: Uint8Array, signed: Uint8Array, { judges, signers }: Tools): Promise<Opinions> {
  const { structure: verify, picture } = judges
  const structure = await verify(bytes, signers.roots)
  if (picture === undefined) return { structure }
  const alone = await picture(bytes, acceptAll(structure))
  const isBelieved = beliefsOf(structure, signed.length).length > 0
  return { structure, picture: alone, both: isBelieved ? await picture(bytes, structure) : structure }
}

const looksDifferent = (report: VerificationReport): boolean =>
  report.kind === 'signed' && report.signatures.some(({ picture }) => picture.state === 'different')

/** Renders only what a judge believes, or to learn whether it is visible at all. */
export async function runOracle(options: OracleOptions, tools: Tools): Promise<Summary> {
  const { seed, only, keep } = options
  const escapes: Record<JudgeName, Escape[]> = { structure: [], picture: [], both: [] }
  let [tried, visible] = [0, 0]
  let shown: Shown | undefined
  for await (const { id, file, made } of attempts(options, tools.signers)) {
    tried++
    options.onProgress?.(tried)
    if (shown?.bytes !== file.bytes) shown = showSigned(file.bytes)
    const opinions = await ask(made.bytes, file.bytes, tools)
    const isBelieved = Object.values(opinions).some((report) => beliefsOf(report, file.bytes.length).length > 0)
    const isSeen = opinions.picture !== undefined && looksDifferent(opinions.picture)
    const seen = await look(shown, made, tools.renderers, isBelieved ? undefined : isSeen ? [] : ['mutool'])
    if (isSeen || visibleIn(seen, shown).size > 0) visible++
    if (keep !== undefined && only !== undefined) keepFile(keep, id, file.bytes, made.bytes)
    for (const name of JUDGES) {
      const report = opinions[name]
      const judged = report && judge(shown, made, report, seen)
      if (judged === undefined) continue
      const found: Escape = {
        ...{ judge: name, id, seed, file: file.name, kind: judged.kind, renderers: judged.seen },
        ...{ means: describeMeans(file, made), mutation: describeMutation(made), beliefs: judged.wrong },
      }
      escapes[name].push(found)
      options.onEscape?.(found)
      if (keep !== undefined && name !== 'picture') keepFile(keep, id, file.bytes, made.bytes)
    }
  }
  return { tried, visible, escapes }
}

function keepFile(folder: string, id: string, signed: Uint8Array, forged: Uint8Array): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}-signed.pdf`), signed)
  writeFileSync(join(folder, `${id}-forged.pdf`), forged)
}

export const describeEscape = ({ judge: name, kind, id, seed, file, mutation, renderers, beliefs }: Escape): string =>
  [
    `escape ${id} of seed ${seed} (${name}: ${kind})`,
    `  file: ${file}`,
    `  mutation: ${mutation}`,
    `  seen by ${renderers.size}: ${[...renderers].map(([each, pages]) => `${each} (${pages.join(', ')})`).join(', ')}`,
    `  believed: ${beliefs.join('; ')}`,
  ].join('\n')

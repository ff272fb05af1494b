import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPdf } from 'pdf'
import { inflate } from 'pdf/inflate'
import { judge, type Shown, showSigned, type Verify, verifyToday } from './judge.ts'
import { type Mutated, makeSignedFile, mutate, type SignedFile } from './mutations.ts'
import { createRandom } from './random.ts'
import type { Renderers } from './renderers.ts'
import type { Signers } from './sign-files.ts'

export interface OracleOptions {
  readonly mutations: number
  readonly seed: number
  readonly verify?: Verify
  readonly only?: string
  readonly keep?: string
  readonly onEscape?: (found: Escape) => void
}

export interface Escape {
  readonly id: string
  readonly seed: number
  readonly file: string
  readonly mutation: string
  readonly renderers: string
  readonly beliefs: readonly string[]
}

export interface Summary {
  readonly tried: number
  /** In at least one renderer. */
  readonly visible: number
  readonly escapes: readonly Escape[]
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

export interface Tools {
  readonly signers: Signers
  readonly renderers: Renderers
}

const canRead = (bytes: Uint8Array): boolean => {
  try {
    return openPdf(bytes, { inflate }).pages().length > 0
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

export async function runOracle(options: OracleOptions, { signers, renderers }: Tools): Promise<Summary> {
  const { seed, only, keep, verify = verifyToday } = options
  const escapes: Escape[] = []
  let [tried, visible] = [0, 0]
  let shown: Shown | undefined
  for await (const { id, file, made } of attempts(options, signers)) {
    tried++
    if (shown?.bytes !== file.bytes) shown = showSigned(file.bytes)
    const report = await verify(made.bytes, signers.roots)
    const { wrong, seen } = await judge(shown, made, report, renderers)
    if (seen.size > 0) visible++
    if (keep !== undefined && (wrong.length > 0 || only !== undefined)) keepFile(keep, id, file.bytes, made.bytes)
    if (wrong.length === 0) continue
    const where = [...seen].map(([name, pages]) => `${name} (${pages.join(', ')})`).join(', ')
    const found: Escape = {
      id,
      seed,
      file: file.name,
      mutation: describeMutation(made),
      renderers: where,
      beliefs: wrong,
    }
    escapes.push(found)
    options.onEscape?.(found)
  }
  return { tried, visible, escapes }
}

function keepFile(folder: string, id: string, signed: Uint8Array, forged: Uint8Array): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}-signed.pdf`), signed)
  writeFileSync(join(folder, `${id}-forged.pdf`), forged)
}

export const describeEscape = ({ id, seed, file, mutation, renderers, beliefs }: Escape): string =>
  [
    `escape ${id} of seed ${seed}`,
    `  file: ${file}`,
    `  mutation: ${mutation}`,
    `  seen by: ${renderers === '' ? 'a widget covers the page' : renderers}`,
    `  believed: ${beliefs.join('; ')}`,
  ].join('\n')

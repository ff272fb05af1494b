import { concatBytes, openPdf, pdfRef } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { acceptUpload } from './accept-upload.ts'
import { alterationsOf } from './alterations.ts'
import { type Applied, applyDecoy, DECOYS, type Decoy, type Given } from './decoys.ts'
import { type Draft, startDraft } from './draft.ts'
import { LINKS, type LinkName, links } from './links.ts'
import { buildOriginal, chooseDesign, type Design } from './original.ts'
import type { Area } from './pictures.ts'
import type { Random } from './random.ts'
import { type Target, targetsOf } from './reachable.ts'
import { PLATFORM_STAGES, type Signers, STAGES, type Stage } from './sign-files.ts'
import type { Trap } from './trap-fields.ts'
import { TRAPS } from './traps.ts'
import { TWISTS, type Twist } from './twists.ts'
import { SOUND, STYLES, type Style } from './update-styles.ts'
import { writeUpdate } from './write-update.ts'

export interface SignedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly prepared?: { readonly link: LinkName; readonly target: Target }
  readonly trap?: Trap
}

interface Mutation {
  readonly target: string
  readonly alteration: string
  readonly decoy: Decoy
  readonly oddity: string
  readonly link: LinkName | 'own' | 'none'
  readonly style: Style
  readonly order: Order
  readonly isResealed: boolean
}

export interface Mutated {
  readonly mutation: Mutation
  readonly bytes: Uint8Array
  /** Fields that the decoy may fill. */
  readonly areas: readonly Area[]
}

const ORDERS = ['together', 'decoy-first', 'object-first'] as const
type Order = (typeof ORDERS)[number]

const describeTarget = ({ num, path }: Target): string => `${num} ${path}`

const DRAWN = /^(Resources|Contents)/

function prepare(original: Uint8Array, random: Random): { bytes: Uint8Array; prepared?: SignedFile['prepared'] } {
  const draft = startDraft(original)
  const targets = targetsOf(draft.document).filter(({ path }) => path !== 'Catalog' && path !== 'Pages')
  const drawn = targets.filter(({ path }) => DRAWN.test(path))
  const target = random.maybePick(random.chance(0.7) && drawn.length > 0 ? drawn : targets)
  const link = random.maybePick(LINKS)
  if (target === undefined || link === undefined || !links[link](draft, pdfRef(target.num))) return { bytes: original }
  const { tail } = writeUpdate(draft, 'plain', new Set())
  return { bytes: concatBytes([original, tail]), prepared: { link, target } }
}

function layTrap(original: Uint8Array, trap: Trap, random: Random): Uint8Array | undefined {
  const draft = startDraft(original)
  return trap.lay(draft, random) ? concatBytes([original, writeUpdate(draft, 'plain', new Set()).tail]) : undefined
}

const describeDesign = ({ xref, pages, rotate, inherit, dangling, indirect, parts, upload }: Design): string =>
  [
    xref,
    ...(upload === 'as-is' ? [] : [upload]),
    `${pages}p`,
    ...(rotate === 0 ? [] : ['rotated']),
    ...(inherit ? ['inherit'] : []),
    ...(dangling ? ['dangling'] : []),
    ...(indirect ? ['indirect'] : []),
    parts.join('+'),
  ].join(' ')

/** @returns the upload, and what it holds for a later attack */
function makeUpload(design: Design, random: Random): Pick<SignedFile, 'bytes' | 'prepared' | 'trap'> {
  const original = buildOriginal(design)
  const trap = random.chance(0.5) ? random.maybePick(TRAPS) : undefined
  const laid = trap && layTrap(original, trap, random)
  if (trap !== undefined && laid !== undefined) return { bytes: laid, trap }
  // A rewritten upload numbers its objects again.
  const isKept = design.upload === 'as-is' || design.upload === 'template'
  return isKept && random.chance(0.65) ? prepare(original, random) : { bytes: original }
}

export async function makeSignedFile(random: Random, signers: Signers): Promise<SignedFile> {
  const design = chooseDesign(random)
  const { bytes, ...held } = makeUpload(design, random)
  const stage: Stage = random.chance(0.6) ? random.pick(PLATFORM_STAGES) : random.pick(STAGES)
  const { prepared, trap } = held
  const link = prepared === undefined ? 'unprepared' : `${prepared.link} = ${describeTarget(prepared.target)}`
  const role = trap === undefined ? link : `trap ${trap.name}`
  const name = `${describeDesign(design)}; ${role}; ${stage}`
  try {
    return { name, bytes: await signers.sign(await acceptUpload(bytes, design.upload), stage, design.upload), ...held }
  } catch {
    // Repairing and signing may refuse what was laid out.
    const plain = buildOriginal(design)
    return { name: `${describeDesign(design)}; refused ${role}; ${stage}`, bytes: await signers.sign(plain, stage) }
  }
}

function chooseDecoy({ trap }: SignedFile, random: Random): Decoy {
  return trap !== undefined && random.chance(0.7) ? 'trap' : random.pick(DECOYS)
}

function chooseTarget(file: SignedFile, targets: readonly Target[], random: Random): Target | undefined {
  const { prepared } = file
  if (prepared === undefined || random.chance(0.2)) {
    const drawn = targets.filter(({ path }) => DRAWN.test(path))
    return random.maybePick(random.chance(0.4) && drawn.length > 0 ? drawn : targets)
  }
  const own = targets.filter(({ num }) => num === prepared.target.num)
  const below = targets.filter(({ path }) => path.startsWith(`${prepared.target.path}/`))
  return random.maybePick(random.chance(0.6) ? own : below) ?? random.maybePick(targets)
}

interface Plan extends Mutation {
  readonly at: Target
  readonly linked: Target
  readonly twist: Twist | undefined
  readonly trap: Trap | undefined
}

function chooseLinked(at: Target, targets: readonly Target[], random: Random): Target {
  const isAbove = ({ path, page }: Target): boolean =>
    at.path.startsWith(`${path}/`) || (path === 'Page' && (page === at.page || at.page === 0))
  return random.chance(0.5) ? at : (random.maybePick(targets.filter(isAbove)) ?? at)
}

function plan(file: SignedFile, random: Random): Plan | undefined {
  const document = openPdf(file.bytes, { inflate: inflateWithNode })
  const targets = targetsOf(document)
  const at = chooseTarget(file, targets, random)
  if (at === undefined) return undefined
  const linked = chooseLinked(at, targets, random)
  const twist = random.chance(file.trap === undefined ? 0.3 : 0.4) ? random.maybePick(TWISTS) : undefined
  const isPrepared = file.prepared !== undefined
  const linkKind = random.next()
  return {
    at,
    linked,
    trap: file.trap,
    target: `${describeTarget(at)}${linked === at ? '' : ` (linked ${describeTarget(linked)})`}`,
    alteration: '',
    decoy: chooseDecoy(file, random),
    twist,
    oddity: twist?.name ?? 'none',
    link:
      linkKind < (isPrepared || file.trap !== undefined ? 0.6 : 0.25)
        ? 'none'
        : linkKind < 0.7
          ? 'own'
          : (random.maybePick(LINKS) ?? 'none'),
    style: random.chance(0.55)
      ? (random.maybePick(['plain', 'plain', 'plain', ...SOUND]) ?? 'plain')
      : (random.maybePick(STYLES) ?? 'plain'),
    order: random.pick(ORDERS),
    isResealed: random.chance(0.1),
  }
}

const givenBy = ({ link: way, linked, twist, trap }: Plan, random: Random): Given => ({
  extra: way === 'own' ? pdfRef(linked.num) : undefined,
  twist,
  trap,
  random,
})

function link(draft: Draft, { link: way, linked }: Plan): void {
  if (way !== 'none' && way !== 'own') links[way](draft, pdfRef(linked.num))
}

const NO_OBJECTS: ReadonlySet<number> = new Set()

const BARE: ReadonlySet<Decoy> = new Set(['trap', 'stamp', 'time-stamp-covering'])

/** `hidden` objects may be unlisted. */
function alter(
  draft: Draft,
  { at, twist, decoy }: Plan,
  random: Random,
): { name: string; hidden: ReadonlySet<number> } | undefined {
  const before = new Set(draft.objects.keys())
  // A sprung trap or a twisted decoy can be the whole attack.
  if ((twist !== undefined || BARE.has(decoy)) && random.chance(0.7)) return { name: 'none', hidden: NO_OBJECTS }
  const alteration = random.maybePick(alterationsOf(draft, at, random))
  if (alteration === undefined) return undefined
  alteration.run()
  const hidden = [...draft.objects.keys()].filter((num) => !before.has(num) || num === at.num)
  return { name: alteration.name, hidden: new Set(hidden) }
}

async function finish(
  bytes: Uint8Array,
  draft: Draft,
  style: Style,
  hidden: ReadonlySet<number>,
  applied: Applied,
  signers: Signers,
): Promise<Uint8Array> {
  const written = writeUpdate(draft, style, hidden)
  const { signature } = applied
  return concatBytes([
    bytes,
    signature === undefined ? written.tail : await signers.complete(bytes, written, signature),
  ])
}

const NOTHING: Applied = { areas: [] }

async function together(
  bytes: Uint8Array,
  chosen: Plan,
  random: Random,
  signers: Signers,
): Promise<Mutated | undefined> {
  const draft = startDraft(bytes)
  const applied = applyDecoy(chosen.decoy, draft, givenBy(chosen, random))
  if (applied === undefined) return undefined
  link(draft, chosen)
  const altered = alter(draft, chosen, random)
  if (altered === undefined) return undefined
  const mutation = { ...chosen, alteration: altered.name }
  return { mutation, bytes: await finish(bytes, draft, chosen.style, altered.hidden, applied, signers), ...applied }
}

async function inTwoUpdates(
  bytes: Uint8Array,
  chosen: Plan,
  random: Random,
  signers: Signers,
): Promise<Mutated | undefined> {
  const decoyFirst = chosen.order === 'decoy-first'
  let applied: Applied | undefined
  let alteration: string | undefined
  let current = bytes
  for (const isDecoy of decoyFirst ? [true, false] : [false, true]) {
    const draft = startDraft(current)
    let hidden = NO_OBJECTS
    if (isDecoy) {
      applied = applyDecoy(chosen.decoy, draft, givenBy(chosen, random))
      if (applied === undefined) return undefined
      link(draft, chosen)
    } else {
      const altered = alter(draft, chosen, random)
      if (altered === undefined) return undefined
      alteration = altered.name
      hidden = altered.hidden
    }
    if (draft.objects.size + draft.trailer.size + draft.freed.size === 0) continue
    // Otherwise reading fails.
    const style = isDecoy === decoyFirst ? 'plain' : chosen.style
    current = await finish(current, draft, style, hidden, isDecoy ? (applied ?? NOTHING) : NOTHING, signers)
  }
  return { mutation: { ...chosen, alteration: alteration ?? '' }, bytes: current, ...(applied ?? NOTHING) }
}

async function carryOut(
  file: SignedFile,
  chosen: Plan,
  random: Random,
  signers: Signers,
): Promise<Mutated | undefined> {
  try {
    const made = await (chosen.order === 'together' ? together : inTwoUpdates)(file.bytes, chosen, random, signers)
    return made !== undefined && chosen.isResealed ? { ...made, bytes: await signers.seal(made.bytes) } : made
  } catch {
    return undefined
  }
}

const ATTEMPTS = 12

export async function mutate(file: SignedFile, random: Random, signers: Signers): Promise<Mutated | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const chosen = plan(file, random)
    const made = chosen === undefined ? undefined : await carryOut(file, chosen, random, signers)
    if (made !== undefined) return made
  }
  return undefined
}

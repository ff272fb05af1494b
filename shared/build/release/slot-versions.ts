import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltInRemote, isBuiltIn, type SlotName } from '../../src/contract/site/remote.ts'
import type { FrontEnd } from '../front-end.ts'
import { filesBelow } from './release-id.ts'

/**
 * Raise one when older callers no longer fit its props. The compiler keeps
 * the list complete.
 */
const builtIn: { readonly [N in BuiltInRemote]: Readonly<Record<SlotName<N>, number>> } = {
  mf_auth: {},
  mf_documents: {},
  mf_signing: { 'document-editor': 1, 'url-generator': 1, 'page-picture': 1 },
}

const FIRST = 1

/** `mf_signing/page-picture` → version of its props. */
type SlotVersions = Readonly<Record<string, number>>

const known: SlotVersions = Object.fromEntries(
  Object.entries(builtIn).flatMap(([name, slots]) =>
    Object.entries(slots).map(([slot, version]) => [`${name}/${slot}`, version]),
  ),
)

export const builtInSlots = (name: string): string[] => (isBuiltIn(name) ? Object.keys(builtIn[name]) : [])

const versionsOf = (slots: readonly string[], declared: SlotVersions = {}): Record<string, number> =>
  Object.fromEntries([...new Set(slots)].sort().map((slot) => [slot, known[slot] ?? declared[slot] ?? FIRST]))

export const offeredSlots = ({ name, slotVersions }: FrontEnd, slots: readonly string[]): Record<string, number> =>
  versionsOf(
    slots.map((slot) => `${name}/${slot}`),
    slotVersions,
  )

const USE = /<RemoteMount\s+(?:quiet\s+)?remote="(mf_\w+)"\s+slot="([\w-]+)"/g

/** Finds `<RemoteMount remote="…" slot="…"` in the sources. */
export const usedSlots = ({ root, slotVersions }: Pick<FrontEnd, 'root' | 'slotVersions'>): Record<string, number> => {
  const sources = filesBelow(join(root, 'src')).filter((file) => file.endsWith('.tsx'))
  const used = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(USE)].map(([, remote, slot]) => `${remote}/${slot}`),
  )
  return versionsOf(used, slotVersions)
}

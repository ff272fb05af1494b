import { concatBytes } from 'pdf'
import type { TrustedRoot } from 'pdf/verify'
import { applyDecoy, type Decoy } from './decoys.ts'
import { startDraft } from './draft.ts'
import { beliefsOf, look, showSigned, type Verify, visibleIn } from './judge.ts'
import { buildOriginal, type Design, PARTS } from './original.ts'
import type { Renderers } from './renderers.ts'
import type { Signers, Stage } from './sign-files.ts'
import { SOUND, type Style } from './update-styles.ts'
import { writeUpdate } from './write-update.ts'

const HARMLESS: readonly Decoy[] = [
  'dss',
  'time-stamp',
  'signature',
  'signed-field',
  'filled-field',
  'filled-in-place',
  'checked-box',
  'metadata',
]

export const plainDesign = (xref: Design['xref']): Design => ({
  xref,
  pages: 2,
  rotate: 0,
  inherit: xref === 'stream',
  dangling: false,
  indirect: xref === 'stream',
  parts: PARTS,
  upload: 'as-is',
})

export interface Control {
  readonly file: string
  readonly decoy: Decoy
  readonly style: Style
  /** `believed`: valid after the update. */
  readonly signatures: number
  readonly believed: number
  readonly visible: readonly string[]
}

const countSignatures = async (bytes: Uint8Array, verify: Verify, roots: readonly TrustedRoot[]): Promise<number> => {
  const report = await verify(bytes, roots)
  return report.kind === 'signed' ? report.signatures.length : 0
}

async function control(signed: Uint8Array, decoy: Decoy, style: Style, signers: Signers): Promise<Uint8Array> {
  const draft = startDraft(signed)
  const applied = applyDecoy(decoy, draft)
  if (applied === undefined) throw new Error(`no place for ${decoy}`)
  const written = writeUpdate(draft, style, new Set())
  const { signature } = applied
  return concatBytes([
    signed,
    signature === undefined ? written.tail : await signers.complete(signed, written, signature),
  ])
}

/** The file is unprepared. */
export async function runControls(
  { xref, stage }: { readonly xref: Design['xref']; readonly stage: Stage },
  { signers, renderers, verify }: { readonly signers: Signers; readonly renderers: Renderers; readonly verify: Verify },
): Promise<Control[]> {
  const signed = await signers.sign(buildOriginal(plainDesign(xref)), stage)
  const shown = showSigned(signed)
  const signatures = await countSignatures(signed, verify, signers.roots)
  const controls: Control[] = []
  for (const [index, decoy] of HARMLESS.entries()) {
    const style = SOUND[index % SOUND.length] ?? 'plain'
    const bytes = await control(signed, decoy, style, signers)
    const draft = startDraft(signed)
    const { areas = [] } = applyDecoy(decoy, draft) ?? {}
    const report = await verify(bytes, signers.roots)
    const seen = visibleIn(await look(shown, { bytes }, renderers), shown, areas)
    const believed = beliefsOf(report, signed.length).filter((belief) => !belief.startsWith('page:')).length
    controls.push({ file: `${xref}, ${stage}`, decoy, style, signatures, believed, visible: [...seen.keys()] })
  }
  return controls
}

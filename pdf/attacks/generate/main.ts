import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { AttackFile, CaseVerdict } from './case.ts'
import { fieldFiles } from './fields-that-existed.ts'
import { fontFiles } from './form-fonts.ts'
import { openIdentities } from './identities.ts'
import { drawingFiles } from './new-drawings.ts'
import { structureFiles } from './structure.ts'
import { wordFiles } from './words-and-keys.ts'

/** `pnpm --filter pdf attacks:generate [--all]`: missing files, or all of them again. */
const FOLDER = new URL('../files/', import.meta.url)
const all = process.argv.includes('--all')
const files: readonly AttackFile[] = [
  ...fieldFiles,
  ...drawingFiles,
  ...fontFiles,
  ...wordFiles,
  ...structureFiles,
].toSorted((a, b) => (a.file < b.file ? -1 : 1))

mkdirSync(FOLDER, { recursive: true })
const identities = openIdentities()
for (const { file, make } of files) {
  const path = new URL(file, FOLDER)
  if (all || !existsSync(path)) writeFileSync(path, await make(identities))
}
const verdicts: CaseVerdict[] = files.map(({ make: _, ...verdict }) => verdict)
/** Short lists on one line, as Biome formats them. */
const json = JSON.stringify(verdicts, null, 2).replace(
  /\[\s+("[^\]]*")\s+\]/g,
  (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`,
)
writeFileSync(new URL('../verdicts.json', import.meta.url), `${json}\n`)

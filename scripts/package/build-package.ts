import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../test/run-command.ts'
import { inWorkspace } from '../workspace.ts'
import { exactVersion, packedManifest } from './manifest.ts'

const SHARED = inWorkspace('shared')

/** What `pnpm pack` packs in `shared`. */
const PACKAGE_FOLDER = join(SHARED, '.build', 'package')

const COPIED = ['src/**/*.css', 'src/**/*.d.ts', 'testing/*', 'node/*.{mjs,d.mts}']

export const buildPackage = async (target = PACKAGE_FOLDER): Promise<void> => {
  rmSync(target, { recursive: true, force: true })
  const compiler = inWorkspace('node_modules/.bin/tsc')
  if ((await runCommand(compiler, ['-p', 'tsconfig.package.json', '--outDir', target], { cwd: SHARED })) !== 0)
    throw new Error('shared no se pudo compilar.')
  for (const file of globSync(COPIED, { cwd: SHARED })) cpSync(join(SHARED, file), join(target, file))
  for (const name of ['tsconfig.base.json', 'tsconfig.browser.json', 'LICENSE'])
    cpSync(inWorkspace(name), join(target, name))
  const manifest = packedManifest(readFileSync(join(SHARED, 'package.json'), 'utf8'), (library) =>
    exactVersion(SHARED, library),
  )
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

if (import.meta.main) await buildPackage()

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inWorkspace } from '../../workspace.ts'
import { buildPackage } from '../build-package.ts'

const PLACES = ['shared', 'mf-documents', '.'].map((name) => inWorkspace(name, 'node_modules'))

/** Links the declared libraries alone, as pnpm does. */
const linkLibraries = (manifest: string, modules: string): void => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const library of Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== 'shared')) {
    const place = PLACES.find((each) => existsSync(join(each, library)))
    if (place === undefined) throw new Error(`${library} is not installed in the workspace`)
    mkdirSync(dirname(join(modules, library)), { recursive: true })
    symlinkSync(realpathSync(join(place, library)), join(modules, library))
  }
}

/** Installs the package of `shared`, and what the remote in `folder` declares. */
export const installOffline = async (folder: string): Promise<string> => {
  const modules = join(folder, 'node_modules')
  const store = join(modules, '.pnpm/shared@file/node_modules')
  await buildPackage(join(store, 'shared'))
  linkLibraries(join(store, 'shared/package.json'), store)
  linkLibraries(join(folder, 'package.json'), modules)
  symlinkSync(join(store, 'shared'), join(modules, 'shared'))
  return join(store, 'shared')
}

export interface Finished {
  readonly code: number
  readonly output: string
}

export const remote = (folder: string, ...args: readonly string[]): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const program = join(folder, 'node_modules/shared/build/command/main.js')
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })

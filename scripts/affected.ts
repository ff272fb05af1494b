import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { affectedPackages, type PackageDependencies } from './affected/affected-packages.ts'
import { changedSince } from './changed-files.ts'
import { inWorkspace } from './workspace.ts'

const Package = v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) })

const dependenciesIn = (root: string): PackageDependencies => {
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')))
  return Object.fromEntries(
    names.map((name) => {
      const { dependencies } = v.parse(Package, JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')))
      return [name, names.filter((other) => dependencies[other]?.startsWith('workspace:'))]
    }),
  )
}

const [base, ...more] = process.argv.slice(2)
if (base === undefined || more.length > 0) {
  console.error('node scripts/affected.ts <rama o commit>: los paquetes que cambian desde entonces, uno por línea')
  process.exitCode = 1
} else {
  const root = inWorkspace()
  for (const name of affectedPackages(changedSince(root, base), dependenciesIn(root))) console.log(name)
}

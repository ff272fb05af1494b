import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Installed packages stay where they are; packages of the workspace lead into the copy. */
const copyLinks = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '.pnpm') symlinkSync(join(from, name), join(to, name))
    else cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
  }
}

/** Copies the files that Git knows or would add, as they are now. */
export const copyWorkspace = (root: string, to: string): void => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }).split('\0')
  for (const file of files.filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file), { verbatimSymlinks: true })
  }
  for (const name of ['.', ...readdirSync(root)]) {
    const modules = join(root, name, 'node_modules')
    if (name !== 'node_modules' && existsSync(modules)) copyLinks(modules, join(to, name, 'node_modules'))
  }
}

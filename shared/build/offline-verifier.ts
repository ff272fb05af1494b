import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import webpack, { type Configuration } from 'webpack'
import { filesBelow, hashFiles } from './release-id.ts'
import { SYNTAX } from './rules.ts'

const PACKAGE = dirname(import.meta.dirname)
const SOURCES = join(PACKAGE, 'src', 'evidence', 'offline')

/** Part of every evidence bundle. */
export const offlineVerifierFile = join(PACKAGE, 'dist', 'offline-verifier.html')

/** First line of the page: hash of its sources. */
const stamp = (): string => {
  const inputs = ['src/evidence', '../pdf/src', 'build/offline-verifier.ts', '../pnpm-lock.yaml']
  const files = inputs.flatMap((path) => filesBelow(join(PACKAGE, path)))
  return `<!-- ${hashFiles(files, PACKAGE)} -->`
}

const configuration = (folder: string): Configuration => ({
  mode: 'production',
  target: ['web', SYNTAX],
  context: PACKAGE,
  entry: join(SOURCES, 'main.ts'),
  output: { path: folder, filename: 'page.js' },
  devtool: false,
  performance: { hints: false },
  module: {
    rules: [
      {
        test: /\.ts$/,
        // package.json declares `shared` free of side effects; this
        // entry has some.
        sideEffects: true,
        loader: import.meta.resolve('swc-loader').replace('file://', ''),
        options: { jsc: { target: SYNTAX, parser: { syntax: 'typescript' } } },
      },
    ],
  },
})

const compile = (folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(configuration(folder))
    compiler?.run((error, stats) => {
      compiler.close(() => {
        if (error !== null) reject(error)
        else if (stats === undefined || stats.hasErrors()) reject(new Error(stats?.toString({ colors: false })))
        else resolve(readFileSync(join(folder, 'page.js'), 'utf8'))
      })
    })
  })

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** `</script` ends a script element, even inside a string. */
const forScriptElement = (script: string): string => script.replaceAll('</script', '<\\/script')

const compose = (script: string): string => {
  const read = (name: string): string => readFileSync(join(SOURCES, name), 'utf8')
  const style = read('page.css')
  const parts: Readonly<Record<string, string>> = {
    // No network access: the chosen files stay on the computer.
    policy: `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`,
    style,
    script,
  }
  return read('page.html').replaceAll(/(?:\/\*)?\{\{(\w+)\}\}(?:\*\/)?/g, (_, name: string) => parts[name] ?? '')
}

/** @returns false if the page is up to date */
export const buildOfflineVerifier = async (): Promise<boolean> => {
  const first = stamp()
  if (existsSync(offlineVerifierFile) && readFileSync(offlineVerifierFile, 'utf8').startsWith(first)) return false
  const folder = mkdtempSync(join(tmpdir(), 'trazo-verifier-'))
  try {
    const script = forScriptElement(await compile(folder))
    const written = join(folder, 'page.html')
    writeFileSync(written, `${first}\n${compose(script)}`)
    mkdirSync(dirname(offlineVerifierFile), { recursive: true })
    const beside = `${offlineVerifierFile}.${process.pid}`
    writeFileSync(beside, readFileSync(written))
    renameSync(beside, offlineVerifierFile)
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) await buildOfflineVerifier()

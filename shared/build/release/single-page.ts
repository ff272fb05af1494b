import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import webpack, { type Configuration } from 'webpack'
import { SYNTAX_LEVEL } from '../webpack/rules.ts'
import { hashFiles, namedFiles } from './release-id.ts'

/** A page that works as one file, without a server. */
export interface SinglePage {
  /** Has `main.ts`, `page.html` and `page.css`. */
  readonly folder: string
  /** Workspace; `sources` are relative to it. */
  readonly root: string
  /** A change rebuilds the page. */
  readonly sources: readonly string[]
  readonly output: string
}

/** In the first line of the page. */
const stampOf = ({ root, sources }: SinglePage): string => `<!-- ${hashFiles(namedFiles(root, sources))} -->`

const configuration = ({ folder }: SinglePage, output: string): Configuration => ({
  mode: 'production',
  target: ['web', SYNTAX_LEVEL],
  context: folder,
  entry: join(folder, 'main.ts'),
  output: { path: output, filename: 'page.js' },
  devtool: false,
  performance: { hints: false },
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: import.meta.resolve('swc-loader').replace('file://', ''),
        options: { jsc: { target: SYNTAX_LEVEL, parser: { syntax: 'typescript' } } },
      },
    ],
  },
})

const compileScript = (page: SinglePage, output: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(configuration(page, output))
    compiler?.run((error, stats) => {
      compiler.close(() => {
        if (error !== null) reject(error)
        else if (stats === undefined || stats.hasErrors()) reject(new Error(stats?.toString({ colors: false })))
        else resolve(readFileSync(join(output, 'page.js'), 'utf8'))
      })
    })
  })

const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** `</script` ends a script element, even inside a string. */
const forScriptElement = (script: string): string => script.replaceAll('</script', '<\\/script')

const composePage = ({ folder }: SinglePage, script: string): string => {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const style = read('page.css')
  const parts: Readonly<Record<string, string>> = {
    // No network access: the chosen files stay on the computer.
    policy: `default-src 'none'; script-src ${cspHash(script)}; style-src ${cspHash(style)}; base-uri 'none'; form-action 'none'`,
    style,
    script,
  }
  return read('page.html').replaceAll(/(?:\/\*)?\{\{(\w+)\}\}(?:\*\/)?/g, (_, name: string) => parts[name] ?? '')
}

/**
 * One HTML file contains everything.
 * @returns false if it is up to date
 */
export const buildSinglePage = async (page: SinglePage): Promise<boolean> => {
  const { output } = page
  const stamp = stampOf(page)
  if (existsSync(output) && readFileSync(output, 'utf8').startsWith(stamp)) return false
  const scratch = mkdtempSync(join(tmpdir(), 'trazo-page-'))
  try {
    const script = forScriptElement(await compileScript(page, scratch))
    mkdirSync(dirname(output), { recursive: true })
    const unfinished = `${output}.${process.pid}`
    writeFileSync(unfinished, `${stamp}\n${composePage(page, script)}`)
    renameSync(unfinished, output)
    return true
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

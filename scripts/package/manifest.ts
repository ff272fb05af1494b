import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
// biome-ignore lint/correctness/useImportExtensions: the declaration has the ending of its own
import { NEEDED_NODE } from '../../shared/node/needed-node.mjs'

const Texts = v.record(v.string(), v.string())

const SourceManifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  sideEffects: v.array(v.string()),
  exports: Texts,
  bin: Texts,
  dependencies: Texts,
})

/** Remotes run in no server. */
const SERVER_ONLY = { exports: /^\.\/server(\/|$)/, dependencies: /^(pino$|@aws-sdk\/|@opentelemetry\/)/ }

const javascript = (path: string): string => path.replace(/(?<!\.d)\.tsx?$/, '.js')

const mapped = (texts: Readonly<Record<string, string>>, change: (text: string, name: string) => string | undefined) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const changed = change(text, name)
      return changed === undefined ? [] : [[name, changed]]
    }),
  )

const InstalledManifest = v.object({ version: v.string() })

export const exactVersion = (root: string, library: string): string =>
  v.parse(InstalledManifest, JSON.parse(readFileSync(join(root, 'node_modules', library, 'package.json'), 'utf8')))
    .version

/**
 * The `package.json` that is packed: JavaScript in place of sources, exact
 * versions in place of `catalog:`.
 *
 * @param source text of `shared/package.json`
 */
export const packedManifest = (source: string, versionOf: (library: string) => string) => {
  const { name, version, license, sideEffects, exports, bin, dependencies } = v.parse(
    SourceManifest,
    JSON.parse(source),
  )
  return {
    name,
    version,
    license,
    type: 'module',
    engines: { node: `>=${NEEDED_NODE}` },
    sideEffects: sideEffects.map(javascript),
    bin: mapped(bin, javascript),
    exports: {
      ...mapped(exports, (file, subpath) => (SERVER_ONLY.exports.test(subpath) ? undefined : javascript(file))),
      './tsconfig.json': './tsconfig.browser.json',
    },
    dependencies: mapped(dependencies, (_, library) =>
      SERVER_ONLY.dependencies.test(library) ? undefined : versionOf(library),
    ),
  }
}

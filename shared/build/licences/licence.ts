import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

/** File in each release folder, including the shell's. */
export const LICENCES_RECORD = 'licences.json'

const LicenceSchema = v.object({
  name: v.string(),
  version: v.string(),
  /** SPDX expression; '' if the package names none. */
  licence: v.string(),
  /** '' if the package has no file. */
  text: v.string(),
})
/** A package of a build with the text that its licence asks to be shown. */
export type PackageLicence = v.InferOutput<typeof LicenceSchema>

export const LicencesSchema = v.array(LicenceSchema)

const Package = v.object({
  name: v.string(),
  version: v.string(),
  private: v.optional(v.boolean(), false),
  license: v.fallback(v.string(), ''),
})

/** Names of files with the licence's text. */
const TEXT = /^(?:licen[cs]e|copying|notice|ofl|unlicense)\b/i

const textIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => TEXT.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')

const packageIn = (folder: string): v.InferOutput<typeof Package> | undefined => {
  try {
    const read = v.safeParse(Package, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** @returns undefined for packages of the workspace */
export const licenceOf = (folder: string): PackageLicence | undefined => {
  const found = packageIn(folder)
  if (!found || found.private) return undefined
  return { name: found.name, version: found.version, licence: found.license, text: textIn(folder) }
}

/** @returns `folder`, or the nearest one above, that is a package */
export const packageFolder = (folder: string): string | undefined => {
  const above = dirname(folder)
  if (packageIn(folder)) return folder
  return above === folder ? undefined : packageFolder(above)
}

const key = ({ name, version }: PackageLicence): string => `${name} ${version}`

/** Each package once, by name. */
export const sortLicences = (licences: readonly PackageLicence[]): PackageLicence[] =>
  [...new Map(licences.map((licence) => [key(licence), licence])).values()].sort((a, b) => (key(a) < key(b) ? -1 : 1))

import type { PackageLicence } from './licence.ts'

/** SPDX identifiers. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
])

/** Weak copyleft: for code that is not distributed. */
const ALLOWED_ON_SERVERS: ReadonlySet<string> = new Set([...ALLOWED, 'MPL-2.0'])

/** Where the code runs: what browsers get is distributed, what servers run is not. */
export type LicencePlace = 'browser' | 'server'

/** GPL with an exception: documents may embed the fonts. */
export const LIBERATION_FONTS = {
  name: 'pdfjs-dist/standard_fonts: Liberation',
  licence: 'GPL-2.0-only WITH LicenseRef-Liberation-exception',
} as const

/** Refuses nested expressions. */
const isAllowedExpression = (expression: string, allowed: ReadonlySet<string>): boolean => {
  const flat = expression.replace(/^\(([^()]*)\)$/, '$1')
  return !/[()]/.test(flat) && flat.split(' OR ').some((choice) => choice.split(' AND ').every((id) => allowed.has(id)))
}

/** An expression (SPDX) is allowed if one of its alternatives is. */
export const isAllowedLicence = (
  { name, licence }: Pick<PackageLicence, 'name' | 'licence'>,
  place: LicencePlace,
): boolean =>
  isAllowedExpression(licence, place === 'server' ? ALLOWED_ON_SERVERS : ALLOWED) ||
  (name === LIBERATION_FONTS.name && licence === LIBERATION_FONTS.licence)

export type Request =
  | { readonly kind: 'usual' }
  /** Includes long tests, and the API on PostgreSQL and S3. */
  | { readonly kind: 'all' }
  /** Nearest tests first. */
  | { readonly kind: 'changed'; readonly base: string | undefined }
  /** Parts of file paths. */
  | { readonly kind: 'files'; readonly names: readonly string[]; readonly title: string | undefined }

export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const USAGE = `npm test                      todo, con una muestra de las tablas
npm run test:all              todo, con cada fila y las formas largas
npm test -- --changed [base]  lo que puede romper un cambio desde base
npm test -- NOMBRE… [-t TÍTULO]  los archivos cuya ruta contiene NOMBRE`

/** @throws ArgumentError with the usage, in Spanish */
export const parseArguments = (given: readonly string[]): Request => {
  const [first, ...others] = given
  if (first === undefined) return { kind: 'usual' }
  if (first === '--all' && others.length === 0) return { kind: 'all' }
  if (first === '--changed' && others.length <= 1) return { kind: 'changed', base: others[0] }
  const at = given.findIndex((argument) => argument === '-t' || argument === '-g')
  const title = at < 0 ? undefined : given[at + 1]
  const names = given.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  if (names.length === 0 || names.some((name) => name.startsWith('-')) || (at >= 0 && title === undefined))
    throw new ArgumentError(USAGE)
  return { kind: 'files', names, title }
}

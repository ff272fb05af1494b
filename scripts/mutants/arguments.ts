export interface MutantsRequest {
  readonly folders: readonly string[]
  /** Mutants of each folder; undefined for all. */
  readonly sample: number | undefined
  readonly seed: number
  /** Only files whose path contains it. */
  readonly only: string | undefined
  /** Only these numbers of the sample; undefined for all. */
  readonly numbers: readonly number[] | undefined
}

export const usualFolders = [
  'api/src/domain/access',
  'api/src/domain/signing',
  'api/src/domain/invitations',
  'api/src/domain/sealing',
  'pdf/src/verify',
  'shared/src/host',
  'shell/server/publishing',
] as const

export class MutantsArgumentError extends Error {
  override readonly name = 'MutantsArgumentError'
}

const USAGE = `pnpm mutants [CARPETA…] [--sample N] [--seed S] [--only TEXTO] [--numbers N,…]
  cambia una línea a la vez en una copia y dice qué cambios no nota ninguna prueba
  --sample N   N cambios por carpeta, repartidos entre sus archivos (40; 0 son todos)
  --seed S     elige otros (1)
  --only TEXTO solo los archivos cuya ruta contiene el texto
  --numbers    solo esos números de la muestra, como los dice el informe`

const wholeNumber = (text: string | undefined): number => {
  if (text === undefined || !/^\d+$/.test(text)) throw new MutantsArgumentError(USAGE)
  return Number(text)
}

/** @throws MutantsArgumentError with the usage, in Spanish */
export const parseMutantsArguments = (given: readonly string[]): MutantsRequest => {
  const folders: string[] = []
  let [sample, seed] = [40, 1]
  let only: string | undefined
  let numbers: readonly number[] | undefined
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] ?? ''
    const next = given[index + 1]
    if (!argument.startsWith('-')) folders.push(argument.replace(/\/$/, ''))
    else if (argument === '--sample') sample = wholeNumber(next)
    else if (argument === '--seed') seed = wholeNumber(next)
    else if (argument === '--only' && next !== undefined) only = next
    else if (argument === '--numbers' && next !== undefined) numbers = next.split(',').map(wholeNumber)
    else throw new MutantsArgumentError(USAGE)
    if (argument.startsWith('-')) index += 1
  }
  return {
    folders: folders.length > 0 ? folders : usualFolders,
    sample: sample === 0 ? undefined : sample,
    seed,
    only,
    numbers,
  }
}

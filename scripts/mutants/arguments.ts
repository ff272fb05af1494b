import { parseArgs } from 'node:util'

export interface MutantsRequest {
  readonly folders: readonly string[]
  /** Mutants of each folder; undefined for all. */
  readonly sample: number | undefined
  readonly seed: number
  /** Only files whose path contains it. */
  readonly only: string | undefined
  /** Only these numbers of the sample; undefined for all. */
  readonly numbers: readonly number[] | undefined
  /** Only test files whose path contains one of these; undefined for the nearest. */
  readonly tests: readonly string[] | undefined
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

class MutantsArgumentError extends Error {
  override readonly name = 'MutantsArgumentError'
}

const USAGE = `pnpm mutants [CARPETA…] [--sample N] [--seed S] [--only TEXTO] [--numbers N,…] [--tests TEXTO,…]
  cambia una línea a la vez en una copia y dice qué cambios no nota ninguna prueba
  --sample N   N cambios por carpeta, repartidos entre sus archivos (40; 0 son todos)
  --seed S     elige otros (1)
  --only TEXTO solo los archivos cuya ruta contiene el texto
  --numbers    solo esos números de la muestra, como los dice el informe
  --tests      solo las pruebas cuya ruta contiene uno de los textos, en vez de las más cercanas`

const wholeNumber = (text: string | undefined): number => {
  if (text === undefined || !/^\d+$/.test(text)) throw new MutantsArgumentError(USAGE)
  return Number(text)
}

const options = {
  sample: { type: 'string', default: '40' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string' },
  numbers: { type: 'string' },
  tests: { type: 'string' },
} as const

const readOptions = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new MutantsArgumentError(USAGE)
  }
}

/** @throws MutantsArgumentError with the usage, in Spanish */
export const parseMutantsArguments = (given: readonly string[]): MutantsRequest => {
  const { values, positionals } = readOptions(given)
  const sample = wholeNumber(values.sample)
  return {
    folders: positionals.length > 0 ? positionals.map((folder) => folder.replace(/\/$/, '')) : usualFolders,
    sample: sample === 0 ? undefined : sample,
    seed: wholeNumber(values.seed),
    only: values.only,
    numbers: values.numbers?.split(',').map(wholeNumber),
    tests: values.tests?.split(','),
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isAllowed, type Place } from '../licences/allowed.ts'
import { LICENCES_RECORD, type Licence, LicencesSchema } from '../licences/licence.ts'
import type { Problem } from './problems.ts'

/**
 * @param place browsers get copies, which some licences restrict; servers do not hand them out
 * @returns Spanish sentences
 */
export const refusedLicences = (licences: readonly Licence[], place: Place): string[] =>
  licences
    .filter((licence) => !isAllowed(licence, place))
    .map(({ name, version, licence }) =>
      licence === ''
        ? `${name} ${version} no declara su licencia. Usa otro paquete, o pide que la declaren.`
        : `${name} ${version} tiene la licencia ${licence}, que no está permitida. Usa otro paquete, o acuérdala en shared/build/licences/allowed.ts.`,
    )

const readLicences = (folder: string): Licence[] =>
  v.parse(LicencesSchema, JSON.parse(readFileSync(join(folder, LICENCES_RECORD), 'utf8')))

/** @throws if the build has no record of its licences */
export const licenceProblems = (folder: string, who: string, side: Problem['side']): Problem[] =>
  refusedLicences(readLicences(folder), 'browser').map((message) => ({
    kind: 'error',
    side,
    message: `${who}: ${message}`,
  }))

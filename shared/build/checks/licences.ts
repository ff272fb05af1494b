import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isAllowed, type Place } from '../licences/allowed.ts'
import { LICENCES_RECORD, type Licence, LicencesSchema } from '../licences/licence.ts'

/** @returns one message for each licence that is not allowed */
export const refusedLicences = (licences: readonly Licence[], place: Place): string[] =>
  licences
    .filter((licence) => !isAllowed(licence, place))
    .map(({ name, version, licence }) =>
      licence === ''
        ? `${name} ${version} no declara su licencia. Usa otro paquete, o pide que la declaren.`
        : `${name} ${version} tiene la licencia ${licence}, que no está permitida. Usa otro paquete, o acuérdala en shared/build/licences/allowed.ts.`,
    )

/** @throws if the record is missing or cannot be read */
export const readLicences = (folder: string): Licence[] =>
  v.parse(LicencesSchema, JSON.parse(readFileSync(join(folder, LICENCES_RECORD), 'utf8')))

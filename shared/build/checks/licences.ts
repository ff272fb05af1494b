import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isAllowedLicence, type LicencePlace } from '../licences/allowed.ts'
import { LICENCES_RECORD, LicencesSchema, type PackageLicence } from '../licences/licence.ts'
import type { ContractProblem } from './problems.ts'

/**
 * @param place browsers get copies, which some licences restrict; servers do not hand them out
 * @returns Spanish sentences
 */
export const refusedLicences = (licences: readonly PackageLicence[], place: LicencePlace): string[] =>
  licences
    .filter((licence) => !isAllowedLicence(licence, place))
    .map(({ name, version, licence }) =>
      licence === ''
        ? `${name} ${version} no declara su licencia. Usa otro paquete, o pide que la declaren.`
        : `${name} ${version} tiene la licencia ${licence}, que no está permitida. Usa otro paquete, o acuérdala en shared/build/licences/allowed.ts.`,
    )

const readLicences = (folder: string): PackageLicence[] =>
  v.parse(LicencesSchema, JSON.parse(readFileSync(join(folder, LICENCES_RECORD), 'utf8')))

/** @throws if the build has no record of its licences */
export const licenceProblems = (folder: string, who: string, side: ContractProblem['side']): ContractProblem[] =>
  refusedLicences(readLicences(folder), 'browser').map((message) => ({
    kind: 'error',
    side,
    message: `${who}: ${message}`,
  }))

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LicencesSchema } from 'shared/build/licences'
import * as v from 'valibot'

const Prepared = v.object({ pdfjs: LicencesSchema, server: LicencesSchema })
export type PreparedLicences = v.InferOutput<typeof Prepared>

/** Written by `scripts/licences/server-licences.ts`. */
export const PREPARED_FILE = join(dirname(dirname(import.meta.dirname)), '.build', 'licences.json')

/** @throws if the site was not built with its scripts */
export const readPreparedLicences = async (file: string): Promise<PreparedLicences> =>
  v.parse(Prepared, JSON.parse(await readFile(file, 'utf8')))

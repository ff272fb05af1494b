import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { libraryFolder } from '../../shared/build/package-info.ts'
import { pdfjsLicences } from '../../shell/server/licences/pdfjs-licences.ts'
import { PREPARED_FILE, type PreparedLicences } from '../../shell/server/licences/prepared-licences.ts'
import { inWorkspace } from '../workspace.ts'
import { serverLicences } from './server-licences.ts'

/** All that webpack does not bundle. */
export const collectLicences = (): PreparedLicences => ({
  pdfjs: pdfjsLicences(libraryFolder(inWorkspace('shell'), 'pdfjs-dist')),
  server: serverLicences(),
})

export const prepareLicences = (): void => {
  mkdirSync(dirname(PREPARED_FILE), { recursive: true })
  const unfinished = `${PREPARED_FILE}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(collectLicences()))
  renameSync(unfinished, PREPARED_FILE)
}

export { LIBERATION_FONTS } from './allowed.ts'
export { LICENCES_RECORD, LicencesSchema, licenceOf, type PackageLicence, sortLicences } from './licence.ts'

export { LIBERATION_FONTS } from './allowed.ts'
export { LICENCES_RECORD, type Licence, LicencesSchema, licenceOf, sortLicences } from './licence.ts'

export { isMissing } from './asked.ts'
export { type OpenBucket, openBucket } from './bucket.ts'

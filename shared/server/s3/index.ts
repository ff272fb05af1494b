export { isMissing } from './asked.ts'
export { type Bucket, openBucket } from './bucket.ts'

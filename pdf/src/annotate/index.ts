export * from './append.ts'
export * from './compare-revisions.ts'

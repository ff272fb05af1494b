export * from './finding.ts'
export * from './inspect-document.ts'
export * from './screen-document.ts'

export * from './rewrite-document.ts'

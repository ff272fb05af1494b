export * from './set-text.ts'
export * from './shape-text.ts'
export * from './wrap-words.ts'

export * from './encode-lzw.ts'

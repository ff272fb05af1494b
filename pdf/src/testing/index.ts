export * from './encode-lzw.ts'
export * from './make-certificate.ts'

export * from '../cms/make-certificate.ts'
export * from './encode-lzw.ts'

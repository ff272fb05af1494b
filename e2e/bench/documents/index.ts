import { imageDocument, scannedDocument } from './pictures.ts'
import { textDocument, thousandPages } from './text-pages.ts'

export const documents = {
  text: { title: '48 KB text', pages: 12, make: textDocument },
  image: { title: '1 MB image', pages: 1, make: imageDocument },
  scans: { title: '10 MB scans', pages: 20, make: scannedDocument },
  thousand: { title: '1000 pages', pages: 1000, make: thousandPages },
} as const

export type DocumentName = keyof typeof documents

export const documentNames = ['text', 'image', 'scans', 'thousand'] as const satisfies readonly DocumentName[]

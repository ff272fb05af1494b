import { runFrontEnd } from 'shared/build'
import { preparePdfjs } from './server/pdfjs.ts'

await preparePdfjs()
await runFrontEnd({ root: import.meta.dirname, name: 'shell', devPort: 3010 })

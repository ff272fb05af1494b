import { runFrontEnd } from 'shared/build'

await runFrontEnd({ root: import.meta.dirname, name: 'mf_documents', devPort: 3002 })

import { runFrontEnd } from 'shared/build'

await runFrontEnd({ root: import.meta.dirname, name: 'mf_auth', devPort: 3001 })

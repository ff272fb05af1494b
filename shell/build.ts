import { runFrontEnd } from 'shared/build'

await runFrontEnd({ root: import.meta.dirname, name: 'shell', devPort: 3010 })

import { runFrontEnd } from 'shared/build'

await runFrontEnd({
  root: import.meta.dirname,
  name: 'mf_example',
  devPort: 3010,
  mounts: [{ prefix: '/example', access: 'session', title: 'Ejemplo', menu: 'Ejemplo' }],
})

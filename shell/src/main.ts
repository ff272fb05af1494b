import { startRegistry } from './remotes/start-registry.ts'

// In parallel with the chunks of the shell: by the time React runs, the registry is usually here.
void startRegistry()
void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')

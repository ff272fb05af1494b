export { type AloneOptions, elsewhere, runAlone } from './run-alone.tsx'

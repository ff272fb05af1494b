export { elsewhere, runAlone } from './run-alone.tsx'

export { foreignPage, runAlone } from './run-alone.tsx'

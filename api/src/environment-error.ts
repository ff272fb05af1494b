export { EnvironmentError } from 'shared/server'

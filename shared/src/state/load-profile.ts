import { sessionApi } from '../http/index.ts'
import { keepUser } from './session.ts'

/** Fetches the full profile into the session. A failure is only logged: the session lives on with what it has. */
export const loadProfile = async (): Promise<void> => {
  try {
    keepUser(await sessionApi.profile())
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has these failures logged, and shown to nobody
    console.warn('the profile could not be loaded', error)
  }
}

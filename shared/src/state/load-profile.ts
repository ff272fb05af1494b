import { sessionApi } from '../http/index.ts'
import { keepUser } from './session.ts'

/** A failure keeps the session. */
export const loadProfile = async (): Promise<void> => {
  try {
    keepUser(await sessionApi.profile())
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants these failures logged, not shown
    console.warn('the profile could not be loaded', error)
  }
}

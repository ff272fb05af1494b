import type { Bearer } from 'shared/http'

/** Whose questions they are: of a field, or of a person without one. */
export interface AskingPerson {
  readonly asker:
    | { readonly fieldId: number; readonly participantId?: undefined }
    | { readonly fieldId?: undefined; readonly participantId: number }
  readonly withAccess: <T>(call: (bearer: Bearer) => Promise<T>) => Promise<T>
}

/** The mail of an answer opens the questions with it. */
export const QUESTIONS_PARAMETER = 'preguntas'

import { type SecondStep, SecondStepBodySchema } from 'shared/contract/accounts'
import { HttpError } from 'shared/http'
import * as v from 'valibot'

export const readSecondStep = (error: unknown): SecondStep | undefined => {
  if (!(error instanceof HttpError) || error.failure.kind !== 'refused') return undefined
  const body = v.safeParse(SecondStepBodySchema, error.failure.body)
  return body.success ? body.output.second_step : undefined
}

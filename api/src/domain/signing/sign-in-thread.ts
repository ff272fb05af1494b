import { concat } from 'pdf'
import {
  completeSignature,
  prepareFields,
  prepareSignature,
  readJoined,
  type SignatureInput,
  verifyOwn,
} from 'pdf/sign'
import type { FieldPreparation, SignatureCompletion, WrittenSignature } from './signature-tasks.ts'

export const addFields = ({ document, fields }: FieldPreparation) => ({
  document: concat([document, prepareFields(document, fields)]),
})

export const prepare = (input: SignatureInput) => ({ document: input.document, prepared: prepareSignature(input) })

export const complete = async (completion: SignatureCompletion): Promise<WrittenSignature> => {
  const { document, prepared, value, token, scheme, fieldName, trust, stamps } = completion
  const tail = completeSignature(prepared, value, token, scheme)
  const expected = { fieldName, previousLength: document.length, trust, timeStampTrust: stamps }
  return { tail, verified: await readJoined(document, tail, (whole) => verifyOwn(whole, expected)) }
}

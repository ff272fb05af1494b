import { concatBytes, openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  completeSignature,
  fillProblems,
  fillSignersForm,
  prepareFields,
  prepareSignature,
  readJoined,
  type SignatureInput,
  verifyOwn,
} from 'pdf/sign'
import type {
  FieldPreparation,
  FillCheck,
  FormFilling,
  SignatureCompletion,
  WrittenSignature,
} from './signature-tasks.ts'

/** The functions of this file run in worker threads; answers are objects, so that their bytes can be moved. */
export const addFields = ({ document, fields, formFields }: FieldPreparation) => ({
  document: concatBytes([document, prepareFields(document, fields, formFields)]),
})

export const checkFills = ({ document, fills }: FillCheck) => ({
  problems: fillProblems(openPdf(document, { inflate: inflateWithNode }), fills),
})

export const fillForm = ({ document, fieldName, fills }: FormFilling) => ({
  document: concatBytes([document, fillSignersForm(document, fieldName, fills)]),
})

export const prepareInThread = (input: SignatureInput) => ({
  document: input.document,
  prepared: prepareSignature(input),
})

/** Verifies what it wrote before anything is stored: a signature that our verifier refuses never reaches a person. */
export const completeInThread = async (completion: SignatureCompletion): Promise<WrittenSignature> => {
  const { document, prepared, value, token, scheme, fieldName, trust, stamps } = completion
  const tail = completeSignature(prepared, value, token, scheme)
  const expected = { fieldName, previousLength: document.length, trust, timeStampTrust: stamps }
  return { tail, verified: await readJoined(document, tail, (whole) => verifyOwn(whole, expected)) }
}

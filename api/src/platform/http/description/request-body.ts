import { type Call, PDF_MIME_TYPE, uploadFileCall } from 'shared/contract'
import { AnnotationPartsSchema, saveAnnotationsCall } from 'shared/contract/annotations'
import { LockedUploadPartsSchema } from 'shared/contract/locked-upload'
import { SignedCopyPartsSchema, signedCopyCall } from 'shared/contract/own-program'
import { unsubscribeCall } from 'shared/contract/unsubscribe'
import { verifyFileCall } from 'shared/contract/verify'
import * as v from 'valibot'
import { jsonSchema } from '../json-schema.ts'
import type { DescribedContent, DescribedOperation } from './described-parts.ts'

interface MultipartShape {
  /** They precede the bytes. */
  readonly texts: v.GenericSchema
  /** Name of the part with the bytes. */
  readonly bytes: string
  readonly type: string
}

const multipartShapes: Readonly<Record<string, MultipartShape>> = {
  [uploadFileCall.name]: { texts: LockedUploadPartsSchema, bytes: 'file', type: PDF_MIME_TYPE },
  [saveAnnotationsCall.name]: { texts: AnnotationPartsSchema, bytes: 'tail', type: 'application/octet-stream' },
  [signedCopyCall.name]: { texts: SignedCopyPartsSchema, bytes: 'file', type: PDF_MIME_TYPE },
  [verifyFileCall.name]: { texts: v.object({}), bytes: 'file', type: PDF_MIME_TYPE },
}

const multipartContent = ({ name }: Call): DescribedContent => {
  const shape = multipartShapes[name]
  if (shape === undefined) throw new Error(`${name} has no description of its parts`)
  const { texts, bytes, type } = shape
  const parts = jsonSchema(texts, 'input')
  const file = { type: 'string', format: 'binary', contentMediaType: type }
  const schema = {
    ...parts,
    properties: { ...parts.properties, [bytes]: file },
    required: [...(parts.required ?? []), bytes],
  }
  return { 'multipart/form-data': { schema, encoding: { [bytes]: { contentType: type } } } }
}

const contentOf = (call: Call, body: v.GenericSchema): DescribedContent => {
  const schema = jsonSchema(body, 'input')
  if (call.encoding !== 'form') return { 'application/json': { schema } }
  const form = { 'application/x-www-form-urlencoded': { schema } }
  // Mail programs choose between the two (RFC 8058, section 3.2).
  return call.name === unsubscribeCall.name ? { ...form, 'multipart/form-data': { schema } } : form
}

const isOptional = (body: v.GenericSchema): boolean => v.is(body, undefined)

export const describeBody = (call: Call): Pick<DescribedOperation, 'requestBody'> => {
  if (call.encoding === 'multipart') return { requestBody: { required: true, content: multipartContent(call) } }
  if (call.body === undefined) return {}
  return { requestBody: { required: !isOptional(call.body), content: contentOf(call, call.body) } }
}

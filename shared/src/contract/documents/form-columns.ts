import * as v from 'valibot'

const FormColumnSchema = v.object({
  field: v.number(),
  title: v.string(),
  role: v.string(),
  example: v.string(),
})
/**
 * A form field that a CSV of a bulk job may fill in for its signer. `field`: index in `form_fields`; `title`: unique
 * among the columns of the template; `example`: a valid cell.
 */
export type FormColumn = v.InferOutput<typeof FormColumnSchema>
/** In reading order. Releases before 0.3.0 send none. */
export const FormColumnsSchema = v.optional(v.array(FormColumnSchema), [])

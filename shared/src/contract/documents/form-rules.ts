import * as v from 'valibot'
import { visibleLine } from '../values/visible-name.ts'

/** Characters of a text field at most; fields set their own limit. */
export const FORM_TEXT_MAX = 2000
/** Length of the data URL of drawn initials. */
export const FORM_DRAWING_MAX = 100_000
/** Characters of typed initials. */
export const INITIALS_MAX = 6
/** Of a document, with those that repeat on several pages. */
export const FORM_FIELDS_MAX = 500

const Limit = v.nullable(v.pipe(v.number(), v.minValue(-1e12), v.maxValue(1e12)))

const OptionsSchema = v.pipe(
  v.array(v.pipe(visibleLine(100), v.nonEmpty('Una opción está vacía.'))),
  v.minLength(2, 'Se necesitan al menos 2 opciones.'),
  v.maxLength(50, 'Se admiten hasta 50 opciones.'),
  v.check((options) => new Set(options).size === options.length, 'Hay opciones repetidas.'),
)

const NumberRuleSchema = v.pipe(
  v.object({
    kind: v.literal('number'),
    min: Limit,
    max: Limit,
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  }),
  v.check(({ min, max }) => min === null || max === null || min <= max, 'El mínimo es mayor que el máximo.'),
)

/** Rule for a value. Rules are stored as JSON: never change the meaning of a kind. */
export const FormFieldRuleSchema = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    max_length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FORM_TEXT_MAX)),
    multiline: v.boolean(),
  }),
  NumberRuleSchema,
  v.object({ kind: v.literal('date'), default_today: v.boolean() }),
  v.object({ kind: v.literal('checkbox') }),
  v.object({ kind: v.literal('choice'), options: OptionsSchema }),
  v.object({ kind: v.literal('initials') }),
])
export type FormFieldRule = v.InferOutput<typeof FormFieldRuleSchema>
export type FormFieldKind = FormFieldRule['kind']

/** Widgets of the PDF's own form, as `12 0`: they are hidden. */
export const ReplacedSchema = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{1,10} \d{1,5}$/))), v.maxLength(50)),
  [],
)

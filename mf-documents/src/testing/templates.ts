import type { Template, TemplateSummary } from 'shared/http/deferred'

const tenant = {
  id: 'r1',
  name: 'Arrendatario',
  is_owner: false,
  asks_certificate: false,
  step: 1,
  kind: 'firma',
  note: '',
  copy_when: null,
  before_step: null,
} as const
const landlord = { ...tenant, id: 'r2', name: 'Propietario', is_owner: true, step: 2 } as const
export const witness = { ...tenant, id: 'r3', name: 'Testigo', asks_certificate: true, step: 3 } as const

export const templateWith = (change: Partial<TemplateSummary> = {}): TemplateSummary => ({
  id: 5,
  name: 'Alquiler',
  version: 2,
  mode: 'electronic',
  pages: 3,
  sha256: 'a'.repeat(64),
  created_at: '2026-01-31T18:00:00.000Z',
  updated_at: '2026-02-03T18:00:00.000Z',
  documents: 4,
  roles: [tenant, landlord],
  message: 'Revisa la cláusula 4.',
  form_field_count: 0,
  ...change,
})

export const wholeTemplate = (change: Partial<Template> = {}): Template => ({
  ...templateWith(),
  order: 'parallel',
  fields: [
    { role: 'r1', page: 1, x: 0.2, y: 0.7, width: 0.3, height: 0.1, label: 'Campo de Firma' },
    { role: 'r2', page: 1, x: 0.6, y: 0.7, width: 0.3, height: 0.1, label: 'Campo de Firma' },
  ],
  form_fields: [],
  form_columns: [],
  ...change,
})

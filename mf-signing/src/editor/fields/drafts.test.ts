import { temporaryField } from '../../fields/new-field.ts'
import { storedField } from '../../testing/wire.ts'
import type { FieldDrafts, SavingState } from './drafts.ts'
import { asStored, isSynced, noDrafts, savingState, staleDrafts, withDraft, withoutDraft } from './drafts.ts'

const made = (signerName: string) =>
  temporaryField(
    {
      type: 'signature',
      label: 'Firma de Terceros',
      signerName,
      signerEmail: 'x@example.com',
      page: 1,
      rect: { x: 0, y: 0, width: 0.5, height: 0.5 },
    },
    { now: () => 0, random: () => signerName.length / 100 },
  )
const ana = made('Ana')
const luisa = made('Luisa')
const moved = { ...ana, rect: { ...ana.rect, x: 0.25 } }
const anaDraft = { sent: ana, stored: storedField({ id: 7 }) }
const withAna = withDraft(noDrafts, anaDraft)
const copy = { ...ana, rect: { ...ana.rect } }

test.each([
  ['nothing is placed', [], noDrafts, true, []],
  ['a field is new', [ana], noDrafts, false, []],
  ['a field is stored', [ana], withAna, true, []],
  ['a stored field came back where it was', [copy], withAna, true, []],
  ['a stored field was moved', [moved], withAna, false, [anaDraft]],
  ['a stored field was undone', [], withAna, false, [anaDraft]],
  ['another field is new', [ana, luisa], withAna, false, []],
  ['a removed draft is gone', [], withoutDraft(withAna, ana.id), true, []],
])('isSynced and staleDrafts when %s', (_case, fields, drafts: FieldDrafts, synced, stale) => {
  expect(isSynced(fields, drafts)).toBe(synced)
  expect(staleDrafts(fields, drafts)).toEqual(stale)
})

const one = [ana]
const none: readonly (typeof ana)[] = []
test.each<[SavingState, Omit<Parameters<typeof savingState>[0], 'hasSaved'>]>([
  ['empty', { temporaries: none, drafts: noDrafts, busy: false, failedFor: undefined }],
  ['waiting', { temporaries: one, drafts: noDrafts, busy: false, failedFor: undefined }],
  ['saving', { temporaries: one, drafts: noDrafts, busy: true, failedFor: undefined }],
  ['saved', { temporaries: one, drafts: withAna, busy: false, failedFor: undefined }],
  ['failed', { temporaries: one, drafts: noDrafts, busy: false, failedFor: one }],
  // A change after the failure waits for the next attempt.
  ['waiting', { temporaries: [ana, luisa], drafts: noDrafts, busy: false, failedFor: one }],
  ['waiting', { temporaries: none, drafts: withAna, busy: false, failedFor: undefined }],
  ['failed', { temporaries: none, drafts: withAna, busy: false, failedFor: none }],
])('the saving state is %s', (state, facts) => {
  expect(savingState({ ...facts, hasSaved: true })).toBe(state)
  // Until something is saved there is nothing to say.
  expect(savingState({ ...facts, hasSaved: false })).toBe(state === 'saved' ? 'empty' : state)
})

test('asStored turns a field into a saved one only while the server has it at this place', () => {
  expect(asStored(ana, withAna)).toMatchObject({ status: 'saved', id: 7 })
  expect(asStored(ana, noDrafts)).toBe(ana)
  expect(asStored(moved, withAna)).toBe(moved)
})

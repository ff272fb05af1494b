import { idle, type Saving, type SavingEvent, savingReducer } from './saving.ts'

const saving = (sent?: number): Saving => ({ kind: 'saving', sent })
const failed: Saving = { kind: 'failed', message: 'Sin conexión' }
const outdated: Saving = { kind: 'outdated' }

test.each<[Saving, SavingEvent, Saving]>([
  [idle, { type: 'started' }, saving()],
  [failed, { type: 'started' }, saving()],
  [saving(), { type: 'sent', sent: 5, total: 20 }, saving(0.25)],
  [saving(0.5), { type: 'sent', sent: 0, total: 0 }, saving(0)],
  [saving(0.5), { type: 'saved' }, idle],
  [saving(0.5), { type: 'failed', message: 'Sin conexión' }, failed],
  [saving(0.5), { type: 'outdated' }, outdated],
  [saving(0.5), { type: 'dismissed' }, saving(0.5)],
  [failed, { type: 'dismissed' }, idle],
  [outdated, { type: 'dismissed' }, idle],
  [idle, { type: 'sent', sent: 5, total: 20 }, idle],
])('the saving state %o becomes, after the event %o: %o', (before, event, after) => {
  expect(savingReducer(before, event)).toEqual(after)
})

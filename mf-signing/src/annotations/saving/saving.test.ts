import { type AnnotationSavingState, idleSaving, type SavingEvent, savingReducer } from './saving.ts'

const saving = (sent?: number): AnnotationSavingState => ({ kind: 'saving', sent })
const failed: AnnotationSavingState = { kind: 'failed', message: 'Sin conexión' }
const outdated: AnnotationSavingState = { kind: 'outdated' }

test.each<[AnnotationSavingState, SavingEvent, AnnotationSavingState]>([
  [idleSaving, { type: 'started' }, saving()],
  [failed, { type: 'started' }, saving()],
  [saving(), { type: 'sent', sent: 5, total: 20 }, saving(0.25)],
  [saving(0.5), { type: 'sent', sent: 0, total: 0 }, saving(0)],
  [saving(0.5), { type: 'saved' }, idleSaving],
  [saving(0.5), { type: 'failed', message: 'Sin conexión' }, failed],
  [saving(0.5), { type: 'outdated' }, outdated],
  [saving(0.5), { type: 'dismissed' }, saving(0.5)],
  [failed, { type: 'dismissed' }, idleSaving],
  [outdated, { type: 'dismissed' }, idleSaving],
  [idleSaving, { type: 'sent', sent: 5, total: 20 }, idleSaving],
])('the saving state %o becomes, after the event %o: %o', (before, event, after) => {
  expect(savingReducer(before, event)).toEqual(after)
})

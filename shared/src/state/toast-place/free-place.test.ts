import {
  boxOverlapArea,
  findFreePlace,
  type ObstacleKind,
  type PlaceRequest,
  type ScreenBox,
  type ScreenObstacle,
} from './free-place.ts'

const desktop: ScreenBox = { left: 16, top: 16, width: 1408, height: 868 }
const phone: ScreenBox = { left: 16, top: 16, width: 358, height: 812 }
const size = { width: 358, height: 60 }

const control = (
  left: number,
  top: number,
  width: number,
  height: number,
  kind: ObstacleKind = 'control',
): ScreenObstacle => ({
  left,
  top,
  width,
  height,
  kind,
})

test.each<[string, Omit<PlaceRequest, 'size'>, { left: number; top: number }]>([
  ['the bottom left', { area: desktop, obstacles: [] }, { left: 16, top: 824 }],
  ['the bottom right', { area: desktop, obstacles: [control(0, 800, 300, 44)] }, { left: 1066, top: 824 }],
  [
    'the middle',
    { area: desktop, obstacles: [control(0, 800, 300, 44), control(1100, 800, 300, 44)] },
    { left: 541, top: 824 },
  ],
  ['above the thumb bar', { area: phone, obstacles: [control(0, 772, 390, 72, 'vital')] }, { left: 16, top: 704 }],
  [
    'the place over text, rather than over a label',
    { area: phone, obstacles: [control(16, 200, 358, 600), control(16, 140, 358, 20, 'text')] },
    { left: 16, top: 72 },
  ],
  [
    'a label, if every other place has a control',
    {
      area: phone,
      obstacles: [control(16, 0, 358, 400), control(16, 400, 358, 90, 'text'), control(16, 490, 358, 400)],
    },
    { left: 16, top: 416 },
  ],
  ['the place it has', { area: phone, obstacles: [], current: { left: 16, top: 200 } }, { left: 16, top: 200 }],
  [
    'another when a control came under it',
    { area: phone, obstacles: [control(20, 210, 100, 44)], current: { left: 16, top: 200 } },
    { left: 16, top: 768 },
  ],
  [
    'another when the window shrank',
    { area: { ...phone, height: 400 }, obstacles: [], current: { left: 16, top: 600 } },
    { left: 16, top: 356 },
  ],
])('the toasts take %s', (_what, request, place) => {
  expect(findFreePlace({ ...request, size })).toEqual(place)
})

const rows = (vital: number): ScreenObstacle[] =>
  Array.from({ length: 14 }, (_, index) => control(16, index * 64, 358, 48, index === vital ? 'vital' : 'control'))

test('without a free place, the toasts do not cover the focused control', () => {
  const obstacles = rows(12)
  const place = { ...findFreePlace({ area: phone, size, obstacles }), ...size }
  const vital = obstacles.filter(({ kind }) => kind === 'vital')
  expect(vital.map((other) => boxOverlapArea(place, other))).toEqual([0])
})

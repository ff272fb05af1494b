import { NearPages } from './near-pages.ts'

const pageOf = (busy = false) => ({ busy, cleanups: 0, cleanup: releaseOf })
function releaseOf(this: { busy: boolean; cleanups: number }) {
  this.cleanups += 1
  return !this.busy
}

test('NearPages cleans up pages more than one page away and keeps the neighbours', () => {
  const near = new NearPages<ReturnType<typeof pageOf>>()
  const pages = Array.from({ length: 6 }, () => pageOf())
  pages.forEach((page, index) => {
    near.show(index + 1, page)
  })
  expect(near.numbers).toEqual([5, 6])
  expect(pages.map(({ cleanups }) => cleanups)).toEqual([1, 1, 1, 1, 0, 0])
})

test('a jump frees all distant pages, and a page still being painted is freed later', () => {
  const near = new NearPages<ReturnType<typeof pageOf>>()
  const busy = pageOf(true)
  near.show(1, busy)
  near.show(900, pageOf())
  expect(near.numbers).toEqual([1, 900])
  busy.busy = false
  near.show(901, pageOf())
  expect(near.numbers).toEqual([900, 901])
})

test('preparing the next page frees no page', () => {
  const near = new NearPages<ReturnType<typeof pageOf>>()
  const pages = [1, 2, 3].map(() => pageOf())
  near.show(1, pages[0] ?? pageOf())
  near.show(2, pages[1] ?? pageOf())
  near.add(3, pages[2] ?? pageOf())
  expect(near.numbers).toEqual([1, 2, 3])
})
